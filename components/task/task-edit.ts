import { ApiError } from '@/components/query/api-client';
import type { CustomValue, CustomValues } from '@/lib/custom-field/vocabulary';
import type { TaskLabel } from '@/lib/label/schema';
import type { TaskCard, TaskDetail, TaskMilestone } from '@/lib/task/schema';
import { statusOf } from '@/lib/task/vocabulary';

/** Fields that can be changed in place, named as in the endpoint. */
export type TaskChanges = {
  title?: string;
  description?: string;
  status?: number;
  priority?: TaskCard['priority'];
  assignee_ids?: string[];
  category_id?: string | null;
  milestone_id?: string | null;
  label_ids?: string[];
  start_date?: string | null;
  due_date?: string | null;
  estimate_minutes?: number | null;
  parent_id?: string | null;
  audience?: TaskCard['audience'];
  /** By the ids of the organisation’s own fields; null takes a value away. */
  custom?: Record<string, CustomValue | null>;
};

/** What a change names, as it looks before the server has answered. */
export type Looks = {
  people?: TaskCard['assignees'];
  labels?: readonly TaskLabel[];
  milestone?: TaskMilestone | null;
};

/** A column, and the neighbour it is put beside, its top, or where `rank` was; without any, the column's end. */
export type Placement = { status: number; after?: string; before?: string; top?: true; rank?: string };

/** A move, an edit or a removal. Plain data, kept while it waits. */
export type TaskChange = {
  token: string;
  id: string;
  /** What it is made to, for when its page is gone, and for what others change meanwhile. */
  basis?: TaskBase;
  /** Always made to `basis`, whatever is known by then. */
  exact?: boolean;
  /** It takes back what the sender did: no rule begins by it. */
  undo?: boolean;
} & (
  | { kind: 'move'; placement: Placement }
  | {
      kind: 'edit';
      changes: TaskChanges;
      people?: readonly TaskCard['assignees'][number][];
      category?: TaskDetail['category'];
      parent?: TaskDetail['parent'];
      milestone?: TaskMilestone | null;
      /** Those that the change may name, as they look. */
      labels?: readonly TaskLabel[];
    }
  | { kind: 'removal' }
);

export type Begun = TaskChange extends infer Change
  ? Change extends TaskChange
    ? Omit<Change, 'token'>
    : never
  : never;

export type Field = keyof TaskChanges;
export type Known = TaskCard & Partial<TaskDetail>;

/** What an edit needs of its task: plain data that can be kept. */
export type TaskBase = Pick<TaskCard, '_id' | 'key' | 'version' | 'assignees'> & Partial<TaskDetail>;

export function basisOf(task: Known, changes: TaskChanges): TaskBase {
  const { _id, key, version, assignees, labels } = task;
  const fields = (Object.keys(changes) as Field[]).filter((field) => !idsOf(task, field));
  return {
    _id,
    key,
    version,
    assignees,
    ...(changes.label_ids && { labels }),
    ...(changes.parent_id !== undefined && { parent: task.parent }),
    ...(changes.milestone_id !== undefined && { milestone: task.milestone }),
    ...Object.fromEntries(fields.map((field) => [field, task[field as keyof Known]])),
  };
}

/** The task as known now, unless that leaves out people whom the edit may be about. */
export const basisNow = <B extends TaskBase | undefined>(now: TaskCard | undefined, basis: B): TaskCard | B =>
  now && !(now.more_assignees && basis) ? now : basis;

/** The newer of two readings. Its full list of people is kept where the newer one comes from a list. */
export function newerOf(fresh: TaskCard, known: TaskCard | undefined): TaskCard {
  if (!known || known.version < fresh.version) return fresh;
  if (known.version > fresh.version) return known;
  if (!fresh.more_assignees || known.more_assignees) return fresh;
  return { ...fresh, assignees: known.assignees, more_assignees: undefined };
}

/** Of a field that names several things: which it has. */
export function idsOf(
  { assignees, labels = [] }: Pick<TaskCard, 'assignees' | 'labels'>,
  field: Field,
): string[] | undefined {
  const named = field === 'assignee_ids' ? assignees : field === 'label_ids' ? labels : undefined;
  return named?.map(({ _id }) => _id);
}

/** `changes` made to `base`, as they are on the task as it is `now`: people and labels that others added or took since stay so. */
export function rebased(base: TaskBase | undefined, changes: TaskChanges, now: TaskBase): TaskChanges {
  const result = { ...changes };
  for (const field of ['assignee_ids', 'label_ids'] as const) {
    const mine = changes[field];
    const [was, is] = [base && idsOf(base, field), idsOf(now, field)];
    // A list names some of many people: what it leaves out was not taken.
    if (!mine || !was || !is || (field === 'assignee_ids' && now.more_assignees)) continue;
    const added = is.filter((id) => !was.includes(id) && !mine.includes(id));
    result[field] = [...mine.filter((id) => is.includes(id) || !was.includes(id)), ...added];
  }
  return result;
}

/** Somebody changed the same field in the meantime; nothing was overwritten. */
export class EditConflict<T extends TaskCard = TaskCard> extends ApiError {
  declare readonly current: T;

  constructor(
    current: T,
    readonly fields: readonly string[],
  ) {
    super(409, 'conflict', 'Somebody else changed it in the meantime.', { current });
    this.name = 'EditConflict';
  }
}

/** A task with a pending change. People whose names are not known are left out. */
export function withChanges<T extends TaskCard>(
  task: T,
  changes: TaskChanges,
  people: readonly TaskCard['assignees'][number][] = [],
  labels: readonly TaskLabel[] = [],
): T {
  const { assignee_ids: ids, label_ids: labelled, custom, ...fields } = changes;
  const known = [...task.assignees, ...people];
  const looks = [...labels, ...(task.labels ?? [])];
  return {
    ...task,
    ...fields,
    ...(fields.status && { status_label: statusOf(fields.status).label }),
    ...(ids && {
      assignees: ids.flatMap((id) => known.find(({ _id }) => _id === id) ?? []),
      more_assignees: undefined,
    }),
    ...(labelled && { labels: labelled.flatMap((id) => looks.find(({ _id }) => _id === id) ?? []) }),
    ...(custom && {
      custom: withValues(task.custom, custom),
      custom_people: [...people, ...(task.custom_people ?? [])],
    }),
  };
}

function withValues(held: CustomValues = {}, changes: NonNullable<TaskChanges['custom']>): Record<string, CustomValue> {
  const after = Object.entries({ ...held, ...changes });
  return Object.fromEntries(after.flatMap(([id, value]) => (value === null ? [] : [[id, value]])));
}

/** Null: it is in the bin. */
export function withChange<T extends TaskCard>(task: T, change: TaskChange): T | null {
  switch (change.kind) {
    case 'move':
      return withChanges(task, { status: change.placement.status });
    case 'edit': {
      const { changes, people, category, labels, parent, milestone } = change;
      const edited = withChanges(task, rebased(change.basis, changes, task), people, labels);
      return {
        ...edited,
        ...(category !== undefined && { category }),
        ...(parent !== undefined && { parent }),
        ...(milestone !== undefined && { milestone: milestone ?? undefined }),
      };
    }
    case 'removal':
      return null;
  }
}

/** What an undo is made to: what it takes back, and not simply the task as it is by then. */
export type Upon = { basis: TaskBase; exact: true; undo: true };
