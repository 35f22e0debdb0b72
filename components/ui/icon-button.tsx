import type { ComponentProps, ReactNode } from 'react';
import { type ButtonSize, type ButtonVariant, squareButtonStyle } from './button-style';

export type IconButtonProps = Omit<ComponentProps<'button'>, 'className' | 'style' | 'children' | 'aria-label'> & {
  /** The accessible name: what happens, e.g. "Close". */
  label: string;
  icon: ReactNode;
  variant?: Exclude<ButtonVariant, 'danger'>;
  size?: ButtonSize;
};

export function IconButton({
  label,
  icon,
  variant = 'quiet',
  size = 'default',
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <button {...rest} type={type} aria-label={label} className={squareButtonStyle(variant, size)}>
      {icon}
    </button>
  );
}
