import { TextField } from '@/components/ui/form/text-field';

export function CodeField({ error }: { error?: string }) {
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
      error={error}
    />
  );
}
