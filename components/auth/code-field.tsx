'use client';

import { useSentWhenWhole } from '@/components/form/sent-when-whole';
import { TextField } from '@/components/ui/form/text-field';

/** `sends`: the form, once its last digit is there. */
export function CodeField({ error, sends = false }: { error?: string; sends?: boolean }) {
  const onInput = useSentWhenWhole();
  return (
    <TextField
      id="otp"
      label="Code"
      name="otp"
      hint="Six digits, from the email we have just sent. Check your spam folder too."
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="[0-9 ]{6,9}"
      title="Six digits"
      limit={9}
      required
      autoFocus
      onInput={sends ? onInput : undefined}
      error={error}
    />
  );
}
