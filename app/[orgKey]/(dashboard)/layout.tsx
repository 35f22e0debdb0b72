import type { ReactNode } from 'react';
import { OrganisationShell } from '../organisation-shell';

/** Each page checks its own right again before it draws anything. */
export default async function DashboardLayout({
  params,
  children,
}: {
  params: Promise<{ orgKey: string }>;
  children: ReactNode;
}) {
  const { orgKey } = await params;
  return <OrganisationShell orgKey={orgKey}>{children}</OrganisationShell>;
}
