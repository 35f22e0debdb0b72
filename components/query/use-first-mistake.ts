'use client';

import { type RefObject, useEffect, useRef } from 'react';
import type { ApiError } from '@/components/query/api-client';

/** For a form: after a failure the focus goes to the first field that is wrong, whose message is read with it. */
export function useFirstMistake(error: ApiError | undefined): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);
  return form;
}
