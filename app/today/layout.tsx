import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import { loginUrl } from '@/app/(public)/entry-urls';
import { OrganisationShell } from '@/app/[orgKey]/organisation-shell';
import { pageClaims } from '@/lib/session/caller';

/** Of no one organisation: shown in the shell of the open one. */
export default async function TodayLayout({ children }: { children: ReactNode }) {
  if (!(await pageClaims())) redirect(await loginUrl('/today'));
  return <OrganisationShell orgKey={null}>{children}</OrganisationShell>;
}
