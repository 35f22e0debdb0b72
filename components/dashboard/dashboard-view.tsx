'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { type ReactNode, useEffect, useRef } from 'react';
import { ActivityList } from '@/components/activity/activity-list';
import { useCatchUp, useLive, useLiveEvents } from '@/components/live/live-provider';
import { AllLink } from '@/components/page/all-link';
import { FailedCard } from '@/components/page/failed-card';
import { SectionCard } from '@/components/page/section-card';
import { WhoCanHelp } from '@/components/person/who-can-help';
import { clientHomeQuery, DASHBOARD, dashboardPage, workloadQuery } from '@/components/query/dashboard-query';
import { EmptyState } from '@/components/ui/empty-state';
import { useOrganisationLinks, useShell } from '@/components/viewer/shell-context';
import type { Waiting as WaitingList } from '@/components/waiting/use-waiting-for-me';
import { WaitingCard } from '@/components/waiting/waiting-card';
import type { Dashboard } from '@/lib/dashboard/schema';
import type { DashboardPart } from '@/lib/dashboard/vocabulary';
import { mayEver } from '@/lib/permission/policy';
import { FirstSteps } from './first-steps';
import { MyDay } from './my-day';
import { ProjectsAtAGlance } from './projects-at-a-glance';
import type { ShownHome } from './shown-home';
import { StatusCounts } from './status-counts';
import { TaskRows } from './task-rows';

/** Of clients alone. */
const ClientHomeView = dynamic(() => import('./client-home').then((part) => part.ClientHomeView));

/** Of leaders, admins and observers. */
const WorkloadCard = dynamic(() => import('./team-cards').then((part) => part.WorkloadCard));
const OrganisationCard = dynamic(() => import('./team-cards').then((part) => part.OrganisationCard));

/** Decides what the list of further tasks holds. */
type Reader = 'team' | 'observer';
const WAITING_WORDS: Record<Reader, { title: string; none: string }> = {
  team: { title: 'Overdue with others', none: 'No task of somebody else is overdue.' },
  observer: { title: 'Overdue', none: 'No task is overdue.' },
};

const ALL_ACTIVITY = 'dashboard?view=activity';
/** Milliseconds: changes come in bursts, and one refetch is enough. */
const SETTLE = 400;

export function DashboardView({
  initial,
  home: firstHome = null,
  waiting,
  today,
  meetings,
}: {
  initial: Dashboard;
  /** Of a client. */
  home?: ShownHome | null;
  waiting: WaitingList | null;
  today: string;
  /** The card of today's meetings, which comes by itself. */
  meetings?: ReactNode;
}) {
  const { member } = useShell();
  const queries = useQueryClient();
  const { channels } = useLive();
  const hrefTo = useOrganisationLinks();
  const { data } = useQuery({
    ...dashboardPage(member.role),
    initialData: initial,
    // Coming back, the server has newer data than this cache.
    gcTime: 0,
  });
  const { data: home } = useQuery<ShownHome>({
    ...clientHomeQuery,
    enabled: firstHome !== null,
    initialData: firstHome ?? undefined,
    gcTime: 0,
  });
  useEffect(() => void queries.setQueryData(DASHBOARD, initial), [queries, initial]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const refresh = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      for (const queryKey of [DASHBOARD, clientHomeQuery.queryKey, workloadQuery.queryKey])
        void queries.invalidateQueries({ queryKey });
    }, SETTLE);
  };
  const shown = data.projects.map(({ _id }) => channels.project(_id));
  useLiveEvents([...channels.projects, ...shown], refresh);
  useLiveEvents([channels.member], ({ event }) => event === 'request.changed' && refresh());
  useCatchUp(refresh);

  const isClient = member.role === 'client';
  const worksHere = mayEver(member, 'task.move');
  const failed = (part: DashboardPart) => data.failed.includes(part);
  const knows = !failed('counts') && !failed('projects');
  const nothing = knows && data.counts.total === 0 && data.projects.length === 0;
  const retry = () => void queries.invalidateQueries({ queryKey: DASHBOARD });
  const card = (part: DashboardPart, title: string, shown: ReactNode) =>
    failed(part) ? <FailedCard title={title} onRetry={retry} /> : shown;
  const leads = mayEver(member, 'project.create');

  if (nothing && !leads) {
    return (
      <div className="flex flex-col gap-4">
        <EmptyState
          title={
            isClient
              ? 'No project is shared with you yet'
              : member.role === 'observer'
                ? 'No project yet'
                : 'You are in no project yet'
          }
        >
          <p>
            {isClient
              ? 'Once a project is shared with you, its progress appears here.'
              : 'Once you are in a project, its tasks appear here.'}
          </p>
          {member.role !== 'observer' && (
            <WhoCanHelp to={isClient ? 'share a project with you' : 'add you to a project'} />
          )}
        </EmptyState>
        {meetings}
      </div>
    );
  }
  if (home) return <ClientHomeView dashboard={data} home={home} waiting={waiting} today={today} meetings={meetings} />;
  const reader: Reader = worksHere ? 'team' : 'observer';
  // On a phone the columns dissolve (`contents`), so that each part gets its own order: my day comes first.
  return (
    <div className="flex flex-col gap-4">
      {leads && knows && <FirstSteps dashboard={data} />}
      {!nothing && (
        <div className="max-sm:order-2">{card('counts', 'Tasks by status', <StatusCounts counts={data.counts} />)}</div>
      )}
      <div className="grid items-start gap-4 max-sm:contents lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-4 max-sm:contents">
          {worksHere && !nothing && (
            <div className="max-sm:order-1">{card('my_day', 'My day', <MyDay day={data.my_day} today={today} />)}</div>
          )}
          <div className="empty:hidden max-sm:order-2">
            <WaitingCard initial={waiting} />
          </div>
          {!nothing && (
            <div className="max-sm:order-3">
              {card('waiting', WAITING_WORDS[reader].title, <Waiting dashboard={data} today={today} reader={reader} />)}
            </div>
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-4 max-sm:order-4">
          {meetings}
          {mayEver(member, 'organisation.edit') && <OrganisationCard />}
          {card(
            'projects',
            'Projects at a glance',
            data.projects.length > 0 && <ProjectsAtAGlance projects={data.projects} today={today} />,
          )}
          {!nothing && mayEver(member, 'workload.view') && <WorkloadCard />}
          {card(
            'activity',
            'Recent activity',
            data.activity.length > 0 && (
              <SectionCard title="Recent activity" beside={<AllLink href={hrefTo(ALL_ACTIVITY)}>All activity</AllLink>}>
                <ActivityList activity={data.activity} />
              </SectionCard>
            ),
          )}
        </div>
      </div>
    </div>
  );
}

function Waiting({ dashboard, today, reader }: { dashboard: Dashboard; today: string; reader: Reader }) {
  const { waiting } = dashboard;
  const { title, none } = WAITING_WORDS[reader];
  return (
    <SectionCard title={title} flush={waiting.length > 0}>
      {waiting.length === 0 ? (
        <p className="text-base text-text-2">{none}</p>
      ) : (
        <TaskRows label={title} tasks={waiting} today={today} peopleOf={(task) => task} />
      )}
    </SectionCard>
  );
}
