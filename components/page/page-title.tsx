'use client';

import { useShellIfAny } from '@/components/viewer/shell-context';

/**
 * What the browser's tab says: the thing first, then where it is, such as "WEB-12 Review the emails · Acme Studio".
 * Drawn by the page itself, so that it follows what is edited, and says so where a page is denied or missing.
 */
export function PageTitle({ children }: { children: string }) {
  const shell = useShellIfAny();
  return <title>{`${children} · ${shell?.organisation.name ?? 'Guildhall'}`}</title>;
}
