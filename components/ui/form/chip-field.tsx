'use client';

import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { isolated } from '@/lib/bidi';
import { cn } from '@/lib/class-names';

const CHIP =
  'inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-md border px-2.5 text-sm whitespace-nowrap transition-colors select-none pointer-coarse:min-h-11 pointer-coarse:px-3';

export type ChipEditor = { trigger: ReactNode; open: boolean; onOpenChange: (open: boolean) => void };

export function ChipRow({ children }: { children: ReactNode }) {
  return (
    <fieldset aria-label="Details" className="flex flex-wrap gap-2">
      {children}
    </fieldset>
  );
}

export function ChipField({
  name,
  value,
  icon,
  error,
  children,
}: {
  /** Drawn alone while nothing is chosen; read before the value by screen readers. */
  name: string;
  value?: ReactNode;
  icon?: ReactNode;
  error?: string;
  children: (editor: ChipEditor) => ReactNode;
}) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const trigger = (
    <ChipButton
      invalid={error !== undefined}
      filled={Boolean(value)}
      icon={icon}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      {value ? (
        <>
          <VisuallyHidden>{name}: </VisuallyHidden>
          {value}
        </>
      ) : (
        isolated(name)
      )}
    </ChipButton>
  );
  return (
    <>
      {children({ trigger, open, onOpenChange: setOpen })}
      {error && (
        <p id={`${id}-error`} className="basis-full text-sm text-danger-text">
          {isolated(name)}: {error}
        </p>
      )}
    </>
  );
}

/** Whether clients see something: pressed, it has their colour. */
export function ChipToggle({
  pressed,
  onPress,
  icon,
  children,
}: {
  pressed: boolean;
  onPress: (pressed: boolean) => void;
  icon?: ReactNode;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={() => onPress(!pressed)}
      className={cn(
        CHIP,
        pressed
          ? 'border-client bg-client-soft font-medium text-client-text'
          : 'border-border bg-surface text-text-2 hover:bg-hover hover:text-text',
      )}
    >
      {icon}
      {children}
    </button>
  );
}

function ChipButton({
  invalid,
  filled,
  icon,
  children,
  ...rest
}: { invalid: boolean; filled: boolean; icon?: ReactNode } & Omit<ComponentProps<'button'>, 'className' | 'style'>) {
  return (
    <button
      {...rest}
      type="button"
      data-invalid={invalid || undefined}
      className={cn(
        CHIP,
        'bg-surface hover:bg-hover aria-expanded:bg-hover',
        invalid ? 'border-danger' : 'border-border',
        filled ? 'text-text' : 'text-text-2 hover:text-text',
      )}
    >
      {icon}
      <span className="flex min-w-0 items-center gap-1.5 truncate">{children}</span>
    </button>
  );
}
