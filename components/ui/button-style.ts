import { cn } from '@/lib/class-names';

/** primary: a screen's one filled action · secondary: edged · quiet: plain until hovered · danger: destroys. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

/** compact 32 px, default 34 px, touch 44 px high; at least 44 px under a coarse pointer. */
export type ButtonSize = 'compact' | 'default' | 'touch';

export function buttonStyle(variant: ButtonVariant, size: ButtonSize, wide = false): string {
  return cn(`button button-${variant} button-${size}`, wide && 'w-full');
}

export function squareButtonStyle(variant: ButtonVariant, size: ButtonSize): string {
  return `button button-${variant} square-${size}`;
}
