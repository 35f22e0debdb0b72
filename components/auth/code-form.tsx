'use client';

import { SubmitButton } from '@/components/form/submit-button';
import { useActionForm } from '@/components/form/use-action-form';
import { Button } from '@/components/ui/button';
import { FormError } from '@/components/ui/form/form-error';
import { PasswordField } from '@/components/ui/form/password-field';
import { enterCode } from '@/lib/sign-up/actions';
import { EmailField, KeyField } from './account-fields';
import { CodeField } from './code-field';
import { FinishSignIn } from './finish-sign-in-lazy';

export function CodeForm({ organisation, email }: { organisation: string; email: string }) {
  const { state, errors, pending, form, summary } = useActionForm(enterCode);
  const { values = {} } = state;
  if (state.mfaToken)
    return <FinishSignIn mfaToken={state.mfaToken} organisation={values.sub_domain ?? organisation} />;
  return (
    <form {...form} className="flex flex-col gap-4">
      <FormError {...summary} />
      <CodeField error={errors.otp} sends />
      <EmailField value={values.email ?? email} error={errors.email} />
      <KeyField value={values.sub_domain ?? organisation} error={errors.sub_domain} />
      {errors.password && (
        <PasswordField
          id="password"
          label="Password that you chose when signing up"
          name="password"
          autoComplete="current-password"
          limit={512}
          error={errors.password}
        />
      )}
      <SubmitButton pending={pending} pendingText="Confirming…">
        Confirm
      </SubmitButton>
      <Button type="submit" name="intent" value="resend" formNoValidate variant="quiet" wide pending={pending}>
        Send a new code
      </Button>
      <p role="status" className="text-base text-ok-text">
        {state.done}
      </p>
    </form>
  );
}
