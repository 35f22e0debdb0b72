'use client';

import { useActionState } from 'react';
import { Button } from '@/components/ui/button';
import { FormError } from '@/components/ui/form/form-error';
import { PasswordField } from '@/components/ui/form/password-field';
import { TextField } from '@/components/ui/form/text-field';
import type { AcceptState } from '@/lib/invitation/schema.accept';
import { FinishSignIn } from './finish-sign-in-lazy';
import { NewPasswordField } from './new-password-field';

/** Asks for a name and a new password, or for the password of an existing account. */
export function AcceptForm({
  action,
  email,
  name,
  hasAccount,
  suggestion,
}: {
  action: (state: AcceptState, form: FormData) => Promise<AcceptState>;
  email: string;
  name: string;
  hasAccount: boolean;
  /** Suggested passphrase; null for an existing account. */
  suggestion: string | null;
}) {
  const [state, submit, pending] = useActionState<AcceptState, FormData>(action, {});
  const first = (field: string) => state.errors?.[field]?.[0];
  if (state.mfaToken && state.sub_domain)
    return <FinishSignIn mfaToken={state.mfaToken} organisation={state.sub_domain} />;
  return (
    <form action={submit} className="flex flex-col gap-4">
      <FormError message={state.error} attempt={state} />
      <TextField label="Email" name="email" type="email" autoComplete="username" readOnly defaultValue={email} />
      {!hasAccount && (
        <TextField
          label="Name"
          name="name"
          autoComplete="name"
          required
          limit={80}
          defaultValue={state.name ?? name}
          error={first('name')}
          key={state.name}
        />
      )}
      {suggestion ? (
        <NewPasswordField name="password" label="Password" suggestion={suggestion} error={first('password')} />
      ) : (
        <PasswordField
          label="Your password"
          name="password"
          autoComplete="current-password"
          hint="You already have an account with this email. Use its password here too."
          required
          limit={128}
          error={first('password')}
        />
      )}
      {hasAccount && (
        <a href="/forgetpassword" className="min-h-6 text-sm text-accent-text hover:underline">
          Forgot your password?
        </a>
      )}
      <Button type="submit" variant="primary" size="touch" wide pending={pending} pendingText="Joining…">
        Join
      </Button>
    </form>
  );
}
