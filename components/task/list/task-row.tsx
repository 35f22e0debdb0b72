'use client';

import { Circle, CircleCheck, Clock } from 'lucide-react';
import Link from 'next/link';
import { memo } from 'react';
import { AvatarStack } from '@/components/ui/avatar';
import { ClientBadge } from '@/components/ui/badge';
import { DueDate } from '@/components/ui/due-date';
import { PriorityMark } from '@/components/ui/priority-mark';
import { isStatusCode, StatusMark } from '@/components/ui/status-mark';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { cn } from '@/lib/class-names';
import type { TaskCard, TaskRights } from '@/lib/task/schema';
import { COMPLETED } from '@/lib/task/vocabulary';
import { Editable } from '../fields/editable';
import { loadAssigneePanel, loadDuePanel, loadPriorityMenu, loadStatusMenu } from '../fields/load-editors';
import type { TaskChanges } from '../task-edit';
import type { Edit } from './list-state';

export type TaskRowProps = {
  card: TaskCard;
  href: string;
  /** On the page over all projects. */
  project: { name: string } | null | undefined;
  rights: TaskRights;
  viewerId: string;
  marksAudience: boolean;
  waiting: boolean;
  today: string;
  onEdit: (id: string, changes: TaskChanges, people?: Edit['people']) => void;
};

const CELL = 'border-b border-border px-2 py-0.5 align-middle';

/** One task: what may be changed is a button, everything else is text. Two lines on a phone. */
export const TaskRow = memo(function TaskRow(props: TaskRowProps) {
  const { card, href, project, rights, viewerId, marksAudience, waiting, today, onEdit } = props;
  const { _id: id, key, title, status, priority, due_date: due, assignees } = card;
  const done = status === COMPLETED;
  const people = assignees.map(({ _id, name, pic }) => ({ id: _id, name, picture: pic }));
  const date = due ? <DueDate date={due} today={today} done={done} /> : <None>No date</None>;
  const urgency = priority === 'none' ? <None>No priority</None> : <PriorityMark priority={priority} />;
  const mark = isStatusCode(status) ? <StatusMark status={status} /> : null;
  const stack = people.length ? <AvatarStack people={people} max={3} /> : <None>Nobody</None>;
  return (
    <tr data-row="" className="group h-14 hover:bg-hover has-[a:focus-visible]:bg-hover sm:h-10">
      <td className={cn(CELL, 'w-9 pr-0 pl-1')}>
        <Tick
          done={done}
          name={`${key} ${title}`}
          disabled={!rights.move}
          onTick={(to) => onEdit(id, { status: to })}
        />
      </td>
      <td className={cn(CELL, 'w-20 text-xs whitespace-nowrap text-text-3 tabular-nums max-sm:hidden')}>{key}</td>
      <th scope="row" className={cn(CELL, 'max-w-0 text-left font-normal')}>
        <span className="flex items-center gap-2">
          <Link
            href={href}
            prefetch={false}
            data-title=""
            className={cn('min-w-0 truncate rounded-xs text-base font-medium hover:underline', done && 'text-text-2')}
          >
            {title}
          </Link>
          {marksAudience && card.audience === 'client' && (
            <span className="max-sm:hidden">
              <ClientBadge />
            </span>
          )}
          {waiting && (
            <span className="inline-flex items-center gap-1 text-xs text-text-3">
              <Clock className="size-3" />
              Waiting
            </span>
          )}
        </span>
        <span className="flex items-center gap-2 overflow-hidden text-xs text-text-3 sm:hidden">
          <span className="tabular-nums">{key}</span>
          <DueDate date={due} today={today} done={done} />
          <PriorityMark priority={priority} card />
        </span>
      </th>
      {project !== undefined && (
        <td className={cn(CELL, 'w-40 max-w-40 truncate text-sm text-text-2 max-lg:hidden')}>{project?.name}</td>
      )}
      <td className={cn(CELL, 'w-32 text-sm max-md:hidden')}>
        {rights.move ? (
          <Editable
            name="Status"
            field="status"
            popup="menu"
            load={loadStatusMenu}
            editor={{ value: status, onChange: (next: number) => onEdit(id, { status: next }) }}
          >
            {mark}
          </Editable>
        ) : (
          mark
        )}
      </td>
      <td className={cn(CELL, 'w-28 text-sm max-sm:w-16')}>
        {rights.assign || rights.assign_self ? (
          <Editable
            name="Assignees"
            field="assignees"
            popup="dialog"
            load={loadAssigneePanel}
            editor={{
              projectId: card.project_id,
              chosen: assignees,
              onlyMember: rights.assign ? undefined : viewerId,
              onChange: (next: TaskCard['assignees']) => onEdit(id, { assignee_ids: next.map(({ _id }) => _id) }, next),
            }}
          >
            {stack}
          </Editable>
        ) : (
          stack
        )}
      </td>
      <td className={cn(CELL, 'w-32 max-sm:hidden')}>
        {rights.edit ? (
          <Editable
            name="Due date"
            field="due"
            popup="dialog"
            load={loadDuePanel}
            editor={{
              name: 'Due date',
              value: due,
              today,
              onChange: (next: string | null) => onEdit(id, { due_date: next }),
            }}
          >
            {date}
          </Editable>
        ) : (
          date
        )}
      </td>
      <td className={cn(CELL, 'w-28 max-md:hidden')}>
        {rights.edit ? (
          <Editable
            name="Priority"
            field="priority"
            popup="menu"
            load={loadPriorityMenu}
            editor={{ value: priority, onChange: (next: TaskCard['priority']) => onEdit(id, { priority: next }) }}
          >
            {urgency}
          </Editable>
        ) : (
          urgency
        )}
      </td>
    </tr>
  );
});

/** Nothing there: a dash to the eye, the word to the ear. */
const None = ({ children }: { children: string }) => (
  <span className="inline-block min-w-8 text-text-3">
    <span aria-hidden="true">–</span>
    <VisuallyHidden>{children}</VisuallyHidden>
  </span>
);

/** Completes a task, or opens it again as pending. */
function Tick({
  done,
  name,
  disabled,
  onTick,
}: {
  done: boolean;
  name: string;
  disabled: boolean;
  onTick: (status: number) => void;
}) {
  if (disabled)
    return (
      <span className="flex size-8 items-center justify-center text-text-3">
        {done ? <CircleCheck className="text-st-completed" /> : <Circle />}
        <VisuallyHidden>{done ? 'Completed' : 'Open'}</VisuallyHidden>
      </span>
    );
  return (
    <button
      type="button"
      aria-label={`${done ? 'Reopen' : 'Complete'} ${name}`}
      onClick={() => onTick(done ? 1 : COMPLETED)}
      className="group/tick flex size-8 items-center justify-center rounded-full text-text-3 hover:text-ok-text pointer-coarse:size-11"
    >
      {done ? (
        <CircleCheck className="text-st-completed" />
      ) : (
        <>
          <Circle className="group-hover/tick:hidden" />
          <CircleCheck className="hidden group-hover/tick:block" />
        </>
      )}
    </button>
  );
}
