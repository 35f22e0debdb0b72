import { type RefObject, useEffect } from 'react';
import type { ApiError } from './api-client';
import { useConnected } from './connectivity';

/** How long a form waits before it tries again while nobody has said that the connection is gone (ms). */
const PAUSE = 1_000;

/** What a form says whose call reached nobody; null for other failures, which speak for themselves. */
export const notSaved = (error: ApiError | undefined): string | undefined =>
  error?.code === 'offline'
    ? 'Not saved: the server cannot be reached. What you entered stays here, and is saved when you are connected again.'
    : error?.message;

/** Sends a form again, as it is then, once the server can be reached: for a form that may be sent twice. */
export function useSubmitWhenBack(form: RefObject<HTMLFormElement | null>, error: ApiError | undefined): void {
  const connected = useConnected();
  useEffect(() => {
    if (!connected || error?.code !== 'offline') return;
    const timer = setTimeout(() => form.current?.requestSubmit(), PAUSE);
    return () => clearTimeout(timer);
  }, [connected, error, form]);
}
