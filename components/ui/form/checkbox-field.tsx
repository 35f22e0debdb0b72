import { type ComponentProps, useId } from 'react';
import { cn } from '@/lib/class-names';
import { type FieldProps, fieldIds } from './field';

export type CheckboxFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'className' | 'style' | 'type'>;

export function CheckboxField({ label, labelHidden, hint, error, ...rest }: CheckboxFieldProps) {
  const generated = useId();
  const id = rest.id ?? generated;
  const ids = fieldIds(id, { hint, error });
  return (
    <div className="flex flex-col gap-1">
      <div className="flex min-h-6 items-start gap-2 pointer-coarse:min-h-11 pointer-coarse:items-center">
        <input {...rest} {...ids.input} type="checkbox" className="checkbox mt-0.5 pointer-coarse:mt-0" />
        <label dir="auto" htmlFor={id} className={cn('text-base text-text', labelHidden && 'sr-only')}>
          {label}
        </label>
      </div>
      {hint && (
        <p id={ids.hint} className="pl-6 text-xs text-text-3">
          {hint}
        </p>
      )}
      {error && (
        <p id={ids.error} className="pl-6 text-sm text-danger-text">
          {error}
        </p>
      )}
    </div>
  );
}
