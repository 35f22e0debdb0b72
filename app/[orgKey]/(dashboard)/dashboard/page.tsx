import { DashboardView } from '@/components/dashboard/dashboard-view';
import { PageHeader } from '@/components/page/page-header';
import { type Search, textOf } from '@/components/page/search-params';
import { NewTaskButton } from '@/components/task/new/new-task-button';
import { PlainDay } from '@/components/ui/formats';
import { getClientHome } from '@/lib/client-home/queries';
import { getDashboard } from '@/lib/dashboard/queries';
import { formatsFor } from '@/lib/formats';
import { mayEver } from '@/lib/permission/policy';
import { orgPage } from '@/lib/session/transport';
import { firstWaiting } from '@/lib/waiting/queries';
import { AllActivity } from './all-activity';

export default async function DashboardPage({
  params,
  searchParams,
}: {
  params: Promise<{ orgKey: string }>;
  searchParams: Promise<Search>;
}) {
  const [{ orgKey }, search] = await Promise.all([params, searchParams]);
  if (textOf(search, 'view') === 'activity') return <AllActivity orgKey={orgKey} before={textOf(search, 'before')} />;
  const { dashboard, home, waiting, makesTasks, reader } = await orgPage(orgKey, 'dashboard.view', async (ctx) => ({
    dashboard: await getDashboard(ctx, { range: '7d' }),
    home: ctx.actor.role === 'client' ? await getClientHome(ctx) : null,
    waiting: await firstWaiting(ctx),
    reader: { locale: ctx.actor.locale, timeZone: ctx.actor.timeZone },
    makesTasks: mayEver(ctx.actor, 'task.create'),
  }));
  const formats = formatsFor(reader);
  const today = formats.today();
  return (
    <>
      <PageHeader
        title="Dashboard"
        beside={
          <p className="text-base text-text-2">
            <PlainDay date={today} style="heading" />
          </p>
        }
        // A phone has it in the bar at its foot.
        actions={
          makesTasks &&
          dashboard.projects.length > 0 && (
            <div className="max-sm:hidden">
              <NewTaskButton />
            </div>
          )
        }
      />
      <DashboardView initial={dashboard} home={home} waiting={waiting} today={today} />
    </>
  );
}
