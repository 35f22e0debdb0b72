import { OrganisationShell } from '../organisation-shell';

/** Each page checks its own right again before it draws anything. */
export default async function DashboardLayout({ params, children }: LayoutProps<'/[orgKey]'>) {
  const { orgKey } = await params;
  return <OrganisationShell orgKey={orgKey}>{children}</OrganisationShell>;
}
