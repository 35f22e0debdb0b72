'use client';

import { useRouter } from 'next/navigation';
import { useCallback } from 'react';
import { isUrlAhead } from './page-url';

let refreshAhead: (() => void) | null = null;

/** `refresh-ahead.ts` says how, where the URL is ahead of what was read. */
export function onRefreshAhead(refresh: () => void): void {
  refreshAhead = refresh;
}

/** Reads what the server renders of this page anew; what is typed, opened and scrolled stays. */
export function useRefresh(): () => void {
  const { refresh } = useRouter();
  return useCallback(() => {
    if (refreshAhead && isUrlAhead()) refreshAhead();
    else refresh();
  }, [refresh]);
}
