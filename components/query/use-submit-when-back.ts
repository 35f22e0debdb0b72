import { type RefObject, useEffect } from 'react';
import type { ApiError } from './api-client';
import { useConnected } from './connectivity';

/** Pause before trying again while the connection counts as up (ms). */
const PAUSE = 1_000;

/** The words of a failure; for a call that got no answer, that the form is saved later. */
export const notSaved = (error: ApiError | undefined): string | undefined =>
  error?.code === 'offline'
    ? 'Not saved: the server cannot be reached. What you entered stays here, and is saved when you are connected again.'
    : error?.message;

/** Sends a form again, as it is then, once the server is back. Only for forms that may be sent twice. */
export function useSubmitWhenBack(form: RefObject<HTMLFormElement | null>, error: ApiError | undefined): void {
  const connected = useConnected();
  useEffect(() => {
    if (!connected || error?.code !== 'offline') return;
    const timer = setTimeout(() => form.current?.requestSubmit(), PAUSE);
    return () => clearTimeout(timer);
  }, [connected, error, form]);
}
