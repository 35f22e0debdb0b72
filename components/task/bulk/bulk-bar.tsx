'use client';

import { type ComponentProps, type ReactNode, useState } from 'react';
import { CategoryMenu } from '@/components/category/category-menu';
import { LabelPanel } from '@/components/label/label-panel';
import { MilestoneMenu } from '@/components/milestone/milestone-menu';
import { Button } from '@/components/ui/button';
import { DuePanel } from '@/components/ui/form/due-panel';
import type { EditorProps } from '@/components/ui/form/editor';
import type { TaskLabel } from '@/lib/label/schema';
import type { TaskCard, TaskMilestone } from '@/lib/task/schema';
import { AudienceMenu } from '../fields/audience-menu';
import { PriorityMenu } from '../fields/priority-menu';
import { StatusMenu } from '../fields/status-menu';
import type { Looks } from '../task-edit';
import { rightsOn, type Viewer } from '../task-rights';
import { type BulkSource, bulkChange, namesOf } from './bulk-change';
import { common, ofAll, ticks } from './bulk-common';
import { BulkField } from './bulk-field';
import { BulkMove } from './bulk-move';
import { BulkPeople } from './bulk-people';
import { progressWords, type SoFar, takesLong } from './bulk-progress';
import type { BulkSet } from './bulk-undo';
import { type Selection, useAllMatching } from './use-all-matching';

type Field =
  | ('status' | 'assignees' | 'priority' | 'due' | 'start')
  | ('category' | 'milestone' | 'labels' | 'audience' | 'field');
const DIALOGS: readonly Field[] = ['assignees', 'due', 'start', 'labels'];
const labelsOf = ({ labels = [] }: TaskCard): readonly TaskLabel[] => labels;

/** Empty where they differ: then none is chosen, not even no date. */
const dateOf = (date: string | null | undefined) => (date === undefined ? '' : date);

