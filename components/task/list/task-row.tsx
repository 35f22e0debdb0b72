'use client';

import { memo, type ReactElement, type ReactNode } from 'react';
import { FieldValue, type ShownField } from '@/components/custom-field/field-value';
import { LabelChips, labelMarks } from '@/components/label/label-chips';
import { AssigneeStack } from '@/components/person/assignee-stack';
import { ClientBadge } from '@/components/ui/badge';
import { DueDate } from '@/components/ui/due-date';
import { useFormats } from '@/components/ui/formats';
import { PriorityMark } from '@/components/ui/priority-mark';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { StatusName, TaskStatus } from '@/components/workflow/task-status';
import { useStatus } from '@/components/workflow/use-workflow';
import { bidi } from '@/lib/bidi';
import { type FieldRef, idOf, isRef } from '@/lib/custom-field/vocabulary';
import type { TaskCard } from '@/lib/task/schema';
import { COMPLETED, estimateWords, type ListColumn, type TaskColumn } from '@/lib/task/vocabulary';
import type { FieldKind } from '../fields/field-panel';
import { ParentMark } from '../parent-mark';
import { SubtaskMark } from '../subtask-mark';
import { rightsOn, type Viewer } from '../task-rights';
import { StillTick, Tick } from '../tick';
import { TABLE } from './table-roles';

export type TaskRowProps = {
  card: TaskCard;
  href: string;
  /** Only on the page over all projects. */
  project: { name: string } | null | undefined;
  /** What is drawn besides the title. */
  columns: readonly ListColumn[];
  /** Of the columns that the organisation defines. */
  fields: readonly ShownField[];
  /** The name of its category, where that is drawn. */
  category: string | undefined;
  viewer: Viewer;
  /** The viewer may change some tasks of the list, if not this one. */
  changes: boolean;
  /** Selected, to be changed with others. */
  picked: boolean;
  grouped: boolean;
  waiting: boolean;
  today: string;
  /** The field that is edited, and its editor around the field's button; `aside`: no column shows that. */
  panel: { kind: FieldKind; aside?: boolean; around: (part: ReactElement) => ReactNode } | null;
};

/**
 * What may be changed is a button, the rest is text. Everything once: where the table is narrow, styles put the same cells
 * and marks into a second line below the title. Without state and handlers:
 * `useRowActions` listens for all rows, and `app/styles/tasks.css` draws them.
 */
