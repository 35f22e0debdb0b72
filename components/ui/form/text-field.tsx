import { type ComponentProps, useId } from 'react';
import { cn } from '@/lib/class-names';
import { Field, type FieldProps, fieldIds, inputStyle, lineStyle } from './field';

export type TextFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, 'className' | 'style' | 'type' | 'maxLength'> & {
    type?: 'text' | 'email' | 'search' | 'url' | 'tel' | 'number' | 'date' | 'time' | 'datetime-local';
    /** Marks the field "(optional)". Required fields carry no mark. */
    optional?: boolean;
  };

export function TextField({
  label,
  labelHidden,
  hint,
  error,
  limit,
  optional,
  type = 'text',
  ...rest
}: TextFieldProps) {
  const generated = useId();
  const id = rest.id ?? generated;
  return (
    <Field id={id} label={label} labelHidden={labelHidden} hint={hint} error={error} optional={optional}>
      <input
        dir="auto"
        {...rest}
        {...fieldIds(id, { hint, error }).input}
        type={type}
        data-limit={limit}
        className={cn(inputStyle, lineStyle, 'read-only:bg-sunken')}
      />
    </Field>
  );
}
