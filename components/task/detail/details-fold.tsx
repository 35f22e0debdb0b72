'use client';

import { type ReactNode, useId, useState } from 'react';
import { AssigneeStack } from '@/components/person/assignee-stack';
import { DueDate } from '@/components/ui/due-date';
import { TaskStatus } from '@/components/workflow/task-status';
import { cn } from '@/lib/class-names';
import type { TaskDetail } from '@/lib/task/schema';
import { COMPLETED } from '@/lib/task/vocabulary';

export function DetailsFold({ task, today, children }: { task: TaskDetail; today: string; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const panel = useId();
  return (
    <aside
      aria-label="Details"
      className="max-sm:rounded-lg max-sm:border max-sm:border-border max-sm:bg-surface lg:col-start-2 lg:row-span-3 lg:row-start-1"
    >
      <button
        type="button"
        aria-expanded={open}
        aria-controls={panel}
        onClick={() => setOpen(!open)}
        className="flex min-h-11 w-full items-center gap-3 rounded-lg px-3 text-left sm:hidden print:hidden"
      >
        <span aria-hidden="true" className={cn('icon icon-chevron-right shrink-0 text-text-3', open && 'rotate-90')} />
        <span className="text-sm font-semibold text-text-2">Details</span>
        {!open && (
          // What does not fit is cut from the end.
          <span className="flex h-6 min-w-0 flex-1 flex-wrap justify-end gap-x-3 overflow-hidden text-sm *:h-6">
            <TaskStatus of={task} />
            {task.blocked && <span className="mark-blocked">Blocked</span>}
            <DueDate date={task.due_date} today={today} done={task.status === COMPLETED} />
            <AssigneeStack task={task} size={20} />
          </span>
        )}
      </button>
      <div id={panel} className={cn('max-sm:px-3 max-sm:pb-3 print:block', !open && 'max-sm:hidden')}>
        {children}
      </div>
    </aside>
  );
}
