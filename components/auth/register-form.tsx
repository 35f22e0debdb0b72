'use client';

import { SubmitButton } from '@/components/form/submit-button';
import { useActionForm } from '@/components/form/use-action-form';
import { FormError } from '@/components/ui/form/form-error';
import { registerAnotherOrganisation, registerOrganisation } from '@/lib/sign-up/actions';
import { EmailField, NameField } from './account-fields';
import { NewPasswordField } from './new-password-field';
import { OrganisationFields } from './organisation-fields';

export function RegisterForm({ address, suggestion }: { address: string; suggestion: string }) {
  const { state, errors, pending, form, summary } = useActionForm(registerOrganisation);
  const { values = {} } = state;
  return (
    <form {...form} className="flex flex-col gap-4">
      <FormError {...summary} />
      <OrganisationFields
        address={address}
        name={values.organisation_name}
        sub_domain={values.sub_domain}
        errors={errors}
      />
      <NameField value={values.name} error={errors.name} />
      <EmailField value={values.email} error={errors.email} />
      <NewPasswordField name="password" label="Password" suggestion={suggestion} error={errors.password} />
      <SubmitButton pending={pending} pendingText="Registering…">
        Register organisation
      </SubmitButton>
    </form>
  );
}

/** For people who are already signed in. */
export function AnotherOrganisationForm({ address }: { address: string }) {
  const { state, errors, pending, form, summary } = useActionForm(registerAnotherOrganisation);
  const { values = {} } = state;
  return (
    <form {...form} className="flex flex-col gap-4">
      <FormError {...summary} />
      <OrganisationFields
        address={address}
        name={values.organisation_name}
        sub_domain={values.sub_domain}
        errors={errors}
      />
      <SubmitButton pending={pending} pendingText="Creating…">
        Create organisation
      </SubmitButton>
    </form>
  );
}