export const TaskRow = memo(function TaskRow(props: TaskRowProps) {
  const { card, href, project, columns, fields, category, viewer, changes, picked, grouped, waiting, today, panel } =
    props;
  const { key, title, status, priority, due_date: due } = card;
  const rights = rightsOn(viewer, card);
  const done = status === COMPLETED;
  const shared = viewer.role !== 'client' && card.audience === 'client';
  const date = due ? <DueDate date={due} today={today} done={done} /> : <Nothing>No date</Nothing>;
  const urgency = priority === 'none' ? <Nothing>No priority</Nothing> : <PriorityMark priority={priority} />;
  // Beside the circle its name is enough.
  const mark = changes ? <StatusName of={card} /> : <TaskStatus of={card} />;
  const { name: statusName } = useStatus(card);
  const stack = (
    <AssigneeStack task={card}>
      <Nothing>Nobody</Nothing>
    </AssigneeStack>
  );
  const field = (kind: FieldKind, value: ReactNode) => {
    const { name, popup } = fieldWords(kind, fields);
    const isIcon = kind === 'status' && grouped;
    const button = (
      <button
        type="button"
        aria-haspopup={popup}
        aria-label={isIcon ? bidi`${name}: ${statusName}` : undefined}
        title={isIcon ? 'Change the status' : undefined}
        data-field={kind}
        className={isIcon ? 'swap-status' : undefined}
      >
        {!isIcon && <VisuallyHidden>{bidi`${name}: `}</VisuallyHidden>}
        {!isIcon && value}
      </button>
    );
    return panel?.kind === kind && !panel.aside ? panel.around(button) : button;
  };
  const set = (kind: FieldKind, value: ReactNode) => (rights.edit ? field(kind, value) : value);
  const link = (
    <a dir="auto" href={href} data-title="" className={done ? 'title-done' : undefined}>
      {title}
    </a>
  );
  const labelled = columns.includes('labels');
  const marks =
    shared ||
    waiting ||
    card.blocked ||
    card.subtask_progress ||
    (!labelled && card.labels?.length) ||
    (card.parent && !columns.includes('parent'));
  const cell: Record<TaskColumn, () => ReactNode> = {
    key: () => key,
    project: () => project?.name,
    status: () => (rights.move ? field('status', mark) : !grouped && mark),
    people: () => (rights.assign || rights.assign_self ? field('assignees', stack) : stack),
    due: () => set('due', date),
    priority: () => set('priority', urgency),
    category: () => set('category', category ?? <Nothing>No category</Nothing>),
    labels: () => set('labels', card.labels?.length ? <LabelChips labels={card.labels} /> : <Nothing>None</Nothing>),
    milestone: () => set('milestone', card.milestone?.name ?? <Nothing>No milestone</Nothing>),
    start: () => set('start', <Day date={card.start_date} />),
    estimate: () =>
      set('estimate', card.estimate_minutes ? estimateWords(card.estimate_minutes) : <Nothing>No estimate</Nothing>),
    spent: () => (card.spent_minutes ? estimateWords(card.spent_minutes) : <Nothing>No time</Nothing>),
    parent: () => (card.parent ? bidi`${card.parent.key} ${card.parent.title}` : <Nothing>No parent</Nothing>),
    creator: () => card.created_by?.name ?? 'Somebody else',
    created: () => <Moment at={card.created_at} />,
    updated: () => <Moment at={card.updated_at} />,
    completed: () => <Moment at={card.completed_at} />,
  };
  const ownCell = (name: FieldRef) => {
    const own = fields.find(({ _id }) => _id === idOf(name));
    const value = card.custom?.[idOf(name)];
    if (!own) return null;
    return set(
      name,
      value === undefined ? (
        <Nothing>None</Nothing>
      ) : (
        <FieldValue field={own} value={value} people={card.custom_people} cell />
      ),
    );
  };
  const cells = (names: readonly ListColumn[]) =>
    names.map((name) => (
      <td key={name} {...TABLE.cell} className={isRef(name) ? 'custom' : name}>
        {isRef(name) ? ownCell(name) : cell[name]()}
      </td>
    ));
  return (
    <tr {...TABLE.row} data-row={key} className={picked ? 'picked' : undefined}>
      {changes && (
        <td {...TABLE.cell} className="pick">
          <button type="button" aria-pressed={picked} aria-label={`Select ${key}`} className="pick-box" />
        </td>
      )}
      {changes && (
        <td {...TABLE.cell} className="done">
          {rights.move ? <Tick of={card} name={bidi`${key} ${title}`} /> : <StillTick of={card} />}
        </td>
      )}
      {cells(columns.filter((name) => name === 'key'))}
      <th {...TABLE.rowHead} scope="row" className="title">
        <span className={panel?.kind === 'title' ? 'row-line row-edited' : 'row-line'}>
          {panel?.kind === 'title' ? panel.around(link) : link}
          {marks && (
            <span className="marks">
              {shared && <ClientBadge />}
              {waiting && <span className="mark-waiting">Waiting</span>}
              {card.blocked && <span className="mark-blocked">Blocked</span>}
              <SubtaskMark of={card.subtask_progress} />
              {!labelled && labelMarks(card.labels)}
              {!columns.includes('parent') && <ParentMark parent={card.parent} />}
            </span>
          )}
        </span>
        {rights.edit && panel?.kind !== 'title' && (
          <button type="button" data-field="title" aria-label={`Edit the title of ${key}`}>
            Edit
          </button>
        )}
        {panel?.aside &&
          panel.around(
            <button type="button" tabIndex={-1} aria-label={fieldWords(panel.kind, fields).name} className="sr-only" />,
          )}
      </th>
      {cells(columns.filter((name) => name !== 'key'))}
    </tr>
  );
});

const FIELD = {
  status: { name: 'Status', popup: 'menu' },
  assignees: { name: 'Assignees', popup: 'dialog' },
  due: { name: 'Due date', popup: 'dialog' },
  priority: { name: 'Priority', popup: 'menu' },
  category: { name: 'Category', popup: 'menu' },
  milestone: { name: 'Milestone', popup: 'menu' },
  start: { name: 'Start date', popup: 'dialog' },
  estimate: { name: 'Estimate', popup: 'dialog' },
  labels: { name: 'Labels', popup: 'dialog' },
  title: { name: 'Title', popup: 'dialog' },
} as const satisfies Record<Exclude<FieldKind, FieldRef>, object>;

function fieldWords(kind: FieldKind, fields: readonly ShownField[]): { name: string; popup: 'menu' | 'dialog' } {
  if (!isRef(kind)) return FIELD[kind];
  const own = fields.find(({ _id }) => _id === idOf(kind));
  return { name: own?.name ?? '', popup: own?.kind === 'choice' ? 'menu' : 'dialog' };
}

function Day({ date }: { date: string | null }) {
  const formats = useFormats();
  return date ? formats.day(date) : <Nothing>No date</Nothing>;
}

/** The reader's day of it. */
function Moment({ at }: { at: string | null }) {
  const formats = useFormats();
  return at ? formats.dayOf(at) : <Nothing>No date</Nothing>;
}

const Nothing = ({ children }: { children: string }) => <span className="nothing">{children}</span>;
