'use client';

import { ButtonLink } from '@/components/ui/button-link';
import { FormError } from '@/components/ui/form/form-error';
import { cn } from '@/lib/class-names';
import type { FormFields, FormValues } from '@/lib/transport/form-fields';
import { type Choice, RecordField } from './record-field';
import { SubmitButton } from './submit-button';
import { type FormAction, useActionForm } from './use-action-form';

/** A record's form as a page. Works before and without scripts. */
export function RecordForm({
  action,
  fields,
  begun,
  choices,
  hidden,
  submit,
  pendingText,
  cancelHref,
}: {
  action: FormAction;
  /** Drawn in this order. */
  fields: FormFields;
  begun: FormValues;
  choices: Readonly<Record<string, readonly Choice[]>>;
  hidden: FormValues;
  submit: string;
  pendingText: string;
  cancelHref: string;
}) {
  const { state, errors, pending, form, summary } = useActionForm(action);
  const values = { ...begun, ...state.values };
  return (
    <form {...form} noValidate className="flex max-w-[640px] flex-col gap-4">
      <FormError {...summary} />
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={state.values?.[name] ?? value} />
      ))}
      {/* Another version shows what others changed in it. */}
      <div key={state.values?.version} className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {Object.entries(fields).map(([name, field]) => (
          <div key={name} className={cn(['line', 'prose', 'several'].includes(field.kind) && 'sm:col-span-2')}>
            <RecordField
              name={name}
              field={field}
              value={values[name] ?? ''}
              choices={choices[name]}
              error={errors[name]}
            />
          </div>
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <SubmitButton compact pending={pending} pendingText={pendingText}>
          {submit}
        </SubmitButton>
        <ButtonLink href={cancelHref} variant="quiet">
          Cancel
        </ButtonLink>
      </div>
    </form>
  );
}
