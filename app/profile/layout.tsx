import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import { loginUrl } from '@/app/(public)/entry-urls';
import { OrganisationShell } from '@/app/[orgKey]/organisation-shell';
import { pageClaims } from '@/lib/session/caller';

/** No organisation in the URL: shown in the shell of the open one. */
export default async function ProfileLayout({ children }: { children: ReactNode }) {
  const claims = await pageClaims();
  if (!claims) redirect(await loginUrl('/profile'));
  return <OrganisationShell orgKey={null}>{children}</OrganisationShell>;
}
