'use client';

import { memo, type ReactElement, type ReactNode } from 'react';
import { AssigneeStack } from '@/components/person/assignee-stack';
import { ClientBadge } from '@/components/ui/badge';
import { DueDate } from '@/components/ui/due-date';
import { PriorityMark } from '@/components/ui/priority-mark';
import { isStatusCode, StatusMark } from '@/components/ui/status-mark';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import type { TaskCard } from '@/lib/task/schema';
import { COMPLETED } from '@/lib/task/vocabulary';
import type { FieldKind } from '../fields/field-panel';
import { ParentMark } from '../parent-mark';
import { rightsOn, type Viewer } from '../task-rights';
import { Tick } from '../tick';

export type TaskRowProps = {
  card: TaskCard;
  href: string;
  /** Only on the page over all projects. */
  project: { name: string } | null | undefined;
  viewer: Viewer;
  /** The viewer may change some tasks of the list, if not this one. */
  changes: boolean;
  grouped: boolean;
  waiting: boolean;
  today: string;
  /** The field that is edited, and its editor around the field's button. */
  panel: { kind: FieldKind; around: (button: ReactElement) => ReactNode } | null;
};

/**
 * What may be changed is a button, the rest is text; two lines where the table is narrow. Without state and handlers:
 * `useRowActions` listens for all rows, and `app/styles/tasks.css` draws them.
 */
export const TaskRow = memo(function TaskRow(props: TaskRowProps) {
  const { card, href, project, viewer, changes, grouped, waiting, today, panel } = props;
  const { key, title, status, priority, due_date: due } = card;
  const rights = rightsOn(viewer, card);
  const done = status === COMPLETED;
  const shared = viewer.role !== 'client' && card.audience === 'client';
  const date = due ? <DueDate date={due} today={today} done={done} /> : <Nothing>No date</Nothing>;
  const urgency = priority === 'none' ? <Nothing>No priority</Nothing> : <PriorityMark priority={priority} />;
  const mark = isStatusCode(status) ? <StatusMark status={status} /> : null;
  const stack = (
    <AssigneeStack task={card}>
      <Nothing>Nobody</Nothing>
    </AssigneeStack>
  );
  const field = (kind: FieldKind, value: ReactNode) => {
    const { name, popup } = FIELD[kind];
    const isIcon = kind === 'status' && grouped;
    const button = (
      <button
        type="button"
        aria-haspopup={popup}
        aria-label={isIcon ? `${name}: ${card.status_label}` : undefined}
        title={isIcon ? 'Change the status' : undefined}
        data-field={kind}
        className={isIcon ? 'swap-status' : undefined}
      >
        {!isIcon && <VisuallyHidden>{name}: </VisuallyHidden>}
        {!isIcon && value}
      </button>
    );
    return panel?.kind === kind ? panel.around(button) : button;
  };
  return (
    <tr data-row={key}>
      {changes && <td className="done">{rights.move && <Tick done={done} name={`${key} ${title}`} />}</td>}
      <td className="key">{key}</td>
      <th scope="row" className="title">
        <span>
          <a href={href} data-title="" className={done ? 'title-done' : undefined}>
            {title}
          </a>
          {shared && (
            <span className="one-line">
              <ClientBadge />
            </span>
          )}
          {card.parent && (
            <span className="title-parent one-line">
              <ParentMark parent={card.parent} />
            </span>
          )}
          {waiting && <span className="mark-waiting">Waiting</span>}
        </span>
        <span className="second-line">
          <span>
            {!grouped && isStatusCode(status) && (
              <span className="inline-flex items-center">
                <StatusMark status={status} word="hidden" size={12} />
                <span aria-hidden="true" className="word-status pl-1.5">
                  {card.status_label}
                </span>
              </span>
            )}
            <span>{key}</span>
            <DueDate date={due} today={today} done={done} brief />
            <PriorityMark priority={priority} card />
            {shared && <ClientBadge />}
            <ParentMark parent={card.parent} short />
            {project && <span className="max-w-48 truncate">{project.name}</span>}
          </span>
          <span>
            <AssigneeStack task={card} size={20} cards={false} />
          </span>
        </span>
      </th>
      {project !== undefined && <td className="project">{project?.name}</td>}
      {(changes || !grouped) && <td className="status">{rights.move ? field('status', mark) : !grouped && mark}</td>}
      <td className="people">{rights.assign || rights.assign_self ? field('assignees', stack) : stack}</td>
      <td className="due">{rights.edit ? field('due', date) : date}</td>
      <td className="priority">{rights.edit ? field('priority', urgency) : urgency}</td>
    </tr>
  );
});

const FIELD = {
  status: { name: 'Status', popup: 'menu' },
  assignees: { name: 'Assignees', popup: 'dialog' },
  due: { name: 'Due date', popup: 'dialog' },
  priority: { name: 'Priority', popup: 'menu' },
} as const satisfies Record<FieldKind, object>;

const Nothing = ({ children }: { children: string }) => (
  <span className="nothing">
    <VisuallyHidden>{children}</VisuallyHidden>
  </span>
);
