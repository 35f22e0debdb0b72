'use client';

import { SubmitButton } from '@/components/form/submit-button';
import { useActionForm } from '@/components/form/use-action-form';
import { FormError } from '@/components/ui/form/form-error';
import { joinOrganisation } from '@/lib/sign-up/actions';
import { EmailField, KeyField, NameField } from './account-fields';
import { NewPasswordField } from './new-password-field';

export function JoinForm({ organisation, suggestion }: { organisation: string; suggestion: string }) {
  const { state, errors, pending, form, summary } = useActionForm(joinOrganisation);
  const { values = {} } = state;
  return (
    <form {...form} className="flex flex-col gap-4">
      <FormError {...summary} />
      <KeyField
        hint="The first part of its links, for example “acme”."
        value={values.sub_domain ?? organisation}
        error={errors.sub_domain}
      />
      <NameField value={values.name} error={errors.name} />
      <EmailField value={values.email} error={errors.email} />
      <NewPasswordField name="password" label="Password" suggestion={suggestion} error={errors.password} />
      <p className="text-sm text-text-2">
        If you already have an account in another organisation, enter its password. You use the same password
        everywhere.
      </p>
      <SubmitButton pending={pending} pendingText="Sending…">
        Ask to join
      </SubmitButton>
    </form>
  );
}
