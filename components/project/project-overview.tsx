'use client';

import { ActivityList } from '@/components/activity/activity-list';
import { ProjectAttachments } from '@/components/attachment/project-attachments';
import { MilestonesCard } from '@/components/milestone/milestones-card';
import { AllLink } from '@/components/page/all-link';
import { RenderedText } from '@/components/page/rendered-text';
import { SectionCard } from '@/components/page/section-card';
import { UpdatesCard } from '@/components/project-update/updates-card';
import { DueDate } from '@/components/ui/due-date';
import { PlainDay } from '@/components/ui/formats';
import { Link } from '@/components/ui/link';
import { AvatarPopover } from '@/components/ui/overlay/avatar-popover';
import { useOrganisationLinks } from '@/components/viewer/shell-context';
import { TaskProgress } from '@/components/workflow/task-progress';
import { StatusName, TaskStatus } from '@/components/workflow/task-status';
import type { MilestoneRecord } from '@/lib/milestone/schema';
import type { UpdateRecord } from '@/lib/project-update/schema';
import { STATUSES } from '@/lib/task/vocabulary';
import { barCounts } from './health';
import type { ShownOverview } from './shown-overview';

export function ProjectOverview({
  project,
  late,
  milestones,
  updates,
  today,
  isClient,
}: ShownOverview & {
  milestones: readonly MilestoneRecord[];
  updates: { docs: readonly UpdateRecord[]; total: number } | null;
  today: string;
  isClient: boolean;
}) {
  const hrefTo = useOrganisationLinks();
  const by = barCounts(project.counts);
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <div className="flex min-w-0 flex-col gap-4">
        {late.length > 0 && (
          <SectionCard title="Late" flush>
            <ul>
              {late.map((task) => (
                <li key={task._id} className="flex min-h-11 items-center gap-3 px-4 py-1.5 hover:bg-hover sm:px-5">
                  <TaskStatus of={task} word="hidden" />
                  <Link
                    dir="auto"
                    href={hrefTo(`taskpage?task=${task.key}`)}
                    prefetch={false}
                    className="min-w-0 flex-1 rounded-xs text-base font-medium break-words hover:underline max-sm:line-clamp-2 sm:truncate"
                  >
                    {task.title}
                  </Link>
                  <span className="hidden w-16 text-xs text-text-3 tabular-nums sm:inline">{task.key}</span>
                  <span className="flex sm:w-28">
                    <DueDate date={task.due_date} today={today} />
                  </span>
                </li>
              ))}
            </ul>
          </SectionCard>
        )}
        <SectionCard
          title={isClient ? 'Progress of what is shared with you' : 'Progress'}
          beside={<span className="text-base text-text-2 tabular-nums">{project.progress} %</span>}
        >
          <TaskProgress counts={by} projectId={project._id} />
          <ul className="mt-3 grid grid-cols-2 gap-x-4 gap-y-1 sm:grid-cols-3 xl:grid-cols-5">
            {STATUSES.map(({ code }) => (
              <li key={code}>
                <Link
                  href={hrefTo(`projectdetails?project=${project.key}&tab=tasks&status=${code}`)}
                  prefetch={false}
                  className="flex min-h-8 items-center gap-2 rounded-sm text-base hover:underline"
                >
                  <TaskStatus of={{ status: code, project_id: project._id }} word="none" />
                  <span className="flex-1 xl:flex-none">
                    <StatusName of={{ status: code, project_id: project._id }} />
                  </span>
                  <span className="font-semibold tabular-nums">{by[code]}</span>
                </Link>
              </li>
            ))}
          </ul>
        </SectionCard>
        {updates && (
          <UpdatesCard
            projectId={project._id}
            updates={updates.docs}
            more={updates.total - updates.docs.length}
            mayWrite={project.mayEdit}
            isClient={isClient}
          />
        )}
        <MilestonesCard
          projectId={project._id}
          milestones={milestones}
          mayEdit={project.mayEdit}
          isClient={isClient}
          today={today}
          hrefOf={({ _id }) => hrefTo(`projectdetails?project=${project.key}&tab=tasks&filter=milestone:${_id}`)}
        />
        {project.description_html && (
          <SectionCard title="Description">
            <RenderedText html={project.description_html} />
          </SectionCard>
        )}
        <ProjectAttachments key={project._id} projectId={project._id} files={project.attachments} />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <SectionCard title="Details">
          <dl className="grid grid-cols-[max-content_minmax(0,1fr)] items-center gap-x-6 gap-y-2 text-base">
            <dt className="text-text-2">Leader</dt>
            <dd className="flex min-w-0 items-center gap-2">
              {project.leader ? (
                <>
                  <AvatarPopover
                    person={{ id: project.leader._id, name: project.leader.name, picture: project.leader.pic }}
                  />
                  <span dir="auto" className="truncate">
                    {project.leader.name}
                  </span>
                </>
              ) : (
                'Nobody yet'
              )}
            </dd>
            {project.start_date && (
              <>
                <dt className="text-text-2">Start</dt>
                <dd>
                  <PlainDay date={project.start_date} />
                </dd>
              </>
            )}
            {project.due_date && (
              <>
                <dt className="text-text-2">Due</dt>
                <dd>
                  <PlainDay date={project.due_date} />
                </dd>
              </>
            )}
            <dt className="text-text-2">People</dt>
            <dd className="tabular-nums">{project.member_count}</dd>
            <dt className="text-text-2">{isClient ? 'Tasks shared with you' : 'Tasks'}</dt>
            <dd className="tabular-nums">{project.counts.total}</dd>
          </dl>
        </SectionCard>
        {project.activity.length > 0 && (
          <SectionCard
            title="Recent activity"
            beside={<AllLink href={hrefTo(`projectdetails?project=${project.key}&tab=activity`)}>All activity</AllLink>}
          >
            <ActivityList activity={project.activity} />
          </SectionCard>
        )}
      </div>
    </div>
  );
}
