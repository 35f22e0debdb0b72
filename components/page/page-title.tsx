'use client';

import { useShellIfAny } from '@/components/viewer/shell-context';
import { bidi } from '@/lib/bidi';

/** Tab title, e.g. "WEB-12 Review the emails · Acme Studio". Rendered by the page, so that it follows edits. */
export function PageTitle({ children }: { children: string }) {
  const shell = useShellIfAny();
  return <title>{bidi`${children} · ${shell?.organisation.name ?? 'Guildhall'}`}</title>;
}
