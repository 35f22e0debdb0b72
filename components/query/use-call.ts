'use client';

import { useState } from 'react';
import { ApiError, reasonOf } from '@/components/query/api-client';
import { showToast } from '@/components/ui/overlay/toast';
import { useRefresh } from '@/components/url/use-refresh';

/** `status`: what a `FormDialog` shows of the call. */
export function useCall() {
  const refresh = useRefresh();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<ApiError>();
  async function run<T>(call: () => Promise<T>, done?: (value: T) => string | null): Promise<boolean> {
    if (pending) return false;
    setPending(true);
    setError(undefined);
    try {
      const value = await call();
      const text = done?.(value);
      if (text) showToast({ kind: 'success', text });
      refresh();
      return true;
    } catch (failure) {
      setError(failure instanceof ApiError ? failure : new ApiError(0, 'unexpected', reasonOf(failure)));
      // Somebody else was first, so the page may be stale.
      if (failure instanceof ApiError && failure.status === 409) refresh();
      return false;
    } finally {
      setPending(false);
    }
  }
  return { run, pending, error, status: { pending, message: error?.message, attempt: error } };
}
