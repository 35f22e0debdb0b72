import { Suspense } from 'react';
import { DashboardView } from '@/components/dashboard/dashboard-view';
import { shownHome } from '@/components/dashboard/shown-home';
import { TodaysMeetingsLoading } from '@/components/meeting/todays-meetings';
import { PageHeader } from '@/components/page/page-header';
import { textOf } from '@/components/page/search-params';
import { NewTaskButton } from '@/components/task/new/new-task-button';
import { PlainDay } from '@/components/ui/formats';
import { isAnswer } from '@/lib/apart';
import { getClientHome, readClientHome } from '@/lib/client-home/queries';
import type { HomePart } from '@/lib/client-home/schema';
import { getDashboard, readDashboard } from '@/lib/dashboard/queries';
import type { GetDashboard } from '@/lib/dashboard/schema';
import { type DashboardPart, pageParts } from '@/lib/dashboard/vocabulary';
import { formatsFor } from '@/lib/formats';
import type { Ctx } from '@/lib/org';
import { mayEver } from '@/lib/permission/policy';
import { orgPage } from '@/lib/session/transport';
import { firstWaiting } from '@/lib/waiting/queries';
import { AllActivity } from './all-activity';
import { MeetingsOfToday } from './meetings-of-today';

export default async function DashboardPage({ params, searchParams }: PageProps<'/[orgKey]/dashboard'>) {
  const [{ orgKey }, search] = await Promise.all([params, searchParams]);
  if (textOf(search, 'view') === 'activity') return <AllActivity orgKey={orgKey} before={textOf(search, 'before')} />;
  const { dashboard, home, waiting, frame } = await readPage((work) => orgPage(orgKey, 'dashboard.view', work));
  const { makesTasks, reader } = frame;
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
          (dashboard.projects.length > 0 || dashboard.failed.length > 0) && (
            <div className="max-sm:hidden">
              <NewTaskButton />
            </div>
          )
        }
      />
      <DashboardView
        initial={dashboard}
        home={home && shownHome(home)}
        waiting={waiting}
        today={today}
        meetings={
          <Suspense fallback={<TodaysMeetingsLoading />}>
            <MeetingsOfToday orgKey={orgKey} />
          </Suspense>
        }
      />
    </>
  );
}

const asked = ({ actor }: Ctx): GetDashboard => ({ range: '7d', parts: pageParts(actor.role) });

type Pass = <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>;

/** All in one passage; where that fails, each card in one of its own, and what fails has its place and takes nothing else along. */
async function readPage(pass: Pass) {
  try {
    return await pass(async (ctx) => ({
      frame: frameOf(ctx),
      dashboard: { ...(await getDashboard(ctx, asked(ctx))), failed: [] as DashboardPart[] },
      home: ctx.actor.role === 'client' ? { ...(await getClientHome(ctx)), failed: [] as HomePart[] } : null,
      waiting: await firstWaiting(ctx),
    }));
  } catch (error) {
    if (isAnswer(error)) throw error;
  }
  const frame = await pass(async (ctx) => frameOf(ctx));
  return {
    frame,
    dashboard: await readDashboard(pass, frame.asked),
    home: frame.isClient ? await readClientHome(pass) : null,
    waiting: await pass(firstWaiting).catch((error: unknown) => {
      if (isAnswer(error)) throw error;
      return null;
    }),
  };
}

const frameOf = (ctx: Ctx) => ({
  reader: { locale: ctx.actor.locale, timeZone: ctx.actor.timeZone },
  makesTasks: mayEver(ctx.actor, 'task.create'),
  isClient: ctx.actor.role === 'client',
  asked: asked(ctx),
});
