'use client';

import { SubmitButton } from '@/components/form/submit-button';
import { type FormAction, useActionForm } from '@/components/form/use-action-form';
import { FormError } from '@/components/ui/form/form-error';
import { PasswordField } from '@/components/ui/form/password-field';
import { askForCode, setNewPassword } from '@/lib/sign-up/actions';
import { EmailField, KeyField } from './account-fields';
import { CodeField } from './code-field';
import { FinishSignIn } from './finish-sign-in-lazy';
import { NewPasswordField } from './new-password-field';

type Known = { organisation: string; email: string };

function AccountFields({ organisation, email, errors }: Known & { errors: Record<string, string> }) {
  return (
    <>
      <KeyField value={organisation} error={errors.sub_domain} />
      <EmailField value={email} error={errors.email} />
    </>
  );
}

export function AskCodeForm(known: Known) {
  const { state, errors, pending, form, summary } = useActionForm(askForCode);
  const { values = {} } = state;
  return (
    <form {...form} className="flex flex-col gap-4">
      <FormError {...summary} />
      <AccountFields
        organisation={values.sub_domain ?? known.organisation}
        email={values.email ?? known.email}
        errors={errors}
      />
      <SubmitButton pending={pending} pendingText="Sending…">
        Send a code
      </SubmitButton>
    </form>
  );
}

export function ResetForm({ suggestion, ...known }: Known & { suggestion: string }) {
  const { state, errors, pending, form, summary } = useActionForm(setNewPassword);
  const { values = {} } = state;
  if (state.mfaToken)
    return <FinishSignIn mfaToken={state.mfaToken} organisation={values.sub_domain ?? known.organisation} />;
  return (
    <form {...form} className="flex flex-col gap-4">
      <FormError {...summary} />
      <CodeField error={errors.otp} />
      <NewPasswordField name="new_password" label="New password" suggestion={suggestion} error={errors.new_password} />
      <AccountFields
        organisation={values.sub_domain ?? known.organisation}
        email={values.email ?? known.email}
        errors={errors}
      />
      <SubmitButton pending={pending} pendingText="Saving…">
        Set new password
      </SubmitButton>
    </form>
  );
}

export function ChangePasswordForm({
  action,
  email,
  suggestion,
}: {
  action: FormAction;
  email: string;
  suggestion: string;
}) {
  const { state, errors, pending, form, summary } = useActionForm(action);
  if (state.done)
    return (
      <p role="status" className="rounded-sm bg-ok-soft px-3 py-2.5 text-base text-ok-text">
        {state.done}
      </p>
    );
  return (
    <form {...form} className="flex flex-col gap-4">
      <FormError {...summary} />
      {/* For password managers: whose password this is. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField
        id="current_password"
        label="Current password"
        name="current_password"
        autoComplete="current-password"
        required
        limit={256}
        error={errors.current_password}
      />
      <NewPasswordField name="new_password" label="New password" suggestion={suggestion} error={errors.new_password} />
      <SubmitButton pending={pending} pendingText="Changing…">
        Change password
      </SubmitButton>
    </form>
  );
}
