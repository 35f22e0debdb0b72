import { ApiError, call } from '@/components/query/api-client';
import type { InputOf } from '@/lib/api/contract';
import type { TaskCard, TaskDetail } from '@/lib/task/schema';
import { statusOf } from '@/lib/task/vocabulary';

/** Fields of a task that can be changed in place, in the words of the endpoint. */
export type TaskChanges = {
  title?: string;
  description?: string;
  status?: number;
  priority?: TaskCard['priority'];
  assignee_ids?: string[];
  category_id?: string | null;
  start_date?: string | null;
  due_date?: string | null;
  estimate_minutes?: number | null;
  audience?: TaskCard['audience'];
};

/** Where a card goes: a column, and the neighbour it is put beside; without one, to the column's end. */
export type Placement = { status: number; after?: string; before?: string };

/** What somebody does to a task: another place, other fields, or off to the bin. Plain data, kept while it waits. */
export type TaskChange = {
  token: string;
  id: string;
  /** What it is made to, for when its page is gone. */
  basis?: TaskBase;
} & (
  | { kind: 'move'; placement: Placement }
  | {
      kind: 'edit';
      changes: TaskChanges;
      /** What is drawn before the server has answered. */
      people?: readonly TaskCard['assignees'][number][];
      category?: TaskDetail['category'];
      /** It is made to `basis` whatever is known by then. */
      exact?: boolean;
    }
  | { kind: 'removal' }
);

/** A change as a view begins it. */
export type Begun = TaskChange extends infer Change
  ? Change extends TaskChange
    ? Omit<Change, 'token'>
    : never
  : never;

type Field = keyof TaskChanges;
type Known = TaskCard & Partial<TaskDetail>;

/** What an edit needs of the task it is made to, and no more: plain data that can be kept. */
export type TaskBase = Pick<TaskCard, '_id' | 'version' | 'assignees'> & Partial<TaskDetail>;

/** The part of a task that an edit of these fields is made to. */
export function basisOf(task: Known, changes: TaskChanges): TaskBase {
  const { _id, version, assignees } = task;
  const fields = (Object.keys(changes) as Field[]).filter((field) => field !== 'assignee_ids');
  return { _id, version, assignees, ...Object.fromEntries(fields.map((field) => [field, task[field as keyof Known]])) };
}

/** What an edit is sent upon: the task as it is known now, unless that leaves out people whom the edit may be about. */
export const basisNow = <B extends TaskBase | undefined>(now: TaskCard | undefined, basis: B): TaskCard | B =>
  now && !(now.more_assignees && basis) ? now : basis;

/** Of two readings of a card the newer one; everybody who works on it stays known where the newer one is of a list. */
export function newerOf(fresh: TaskCard, known: TaskCard | undefined): TaskCard {
  if (!known || known.version < fresh.version) return fresh;
  if (known.version > fresh.version) return known;
  if (!fresh.more_assignees || known.more_assignees) return fresh;
  return { ...fresh, assignees: known.assignees, more_assignees: undefined };
}

/** The value a record has for a field, comparable. A list does not know a description: undefined. */
function fieldValue(record: TaskBase, field: Field): string | undefined {
  const value = field === 'assignee_ids' ? record.assignees.map(({ _id }) => _id).sort() : record[field];
  return value === undefined ? undefined : JSON.stringify(value);
}
const wanted = (changes: TaskChanges, field: Field) =>
  JSON.stringify(field === 'assignee_ids' ? [...(changes.assignee_ids ?? [])].sort() : changes[field]);

/**
 * The fields that somebody else changed too, to something else, since `base` was read. Empty: the change may be sent
 * again upon `current` without losing anything.
 */
export function fieldsInConflict(base: TaskBase, changes: TaskChanges, current: TaskBase): Field[] {
  return (Object.keys(changes) as Field[]).filter((field) => {
    const now = fieldValue(current, field);
    return now !== fieldValue(base, field) && now !== wanted(changes, field);
  });
}

/** Somebody changed the same field meanwhile; nothing was overwritten. */
export class EditConflict<T extends TaskCard = TaskCard> extends Error {
  constructor(
    readonly current: T,
    readonly fields: readonly string[],
  ) {
    super('Somebody else changed this in the meantime.');
    this.name = 'EditConflict';
  }
}

/** Changes fields of a task, as `edited` says; answers all of it. */
export const editTask = (base: TaskBase, changes: TaskChanges) =>
  edited((input) => call('PATCH task/{id}', input), base, changes);
/** The same for a card on a board or in a list. */
export const editCard = (base: TaskBase, changes: TaskChanges) =>
  edited((input) => call('PATCH taskCard/{id}', input), base, changes);

/**
 * When another field was changed by somebody else meanwhile, the change is sent again with the new version; when the
 * same one was, throws EditConflict. Otherwise throws ApiError.
 */
async function edited<T extends TaskCard>(
  send: (input: InputOf<'PATCH task/{id}'>) => Promise<T>,
  base: TaskBase,
  changes: TaskChanges,
  tries = 4,
): Promise<T> {
  try {
    return await send({ id: base._id, version: base.version, ...changes });
  } catch (error) {
    const current =
      error instanceof ApiError && error.code === 'conflict' ? (error.current as T | undefined) : undefined;
    if (!current || tries <= 1) throw error;
    const fields = fieldsInConflict(base, changes, current);
    if (fields.length > 0) throw new EditConflict(current, fields);
    return edited(send, current, changes, tries - 1);
  }
}

/** A task with a change that is still on its way. People not known by name yet are left out. */
export function withChanges<T extends TaskCard>(
  task: T,
  changes: TaskChanges,
  people: readonly TaskCard['assignees'][number][] = [],
): T {
  const { assignee_ids: ids, ...fields } = changes;
  const known = [...task.assignees, ...people];
  return {
    ...task,
    ...fields,
    ...(fields.status && { status_label: statusOf(fields.status).label }),
    ...(ids && {
      assignees: ids.flatMap((id) => known.find(({ _id }) => _id === id) ?? []),
      more_assignees: undefined,
    }),
  };
}

/** A task with whatever is done to it; null: it is in the bin. */
export function withChange<T extends TaskCard>(task: T, change: TaskChange): T | null {
  switch (change.kind) {
    case 'move':
      return withChanges(task, { status: change.placement.status });
    case 'edit': {
      const { changes, people, category } = change;
      const edited = withChanges(task, changes, people);
      return category === undefined ? edited : { ...edited, category };
    }
    case 'removal':
      return null;
  }
}

/** The change that takes `changes` back, made to a task that was `before`. */
export function changesBack(before: Known, changes: TaskChanges): TaskChanges {
  const { assignees } = before;
  const back: Record<string, unknown> = {};
  for (const field of Object.keys(changes) as Field[])
    back[field] = field === 'assignee_ids' ? assignees.map(({ _id }) => _id) : before[field];
  return back as TaskChanges;
}