/** What can be done with the selected tasks; how far it is, once none is selected any more. */
export function BulkBar({
  source,
  today,
  viewer,
  soFar,
  onSoFar,
  onClear,
  ...selection
}: Selection & {
  source: BulkSource;
  today: string;
  viewer: Viewer;
  /** Of what was begun here: it goes on when the selected rows have left the list. */
  soFar: SoFar | null;
  onSoFar: (soFar: SoFar | null) => void;
  onClear: () => void;
}) {
  const { tasks, learn, more } = useAllMatching({ ...selection, ...source });
  const bulk = bulkChange(source, (outcomes, so) => {
    learn(outcomes);
    onSoFar(so);
  });
  const [open, setOpen] = useState<Field | null>(null);
  const [labels, setLabels] = useState<readonly TaskLabel[]>([]);
  // Those that were selected when it was asked for: they leave the list one by one.
  const [moving, setMoving] = useState<readonly TaskCard[] | null>(null);
  // Everybody may take or leave a task; what else of it the viewer may not change is said before, and left out.
  const barred = tasks.filter((task) => {
    const { edit, move } = rightsOn(viewer, task);
    return !edit && !move;
  });
  const changeable = barred.length ? tasks.filter((task) => !barred.includes(task)) : tasks;
  const onSet = (set: BulkSet, looks?: Looks) => void bulk.set(isOfPeople(set) ? tasks : changeable, set, looks);
  const editor = (field: Field, label: string): EditorProps => ({
    open: open === field,
    onOpenChange: (wanted) => setOpen(wanted ? field : null),
    trigger: (
      <Button variant="quiet" size="compact" aria-haspopup={DIALOGS.includes(field) ? 'dialog' : 'menu'}>
        {label}
      </Button>
    ),
  });
  const closeLabels = (wanted: boolean) => {
    setOpen(wanted ? 'labels' : null);
    const before = ofAll(tasks, labelsOf);
    // Chosen one by one, and set once.
    if (wanted) return setLabels(before);
    const { added, removed } = ticks(before, labels);
    const ids = (some: readonly TaskLabel[]) => some.map(({ _id }) => _id);
    if (added.length + removed.length > 0)
      onSet(
        {
          ...(added.length > 0 && { add_label_ids: ids(added) }),
          ...(removed.length > 0 && { remove_label_ids: ids(removed) }),
        },
        { labels: added },
      );
  };
  const project = common(tasks, ({ project_id }) => project_id);
  return (
    <section
      aria-label="Selected tasks"
      data-foot=""
      className="fixed bottom-20 z-sticky flex items-center gap-1 rounded-lg border border-border bg-surface px-2 py-1.5 shadow-e2 max-sm:inset-x-2 max-sm:overflow-x-auto max-sm:*:shrink-0 sm:bottom-6 sm:left-[calc(50%+var(--sidebar,0px)/2)] sm:w-max sm:max-w-[calc(100vw-var(--sidebar,0px)-16px)] sm:-translate-x-1/2 sm:flex-wrap sm:justify-center"
    >
      <p role="status" className="px-1.5 text-base font-semibold tabular-nums">
        {takesLong(soFar) ? progressWords(soFar) : `${tasks.length} selected`}
      </p>
      {tasks.length > 0 && (
        <>
          {more && (
            <Button variant="quiet" size="compact" pending={more.pending} pendingText="Selecting" onClick={more.select}>
              {more.words}
            </Button>
          )}
          <StatusMenu
            {...editor('status', 'Status')}
            free
            projectId={project}
            value={common(tasks, ({ status }) => status) ?? 0}
            onChange={(status) => onSet({ status })}
          />
          <BulkPeople {...editor('assignees', 'Assignees')} tasks={tasks} onSet={onSet} />
          <PriorityMenu
            {...editor('priority', 'Priority')}
            value={common(tasks, ({ priority }) => priority) as TaskCard['priority']}
            onChange={(priority) => onSet({ priority })}
          />
          <DuePanel
            {...editor('due', 'Due date')}
            name="Due date"
            value={dateOf(common(tasks, ({ due_date }) => due_date))}
            today={today}
            onChange={(due_date) => onSet({ due_date })}
          />
          <DuePanel
            {...editor('start', 'Start date')}
            name="Start date"
            value={dateOf(common(tasks, ({ start_date }) => start_date))}
            today={today}
            onChange={(start_date) => onSet({ start_date })}
          />
          <CategoryMenu
            {...editor('category', 'Category')}
            value={common(tasks, ({ category_id }) => category_id) ?? ''}
            onChange={(category) => onSet({ category_id: category?._id ?? null })}
          />
          {project && (
            <MilestoneMenu
              {...editor('milestone', 'Milestone')}
              projectId={project}
              value={commonMilestone(tasks)}
              onChange={(milestone) => onSet({ milestone_id: milestone?._id ?? null }, { milestone })}
            />
          )}
          <LabelPanel {...editor('labels', 'Labels')} onOpenChange={closeLabels} chosen={labels} onChange={setLabels} />
          <BulkField {...editor('field', 'Field')} tasks={changeable} today={today} onSet={onSet} />
          {tasks.some((task) => rightsOn(viewer, task).audience) && (
            <AudienceMenu
              {...editor('audience', 'Audience')}
              value={common(tasks, ({ audience }) => audience)}
              onChange={(audience) => onSet({ audience })}
            />
          )}
          <BarButton onClick={() => setMoving(changeable)}>Move to…</BarButton>
          <BarButton
            onClick={() => {
              onClear();
              void bulk.remove(changeable);
            }}
          >
            Delete
          </BarButton>
          <BarButton onClick={onClear}>Clear selection</BarButton>
          {barred.length > 0 && (
            <p role="status" className="px-1.5 text-sm text-text-2 sm:basis-full sm:text-center">
              Not yours to change, and left out: {namesOf(barred)}.
            </p>
          )}
        </>
      )}
      {moving && (
        <BulkMove
          tasks={moving}
          soFar={soFar}
          onTry={(...asked) => bulk.tryMove(moving, ...asked)}
          onMove={async (to) => {
            await bulk.move(moving, to);
            onClear();
          }}
          onClose={() => setMoving(null)}
        />
      )}
    </section>
  );
}

/** Undefined where they differ; null where none has one. */
function commonMilestone(tasks: readonly TaskCard[]): TaskMilestone | null | undefined {
  const id = common(tasks, ({ milestone }) => milestone?._id ?? null);
  return id === undefined ? undefined : (tasks[0]?.milestone ?? null);
}

const isOfPeople = (set: BulkSet) => Object.keys(set).every((field) => field.endsWith('assignee_ids'));

const BarButton = ({ onClick, children }: Pick<ComponentProps<'button'>, 'onClick'> & { children: ReactNode }) => (
  <Button variant="quiet" size="compact" onClick={onClick}>
    {children}
  </Button>
);
