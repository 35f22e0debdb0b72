import { ApiError, call } from '@/components/query/api-client';
import type { InputOf } from '@/lib/api/contract';
import type { TaskCard, TaskDetail } from '@/lib/task/schema';
import { statusOf } from '@/lib/task/vocabulary';

/** Fields that can be changed in place, named as in the endpoint. */
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

/** A column, and the neighbour it is put beside; without one, the column's end. */
export type Placement = { status: number; after?: string; before?: string };

/** A move, an edit or a removal. Plain data, kept while it waits. */
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
      people?: readonly TaskCard['assignees'][number][];
      category?: TaskDetail['category'];
      /** Always made to `basis`, whatever is known by then. */
      exact?: boolean;
    }
  | { kind: 'removal' }
);

export type Begun = TaskChange extends infer Change
  ? Change extends TaskChange
    ? Omit<Change, 'token'>
    : never
  : never;

type Field = keyof TaskChanges;
type Known = TaskCard & Partial<TaskDetail>;

/** What an edit needs of its task: plain data that can be kept. */
export type TaskBase = Pick<TaskCard, '_id' | 'key' | 'version' | 'assignees'> & Partial<TaskDetail>;

export function basisOf(task: Known, changes: TaskChanges): TaskBase {
  const { _id, key, version, assignees } = task;
  const fields = (Object.keys(changes) as Field[]).filter((field) => field !== 'assignee_ids');
  return {
    _id,
    key,
    version,
    assignees,
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

/** Comparable. Undefined where unknown: a list has no description. */
function fieldValue(record: TaskBase, field: Field): string | undefined {
  const value = field === 'assignee_ids' ? record.assignees.map(({ _id }) => _id).sort() : record[field];
  return value === undefined ? undefined : JSON.stringify(value);
}
const wanted = (changes: TaskChanges, field: Field) =>
  JSON.stringify(field === 'assignee_ids' ? [...(changes.assignee_ids ?? [])].sort() : changes[field]);

/** Fields that somebody else changed to something else since `base`. Empty: safe to send again upon `current`. */
export function fieldsInConflict(base: TaskBase, changes: TaskChanges, current: TaskBase): Field[] {
  return (Object.keys(changes) as Field[]).filter((field) => {
    const now = fieldValue(current, field);
    return now !== fieldValue(base, field) && now !== wanted(changes, field);
  });
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

/** Answers the full task; errors as `edited`. */
export const editTask = (base: TaskBase, changes: TaskChanges) =>
  edited((input) => call('PATCH task/{id}', input), base, changes);
/** The same for a card on a board or in a list. */
export const editCard = (base: TaskBase, changes: TaskChanges) =>
  edited((input) => call('PATCH taskCard/{id}', input), base, changes);

/** Retries with the new version if others changed other fields; EditConflict for the same field, else ApiError. */
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

/** A task with a pending change. People whose names are not known are left out. */
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

/** Null: it is in the bin. */
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

/** The change that undoes `changes` on a task that was `before`. */
export function changesBack(before: Known, changes: TaskChanges): TaskChanges {
  const { assignees } = before;
  const back: Record<string, unknown> = {};
  for (const field of Object.keys(changes) as Field[])
    back[field] = field === 'assignee_ids' ? assignees.map(({ _id }) => _id) : before[field];
  return back as TaskChanges;
}
