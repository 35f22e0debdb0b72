import { type ComponentProps, useId } from 'react';
import { cn } from '@/lib/class-names';
import { Field, type FieldProps, fieldIds, inputStyle, lineStyle } from './field';

type SelectOption = { value: string; label: string; disabled?: boolean };

export type SelectFieldProps = FieldProps &
  Omit<ComponentProps<'select'>, 'className' | 'style' | 'multiple' | 'size'> & {
    /** Use `children` instead for groups. */
    options?: readonly SelectOption[];
    optional?: boolean;
  };

/** The platform's own select, so that it works with every input method. */
export function SelectField({
  label,
  labelHidden,
  hint,
  error,
  optional,
  options,
  children,
  ...rest
}: SelectFieldProps) {
  const generated = useId();
  const id = rest.id ?? generated;
  return (
    <Field id={id} label={label} labelHidden={labelHidden} hint={hint} error={error} optional={optional}>
      <div className="relative">
        <select
          {...rest}
          {...fieldIds(id, { hint, error }).input}
          className={cn(inputStyle, lineStyle, 'appearance-none truncate pr-8')}
        >
          {options?.map((option) => (
            <option dir="auto" key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
          {children}
        </select>
        <span
          aria-hidden="true"
          className="icon icon-chevron-down pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 text-text-3"
        />
      </div>
    </Field>
  );
}
