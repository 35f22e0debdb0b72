'use client';

import { type FormEvent, startTransition, useActionState } from 'react';
import type { FormState } from '@/lib/session/schema';

export type FormAction = (before: FormState, form: FormData) => Promise<FormState>;

/** Works before and without scripts. With scripts it keeps typed values after an error: React would empty the form. */
export function useActionForm(action: FormAction) {
  const [state, submit, pending] = useActionState<FormState, FormData>(action, {});
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const data = new FormData(event.currentTarget, submitter);
    startTransition(() => submit(data));
  };
  const { error, errors = {} } = state;
  const fields = Object.entries(errors).map(([id, message]) => ({ id, message }));
  return {
    state,
    errors,
    pending,
    form: { action: submit, onSubmit },
    summary: { message: error, fields, attempt: state },
  };
}
