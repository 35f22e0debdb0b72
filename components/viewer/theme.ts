import { THEME_COOKIE, type ThemeName } from '@/lib/session/vocabulary';

/** `system` follows the device; `contrast` does too, with stronger edges and text. */
export type Theme = ThemeName;

export { THEME_COOKIE };

export const THEMES: readonly { value: Theme; label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'contrast', label: 'High contrast' },
];

/** `system` for anything unknown. */
export function themeOf(value: string | undefined): Theme {
  return THEMES.find((theme) => theme.value === value)?.value ?? 'system';
}

/** Attributes of `<html>` for the style sheet. None for `system`: then the device decides. */
export function themeAttributes(theme: Theme): { 'data-theme'?: 'light' | 'dark'; 'data-contrast'?: 'more' } {
  if (theme === 'contrast') return { 'data-contrast': 'more' };
  return theme === 'system' ? {} : { 'data-theme': theme };
}
