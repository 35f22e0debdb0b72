'use client';

import { Plus } from 'lucide-react';
import { useState } from 'react';
import { api, newIdempotencyKey } from '@/components/query/api-client';
import { useOrganisationLinks } from '@/components/shell/shell-context';
import { Button } from '@/components/ui/button';
import { DueDate } from '@/components/ui/due-date';
import { Link } from '@/components/ui/link';
import { isStatusCode, StatusMark } from '@/components/ui/status-mark';
import type { TaskDetail } from '@/lib/task/schema';
import { COMPLETED } from '@/lib/task/vocabulary';
import { AssigneeStack } from '../assignee-stack';
import { QuickAdd } from '../board/quick-add';
import type { TaskHandle } from './use-task';

/** The parts of a task; each is a task of its own. */
export function Subtasks({ handle, today, mayAdd }: { handle: TaskHandle; today: string; mayAdd: boolean }) {
  const hrefTo = useOrganisationLinks();
  const { task, patch } = handle;
  const [adding, setAdding] = useState(false);
  const { subtasks } = task;
  const done = subtasks.filter(({ status }) => status === COMPLETED).length;
  if (subtasks.length === 0 && !mayAdd) return null;

  async function add(title: string) {
    const created = await api.post<TaskDetail>(
      'Task',
      { project_id: task.project_id, parent_id: task._id, title, audience: task.audience },
      { idempotencyKey: newIdempotencyKey() },
    );
    patch((now) => ({ subtasks: [...now.subtasks.filter(({ _id }) => _id !== created._id), created] }));
  }

  return (
    <section aria-labelledby="subtasks-title">
      <div className="flex min-h-8 items-center justify-between">
        <h2 id="subtasks-title" className="text-sm font-semibold text-text-2">
          Subtasks{' '}
          {subtasks.length > 0 && (
            <span className="font-normal text-text-3 tabular-nums">
              {done} of {subtasks.length} completed
            </span>
          )}
        </h2>
        {mayAdd && !adding && (
          <Button variant="quiet" size="compact" icon={<Plus />} onClick={() => setAdding(true)}>
            Add subtask
          </Button>
        )}
      </div>
      {subtasks.length > 0 && (
        <ul className="divide-y divide-border rounded-lg border border-border bg-surface">
          {subtasks.map((subtask) => (
            <li key={subtask._id} className="flex min-h-10 items-center gap-3 px-3">
              {isStatusCode(subtask.status) && <StatusMark status={subtask.status} word="hidden" />}
              <Link
                href={hrefTo(`taskpage?task=${subtask.key}`)}
                prefetch={false}
                className="min-w-0 flex-1 truncate rounded-xs text-base hover:underline"
              >
                {subtask.title}
              </Link>
              <span className="text-xs text-text-3 tabular-nums max-sm:hidden">{subtask.key}</span>
              <DueDate date={subtask.due_date} today={today} done={subtask.status === COMPLETED} />
              <AssigneeStack task={subtask} size={20} />
            </li>
          ))}
        </ul>
      )}
      {adding && (
        <div className="pt-2">
          <QuickAdd label="New subtask" add={add} onClose={() => setAdding(false)} />
        </div>
      )}
    </section>
  );
}
