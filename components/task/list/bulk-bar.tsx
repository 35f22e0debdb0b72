'use client';

import { type ComponentProps, type ReactNode, useState } from 'react';
import { CategoryMenu } from '@/components/category/category-menu';
import { LabelPanel } from '@/components/label/label-panel';
import { Button } from '@/components/ui/button';
import { DuePanel } from '@/components/ui/form/due-panel';
import type { EditorProps } from '@/components/ui/form/editor';
import type { TaskLabel } from '@/lib/label/schema';
import type { TaskCard } from '@/lib/task/schema';
import { AssigneePanel } from '../fields/assignee-panel';
import { PriorityMenu } from '../fields/priority-menu';
import { StatusMenu } from '../fields/status-menu';
import { BulkMove, type Target } from './bulk-move';
import type { BulkSet } from './bulk-undo';

/** What all of them have, else nothing. */
function common<T>(tasks: readonly TaskCard[], of: (task: TaskCard) => T): T | undefined {
  const [first, ...others] = tasks.map(of);
  return others.every((one) => one === first) ? first : undefined;
}

type Field = 'status' | 'assignees' | 'priority' | 'due' | 'category' | 'labels';
const DIALOGS: readonly Field[] = ['assignees', 'due', 'labels'];

/** Labels that all of them have. */
function labelsOfAll([first, ...others]: readonly TaskCard[]): readonly TaskLabel[] {
  const has = ({ labels = [] }: TaskCard, id: string) => labels.some(({ _id }) => _id === id);
  return (first?.labels ?? []).filter(({ _id }) => others.every((task) => has(task, _id)));
}

/** What can be done with the selected tasks. */
export function BulkBar({
  tasks,
  today,
  onSet,
  onLabel,
  onMove,
  onDelete,
  onClear,
}: {
  tasks: readonly TaskCard[];
  today: string;
  onSet: (set: BulkSet, people?: TaskCard['assignees']) => void;
  onLabel: (added: readonly TaskLabel[], removed: readonly TaskLabel[]) => void;
  onMove: (to: Target) => Promise<void>;
  onDelete: () => void;
  onClear: () => void;
}) {
  const [open, setOpen] = useState<Field | null>(null);
  const [people, setPeople] = useState<TaskCard['assignees'] | null>(null);
  const [labels, setLabels] = useState<readonly TaskLabel[]>([]);
  const [moving, setMoving] = useState(false);
  const project = common(tasks, ({ project_id }) => project_id);
  const count = `${tasks.length} selected`;
  const editor = (field: Field, label: string): EditorProps => ({
    open: open === field,
    onOpenChange: (wanted) => setOpen(wanted ? field : null),
    trigger: (
      <Button variant="quiet" size="compact" aria-haspopup={DIALOGS.includes(field) ? 'dialog' : 'menu'}>
        {label}
      </Button>
    ),
  });
  const close = (wanted: boolean) => {
    setOpen(wanted ? 'assignees' : null);
    // Chosen one by one, and set once.
    if (wanted) setPeople([]);
    else if (people?.length) onSet({ assignee_ids: people.map(({ _id }) => _id) }, people);
  };
  const closeLabels = (wanted: boolean) => {
    setOpen(wanted ? 'labels' : null);
    const before = labelsOfAll(tasks);
    if (wanted) return setLabels(before);
    const without = (some: readonly TaskLabel[], others: readonly TaskLabel[]) =>
      some.filter(({ _id }) => !others.some((other) => other._id === _id));
    const [added, removed] = [without(labels, before), without(before, labels)];
    if (added.length || removed.length) onLabel(added, removed);
  };
  return (
    <section
      aria-label="Selected tasks"
      className="fixed bottom-20 z-sticky flex items-center gap-1 rounded-lg border border-border bg-surface px-2 py-1.5 shadow-e2 max-sm:inset-x-2 max-sm:overflow-x-auto max-sm:*:shrink-0 sm:bottom-6 sm:left-1/2 sm:w-max sm:max-w-[calc(100vw-16px)] sm:-translate-x-1/2 sm:flex-wrap sm:justify-center"
    >
      <p role="status" className="px-1.5 text-base font-semibold tabular-nums">
        {count}
      </p>
      <StatusMenu
        {...editor('status', 'Status')}
        free
        projectId={project}
        value={common(tasks, ({ status }) => status) ?? 0}
        onChange={(status) => onSet({ status })}
      />
      {project !== undefined && (
        <AssigneePanel
          {...editor('assignees', 'Assignees')}
          onOpenChange={close}
          projectId={project}
          chosen={people ?? []}
          onChange={setPeople}
        />
      )}
      <PriorityMenu
        {...editor('priority', 'Priority')}
        value={common(tasks, ({ priority }) => priority) as TaskCard['priority']}
        onChange={(priority) => onSet({ priority })}
      />
      <DuePanel
        {...editor('due', 'Due date')}
        name="Due date"
        value={common(tasks, ({ due_date }) => due_date) ?? ''}
        today={today}
        onChange={(due_date) => onSet({ due_date })}
      />
      <CategoryMenu
        {...editor('category', 'Category')}
        value={common(tasks, ({ category_id }) => category_id) ?? ''}
        onChange={(category) => onSet({ category_id: category?._id ?? null })}
      />
      <LabelPanel {...editor('labels', 'Labels')} onOpenChange={closeLabels} chosen={labels} onChange={setLabels} />
      <BarButton onClick={() => setMoving(true)}>Move to…</BarButton>
      {moving && <BulkMove count={tasks.length} from={project} onMove={onMove} onClose={() => setMoving(false)} />}
      <BarButton onClick={onDelete}>Delete</BarButton>
      <BarButton onClick={onClear}>Clear selection</BarButton>
    </section>
  );
}

const BarButton = ({ onClick, children }: Pick<ComponentProps<'button'>, 'onClick'> & { children: ReactNode }) => (
  <Button variant="quiet" size="compact" onClick={onClick}>
    {children}
  </Button>
);
