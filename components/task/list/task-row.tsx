'use client';

import { ArrowRightLeft, Clock } from 'lucide-react';
import { memo } from 'react';
import { AssigneeStack } from '@/components/person/assignee-stack';
import { ClientBadge } from '@/components/ui/badge';
import { DueDate } from '@/components/ui/due-date';
import { Link } from '@/components/ui/link';
import { PriorityMark } from '@/components/ui/priority-mark';
import { isStatusCode, StatusMark } from '@/components/ui/status-mark';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { cn } from '@/lib/class-names';
import type { TaskCard, TaskRights } from '@/lib/task/schema';
import { COMPLETED } from '@/lib/task/vocabulary';
import { Editable } from '../fields/editable';
import { loadAssigneePanel, loadDuePanel, loadPriorityMenu, loadStatusMenu } from '../fields/load-editors';
import { ParentMark } from '../parent-mark';
import type { TaskChanges } from '../task-edit';
import { Tick } from '../tick';
import { COLUMNS, PEOPLE, WORDS } from './columns';

export type TaskRowProps = {
  card: TaskCard;
  href: string;
  /** Only on the page over all projects. */
  project: { name: string } | null | undefined;
  rights: TaskRights;
  /** The viewer may change some tasks of the list, if not this one. */
  changes: boolean;
  grouped: boolean;
  viewerId: string;
  marksAudience: boolean;
  waiting: boolean;
  today: string;
  onEdit: (id: string, changes: TaskChanges, people?: TaskCard['assignees']) => void;
  onRead: (card: TaskCard) => void;
};

const LINE = 'border-b border-border py-0.5 align-middle';
const CELL = `${LINE} px-2`;

/** What may be changed is a button, the rest is text. Two lines where the table is narrow. */
export const TaskRow = memo(function TaskRow(props: TaskRowProps) {
  const { card, href, project, rights, changes, grouped, viewerId, marksAudience, waiting, today } = props;
  const { onEdit, onRead } = props;
  const { _id: id, key, title, status, priority, due_date: due, assignees } = card;
  const fold = COLUMNS[grouped ? 'grouped' : 'flat'];
  const done = status === COMPLETED;
  const shared = marksAudience && card.audience === 'client';
  const date = due ? <DueDate date={due} today={today} done={done} /> : <None>No date</None>;
  const urgency = priority === 'none' ? <None>No priority</None> : <PriorityMark priority={priority} />;
  const mark = isStatusCode(status) ? <StatusMark status={status} /> : null;
  const stack = (
    <AssigneeStack task={card}>
      <None>Nobody</None>
    </AssigneeStack>
  );
  return (
    <tr data-row="" className={cn('group h-10 hover:bg-hover has-[a:focus-visible]:bg-hover', fold.row)}>
      {changes && (
        <td className={cn(LINE, 'w-9')}>
          {rights.move && <Tick done={done} name={`${key} ${title}`} onTick={(to) => onEdit(id, { status: to })} />}
        </td>
      )}
      <td className={cn(CELL, 'w-19 text-xs whitespace-nowrap text-text-3 tabular-nums', fold.oneLine)}>{key}</td>
      <th scope="row" className={cn(CELL, 'relative w-full max-w-0 text-left font-normal')}>
        <span className="flex items-center gap-2">
          <Link
            href={href}
            prefetch={false}
            data-title=""
            className={cn(
              'min-w-0 truncate rounded-xs text-base font-medium after:absolute after:inset-0 hover:underline',
              done && 'text-text-2',
            )}
          >
            {title}
          </Link>
          {shared && (
            <span className={cn('shrink-0', fold.oneLine)}>
              <ClientBadge wordClass={WORDS.client} />
            </span>
          )}
          {card.parent && (
            <span className={cn('flex max-w-56 shrink-0', fold.oneLine)}>
              <ParentMark parent={card.parent} titleClass={WORDS.parent} />
            </span>
          )}
          {waiting && (
            <span className="inline-flex shrink-0 items-center gap-1 text-xs text-text-3">
              <Clock className="size-3" />
              Waiting
            </span>
          )}
        </span>
        <span className={cn('flex items-center gap-2 text-xs whitespace-nowrap text-text-3', fold.twoLines)}>
          {/* What does not fit goes to a line that is cut off: whole things, never halves. */}
          <span className="flex h-5 min-w-0 flex-1 flex-wrap items-center gap-x-2 overflow-hidden [&>*]:h-5">
            {!grouped && isStatusCode(status) && (
              <span className="inline-flex items-center">
                <StatusMark status={status} word="hidden" size={12} />
                <span aria-hidden="true" className={cn('pl-1.5', PEOPLE.column)}>
                  {card.status_label}
                </span>
              </span>
            )}
            <span className="tabular-nums leading-5">{key}</span>
            <DueDate date={due} today={today} done={done} />
            <PriorityMark priority={priority} card />
            {shared && <ClientBadge wordClass="hidden" />}
            <ParentMark parent={card.parent} short />
            {project && <span className="max-w-48 truncate leading-5">{project.name}</span>}
          </span>
          <span className={PEOPLE.line}>
            <AssigneeStack task={card} size={20} />
          </span>
        </span>
      </th>
      {project !== undefined && (
        <td className={cn(CELL, 'max-w-40 min-w-40 truncate text-sm text-text-2', fold.oneLine, fold.project)}>
          {project?.name}
        </td>
      )}
      {(changes || !grouped) && (
        <td className={cn(LINE, 'text-sm', grouped ? 'w-10 px-1' : 'w-28 px-2', fold.oneLine)}>
          {rights.move ? (
            <Editable
              name="Status"
              field="status"
              popup="menu"
              load={loadStatusMenu}
              editor={{ value: status, onChange: (next: number) => onEdit(id, { status: next }) }}
            >
              {grouped ? (
                <span
                  title="Change the status"
                  className="text-text-3 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
                >
                  <ArrowRightLeft className="size-4" />
                  <VisuallyHidden>{card.status_label}</VisuallyHidden>
                </span>
              ) : (
                mark
              )}
            </Editable>
          ) : (
            !grouped && mark
          )}
        </td>
      )}
      <td className={cn(CELL, 'w-24 text-sm', PEOPLE.column)}>
        {rights.assign || rights.assign_self ? (
          <Editable
            name="Assignees"
            field="assignees"
            popup="dialog"
            load={loadAssigneePanel}
            editor={{
              projectId: card.project_id,
              chosen: assignees,
              task: card,
              onRead,
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
      <td className={cn(CELL, 'w-30', fold.oneLine)}>
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
      <td className={cn(CELL, 'w-24', fold.oneLine, fold.priority)}>
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

const None = ({ children }: { children: string }) => (
  <span className="inline-block min-w-8 text-text-3">
    <span aria-hidden="true">–</span>
    <VisuallyHidden>{children}</VisuallyHidden>
  </span>
);
