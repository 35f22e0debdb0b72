import { THEME_COOKIE, type ThemeName } from '@/lib/session/vocabulary';

/** What a person chose; `system` follows the device, `contrast` does too but raises every edge and text. */
export type Theme = ThemeName;

export { THEME_COOKIE };

export const THEMES: readonly { value: Theme; label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'contrast', label: 'High contrast' },
];

/** The theme in a cookie's value; `system` for anything unknown. */
export function themeOf(value: string | undefined): Theme {
  return THEMES.find((theme) => theme.value === value)?.value ?? 'system';
}

/** Attributes of `<html>` that the style sheet decides by. None for `system`: then the device does. */
export function themeAttributes(theme: Theme): { 'data-theme'?: 'light' | 'dark'; 'data-contrast'?: 'more' } {
  if (theme === 'contrast') return { 'data-contrast': 'more' };
  return theme === 'system' ? {} : { 'data-theme': theme };
}
