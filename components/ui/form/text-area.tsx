import { type ComponentProps, useId } from 'react';
import { cn } from '@/lib/class-names';
import { Field, type FieldProps, fieldIds, inputStyle } from './field';

export type TextAreaProps = FieldProps &
  Omit<ComponentProps<'textarea'>, 'className' | 'style' | 'maxLength'> & {
    optional?: boolean;
  };

export function TextArea({ label, labelHidden, hint, error, limit, optional, rows = 4, ...rest }: TextAreaProps) {
  const generated = useId();
  const id = rest.id ?? generated;
  return (
    <Field id={id} label={label} labelHidden={labelHidden} hint={hint} error={error} optional={optional}>
      <textarea
        dir="auto"
        {...rest}
        {...fieldIds(id, { hint, error }).input}
        rows={rows}
        data-limit={limit}
        className={cn(
          inputStyle,
          'read-only:bg-sunken field-sizing-content max-h-[60dvh] min-h-20 resize-y py-2 text-read',
        )}
      />
    </Field>
  );
}
