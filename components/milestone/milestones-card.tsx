import { Diamond } from 'lucide-react';
import { SectionCard } from '@/components/page/section-card';
import { Badge, ClientBadge } from '@/components/ui/badge';
import { DueDate } from '@/components/ui/due-date';
import { Link } from '@/components/ui/link';
import { ProgressBar } from '@/components/ui/progress-bar';
import { cn } from '@/lib/class-names';
import type { MilestoneRecord } from '@/lib/milestone/schema';
import { MilestoneApproval } from './lazy-approval';
import { AddMilestone, MilestoneActions } from './milestone-actions';

/** The way of a project, from its first milestone to the last. */
export function MilestonesCard({
  projectId,
  milestones,
  mayEdit,
  isClient,
  today,
  hrefOf,
}: {
  projectId: string;
  milestones: readonly MilestoneRecord[];
  mayEdit: boolean;
  isClient: boolean;
  today: string;
  /** The tasks of one. */
  hrefOf: (milestone: MilestoneRecord) => string;
}) {
  if (milestones.length === 0 && !mayEdit) return null;
  const next = milestones.find(({ reached_at }) => !reached_at);
  return (
    <SectionCard title="Milestones" beside={mayEdit && <AddMilestone projectId={projectId} />}>
      {milestones.length === 0 ? (
        <p className="text-base text-text-2">
          No milestones yet. Add the goals on the way, such as a design review or the launch, and put tasks into them.
        </p>
      ) : (
        <ol className="-my-1">
          {milestones.map((milestone, at) => (
            <li key={milestone._id} className="group/goal relative flex gap-3 py-1">
              {at < milestones.length - 1 && (
                <span aria-hidden="true" className="absolute top-7 -bottom-2 left-[9px] w-px bg-border-strong" />
              )}
              <span
                aria-hidden="true"
                className={cn(
                  'relative mt-1.5 flex size-5 shrink-0 items-center justify-center bg-surface [&>svg]:size-4',
                  milestone.reached_at ? 'text-ok [&>svg]:fill-current' : 'text-text-3',
                  milestone === next && 'text-accent',
                )}
              >
                <Diamond />
              </span>
              <div className="min-w-0 flex-1 py-0.5">
                <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-0.5">
                  <Link
                    dir="auto"
                    href={hrefOf(milestone)}
                    prefetch={false}
                    className="min-w-0 rounded-xs text-base font-medium wrap-anywhere hover:underline"
                  >
                    {milestone.name}
                  </Link>
                  {milestone.reached_at ? (
                    <Badge tone="ok">Reached</Badge>
                  ) : (
                    <DueDate date={milestone.due_date} today={today} showNone={mayEdit} />
                  )}
                  {!isClient && milestone.audience === 'client' && <ClientBadge />}
                </div>
                <div className="mt-1 flex items-center gap-3">
                  <div className="w-28 shrink-0 sm:w-40">
                    <ProgressBar counts={countsOf(milestone)} />
                  </div>
                  <span className="text-xs text-text-3 tabular-nums">{tasksInWords(milestone, isClient)}</span>
                </div>
                {milestone.sign_off && <MilestoneApproval milestone={milestone} />}
              </div>
              {mayEdit && (
                <MilestoneActions
                  milestone={milestone}
                  behind={milestones[at - 1]?._id ?? null}
                  above={at > 0 ? (milestones[at - 2]?._id ?? null) : undefined}
                  below={milestones[at + 1]?._id}
                />
              )}
            </li>
          ))}
        </ol>
      )}
    </SectionCard>
  );
}

const countsOf = ({ tasks: { total, completed } }: MilestoneRecord) => ({ 4: completed, 1: total - completed });

function tasksInWords({ tasks: { total, completed } }: MilestoneRecord, isClient: boolean): string {
  if (total === 0) return isClient ? 'No tasks shared with you' : 'No tasks';
  return `${completed} of ${total} ${isClient ? 'shared with you ' : ''}completed`;
}
