'use client';

import { type RefObject, useEffect, useRef } from 'react';
import type { ApiError } from '@/components/query/api-client';

/** After a failure the focus goes to the form's first wrong field, so that its message is read. */
export function useFirstMistake(error: ApiError | undefined): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);
  return form;
}
