import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { type ButtonSize, type ButtonVariant, buttonStyle } from './button-style';

export type ButtonLook = {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Takes the full width of its container. */
  wide?: boolean;
  /** A lucide icon, drawn before the text. */
  icon?: ReactNode;
};

export type ButtonProps = ButtonLook &
  Omit<ComponentProps<'button'>, 'className' | 'style'> & {
    /** While true the button keeps its width and focus, but does nothing when pressed. */
    pending?: boolean;
    /** Text while pending; takes the place of the children without changing the width. */
    pendingText?: string;
  };

/** A button with text. `type` is "button" unless said otherwise. */
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
        // Both texts share one grid cell, so that the wider of the two sets the width from the start.
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
