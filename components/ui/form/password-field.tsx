'use client';

import { type ComponentProps, useEffect, useId, useState } from 'react';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { cn } from '@/lib/class-names';
import { Field, type FieldProps, fieldIds, inputStyle, lineStyle } from './field';

export type PasswordFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, 'className' | 'style' | 'type' | 'autoComplete' | 'maxLength'> & {
    autoComplete: 'current-password' | 'new-password';
  };

/** Pasting is allowed; the Show button appears after hydration. */
export function PasswordField({ label, labelHidden, hint, error, limit, ...rest }: PasswordFieldProps) {
  const generated = useId();
  const id = rest.id ?? generated;
  const [shown, setShown] = useState(false);
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  return (
    <Field id={id} label={label} labelHidden={labelHidden} hint={hint} error={error}>
      <div className="relative">
        <input
          dir="ltr"
          {...rest}
          {...fieldIds(id, { hint, error }).input}
          type={shown ? 'text' : 'password'}
          data-limit={limit}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          className={cn(inputStyle, lineStyle, 'pr-16')}
        />
        {ready && (
          <button
            type="button"
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0.5 right-0.5 min-w-12 rounded-sm px-2 text-sm font-medium text-accent-text hover:bg-hover focus-visible:outline-offset-0"
          >
            {shown ? 'Hide' : 'Show'}
            <VisuallyHidden> password</VisuallyHidden>
          </button>
        )}
      </div>
    </Field>
  );
}
