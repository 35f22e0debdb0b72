import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { type ButtonSize, type ButtonVariant, buttonStyle } from './button-style';

export type ButtonLook = {
  variant?: ButtonVariant;
  size?: ButtonSize;
  wide?: boolean;
  icon?: ReactNode;
};

export type ButtonProps = ButtonLook &
  Omit<ComponentProps<'button'>, 'className' | 'style'> & {
    /** Keeps width and focus, but does nothing when pressed. */
    pending?: boolean;
    /** Replaces the children without changing the width. */
    pendingText?: string;
  };

export function Button({
  variant = 'secondary',
  size = 'default',
  wide,
  icon,
  pending,
  pendingText,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={buttonStyle(variant, size, wide)}
      aria-disabled={pending || rest['aria-disabled'] ? true : undefined}
      aria-busy={pending || undefined}
      onClick={pending ? swallow : onClick}
    >
      {icon}
      {pendingText ? (
        // Both texts share one grid cell, so that the wider one sets the width from the start.
        <span className="grid [&>*]:[grid-area:1/1]">
          <span className={pending ? 'invisible' : undefined}>{children}</span>
          <span className={pending ? undefined : 'invisible'}>{pendingText}</span>
        </span>
      ) : (
        children
      )}
    </button>
  );
}

function swallow(event: MouseEvent) {
  event.preventDefault();
}
