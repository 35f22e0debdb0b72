import { cn } from '@/lib/class-names';

/** primary: a screen's one filled action · secondary: edged · quiet: plain until hovered · danger: destroys. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

/** compact 32 px, default 34 px, touch 44 px high; at least 44 px under a coarse pointer. */
export type ButtonSize = 'compact' | 'default' | 'touch';

const VARIANT: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-accent text-on-accent hover:bg-accent-hover',
  secondary: 'border-border-strong bg-surface text-text hover:bg-hover',
  quiet: 'border-transparent bg-transparent text-text-2 hover:bg-hover hover:text-text',
  danger: 'border-transparent bg-danger text-on-accent hover:shadow-e1 hover:underline',
};

const SIZE: Record<ButtonSize, string> = {
  compact: 'min-h-8 px-2.5 text-sm',
  default: 'min-h-[34px] px-3.5 text-base',
  touch: 'min-h-11 px-4 text-lg',
};

const SQUARE: Record<ButtonSize, string> = {
  compact: 'size-8 pointer-coarse:size-11',
  default: 'size-[34px] pointer-coarse:size-11',
  touch: 'size-11',
};

const BASE =
  'inline-flex shrink-0 items-center justify-center border font-medium transition-colors select-none disabled:cursor-not-allowed disabled:border-border disabled:bg-hover disabled:text-text-3 aria-disabled:cursor-default';

export function buttonStyle(variant: ButtonVariant, size: ButtonSize, wide = false): string {
  return cn(
    BASE,
    'gap-1.5 rounded-md whitespace-nowrap pointer-coarse:min-h-11',
    VARIANT[variant],
    SIZE[size],
    wide && 'w-full',
  );
}

export function squareButtonStyle(variant: ButtonVariant, size: ButtonSize): string {
  return cn(BASE, 'rounded-md', VARIANT[variant], SQUARE[size]);
}
