import type { ComponentProps } from 'react';
import { AssigneeStack } from '@/components/person/assignee-stack';
import { ParentMark } from '@/components/task/parent-mark';
import { Tick } from '@/components/task/tick';
import { DueDate } from '@/components/ui/due-date';
import { Link } from '@/components/ui/link';
import { PriorityMark } from '@/components/ui/priority-mark';
import { useOrganisationLinks } from '@/components/viewer/shell-context';
import { TaskStatus } from '@/components/workflow/task-status';
import { bidi } from '@/lib/bidi';
import { cn } from '@/lib/class-names';
import type { DashboardTask } from '@/lib/dashboard/schema';
import { COMPLETED } from '@/lib/task/vocabulary';

/** What a row draws. */
export type RowTask = Pick<
  DashboardTask,
  '_id' | 'key' | 'title' | 'status' | 'project_id' | 'priority' | 'parent' | 'due_date'
> & {
  project: Pick<DashboardTask['project'], 'name'>;
};

export function TaskRows<Task extends RowTask>({
  label,
  tasks,
  today,
  peopleOf,
  onComplete,
}: {
  label: string;
  tasks: readonly Task[];
  today: string;
  /** Not given: nobody is shown. */
  peopleOf?: (task: Task) => ComponentProps<typeof AssigneeStack>['task'];
  onComplete?: (task: Task) => void;
}) {
  const hrefTo = useOrganisationLinks();
  return (
    <ul aria-label={label}>
      {tasks.map((task) => (
        <li
          key={task._id}
          data-row={task.key}
          className={cn(
            'flex min-h-11 items-center gap-2 pr-4 hover:bg-hover sm:pr-5',
            // The mark, not the box around it that can be pressed, stands below the title.
            onComplete ? 'pl-[7px] sm:pl-[11px] pointer-coarse:pl-px' : 'pl-4 sm:pl-5',
          )}
        >
          {onComplete && <Tick of={task} name={bidi`${task.key} ${task.title}`} onTick={() => onComplete(task)} />}
          <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 py-1.5">
            <span className="flex min-w-0 flex-1 basis-48 items-baseline gap-2">
              <Link
                dir="auto"
                href={hrefTo(`taskpage?task=${task.key}`)}
                prefetch={false}
                data-title=""
                className="min-w-0 rounded-xs text-base font-medium break-words hover:underline line-clamp-2"
              >
                {task.title}
              </Link>
              <span className="hidden shrink-0 xl:inline-flex">
                <ParentMark parent={task.parent} short />
              </span>
            </span>
            <span
              className={cn(
                'flex flex-wrap items-center gap-x-3 text-xs text-text-3 sm:grid',
                // Keys and dates stand below one another in all lists of the page.
                onComplete
                  ? 'sm:grid-cols-[64px_64px_112px]'
                  : peopleOf
                    ? 'sm:grid-cols-[44px_88px_64px_64px_112px]'
                    : 'sm:grid-cols-[88px_64px_64px_112px]',
              )}
            >
              {peopleOf && (
                <span className="hidden sm:block">
                  <AssigneeStack task={peopleOf(task)} size={20} />
                </span>
              )}
              {!onComplete && <TaskStatus of={task} size={12} />}
              <span className="truncate tabular-nums" title={task.project.name}>
                {task.key}
              </span>
              <span className="flex items-center empty:max-sm:hidden">
                <PriorityMark priority={task.priority} card />
              </span>
              <DueDate date={task.due_date} today={today} done={task.status === COMPLETED} />
              <span className="empty:hidden sm:hidden">
                <ParentMark parent={task.parent} short />
              </span>
            </span>
          </div>
        </li>
      ))}
    </ul>
  );
}
