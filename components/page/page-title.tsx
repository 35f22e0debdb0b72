'use client';

import { useShellIfAny } from '@/components/viewer/shell-context';
import { bidi } from '@/lib/bidi';

/** Tab title, e.g. "WEB-12 Review the emails · Acme Studio". Rendered by the page, so that it follows edits. */
export function PageTitle({ children }: { children: string }) {
  const shell = useShellIfAny();
  const viewed = shell?.view ? bidi`Viewing as ${shell.member.name}: ` : '';
  return <title>{bidi`${viewed}${children} · ${shell?.organisation.name ?? 'Guildhall'}`}</title>;
}
