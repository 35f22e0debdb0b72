import { Plus } from 'lucide-react';
import type { Metadata } from 'next';
import { DashboardView } from '@/components/dashboard/dashboard-view';
import { PageHeader } from '@/components/shell/page-header';
import { ButtonLink } from '@/components/ui/button-link';
import { getDashboard } from '@/lib/dashboard/queries';
import { mayEver } from '@/lib/permission/policy';
import { orgPage } from '@/lib/transport';

export const metadata: Metadata = { title: 'Dashboard' };

const DATE = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });

export default async function DashboardPage({ params }: { params: Promise<{ orgKey: string }> }) {
  const { orgKey } = await params;
  const { dashboard, makesTasks } = await orgPage(orgKey, 'dashboard.view', async (ctx) => ({
    dashboard: await getDashboard(ctx, { range: '7d' }),
    makesTasks: mayEver(ctx.actor, 'task.create'),
  }));
  const now = new Date();
  return (
    <>
      <PageHeader
        title="Dashboard"
        beside={
          <p className="text-base text-text-2 max-sm:order-last max-sm:-mt-1 max-sm:basis-full">{DATE.format(now)}</p>
        }
        actions={
          makesTasks &&
          dashboard.projects.length > 0 && (
            <ButtonLink href={`/${orgKey}/task?new=task`} variant="primary" icon={<Plus />} prefetch={false}>
              New task
            </ButtonLink>
          )
        }
      />
      <DashboardView initial={dashboard} today={now.toISOString().slice(0, 10)} />
    </>
  );
}
