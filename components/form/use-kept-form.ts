'use client';

import { type FormEvent, startTransition, useActionState } from 'react';
import type { FormState } from '@/lib/session/schema';

export type FormAction = (before: FormState, form: FormData) => Promise<FormState>;

/**
 * A form that works before and without any script. With scripts it keeps what was typed when something is wrong: React
 * would empty it, passwords included.
 */
export function useKeptForm(action: FormAction) {
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
