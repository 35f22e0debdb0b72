import type { ReactNode } from 'react';
import { cn } from '@/lib/class-names';

export type FieldProps = {
  label: string;
  labelHidden?: boolean;
  hint?: string;
  /** What is wrong and how to fix it. */
  error?: string;
  /** Letters that fit. What is too long stays in the field, which says so (`LimitNote`). */
  limit?: number;
};

export const inputStyle =
  'w-full rounded-sm border border-border-strong bg-surface px-2.5 text-base text-text pointer-coarse:text-lg ' +
  'focus-visible:outline-offset-0 aria-invalid:border-danger disabled:bg-sunken disabled:text-text-3';

export const lineStyle = 'h-[34px] pointer-coarse:h-11';

/** Ids that tie an input to its hint and error; spread `input` on the input itself. */
export function fieldIds(id: string, { hint, error }: Pick<FieldProps, 'hint' | 'error'>) {
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return {
    hint: `${id}-hint`,
    error: `${id}-error`,
    input: { id, 'aria-describedby': describedBy || undefined, 'aria-invalid': error ? true : undefined } as const,
  };
}

export function Field({
  id,
  label,
  labelHidden,
  hint,
  error,
  optional,
  children,
}: FieldProps & { id: string; optional?: boolean; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className={cn('text-sm font-medium text-text-2', labelHidden && 'sr-only')}>
        {label}
        {optional && <span className="font-normal text-text-3"> (optional)</span>}
      </label>
      {children}
      {/* Below, so that fields beside each other stand in one line. */}
      {hint && (
        <p id={`${id}-hint`} className="text-xs text-text-3">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-sm text-danger-text">
          {error}
        </p>
      )}
    </div>
  );
}
