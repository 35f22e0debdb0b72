import { ApiError, call } from '@/components/query/api-client';
import type { InputOf } from '@/lib/api/contract';
import type { TaskLabel } from '@/lib/label/schema';
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
  label_ids?: string[];
  start_date?: string | null;
  due_date?: string | null;
  estimate_minutes?: number | null;
  parent_id?: string | null;
  audience?: TaskCard['audience'];
};

/** People and labels that a change names, as they look before the server has answered. */
export type Looks = { people?: TaskCard['assignees']; labels?: readonly TaskLabel[] };

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
      parent?: TaskDetail['parent'];
      /** Those that the change may name, as they look. */
      labels?: readonly TaskLabel[];
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
  const { _id, key, version, assignees, labels } = task;
  const fields = (Object.keys(changes) as Field[]).filter((field) => !idsOf(task, field));
  return {
    _id,
    key,
    version,
    assignees,
    ...(changes.label_ids && { labels }),
    ...(changes.parent_id !== undefined && { parent: task.parent }),
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
function idsOf({ assignees, labels = [] }: Pick<TaskCard, 'assignees' | 'labels'>, field: Field): string[] | undefined {
  const named = field === 'assignee_ids' ? assignees : field === 'label_ids' ? labels : undefined;
  return named?.map(({ _id }) => _id);
}

/** Comparable. Undefined where unknown: a list has no description. */
function fieldValue(record: TaskBase, field: Field): string | undefined {
  const value =
    field === 'parent_id'
      ? record.parent && (record.parent._id ?? null)
      : (idsOf(record, field)?.sort() ?? record[field as keyof TaskBase]);
  return value === undefined ? undefined : JSON.stringify(value);
}
function wanted(changes: TaskChanges, field: Field): string | undefined {
  const value = changes[field];
  return JSON.stringify(Array.isArray(value) ? [...value].sort() : value);
}

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

/** Retries with the new version if others changed other fields, or other lines of the description; EditConflict for the same field, else ApiError. */
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
    const merged = fields.join() === 'description' ? await mergedDescription(base, changes, current) : undefined;
    if (fields.length > 0 && merged === undefined) throw new EditConflict(current, fields);
    return edited(send, current, merged === undefined ? changes : { ...changes, description: merged }, tries - 1);
  }
}

/** Undefined where both changed the same lines, or what they began with is not known. */
async function mergedDescription(base: TaskBase, changes: TaskChanges, current: TaskBase): Promise<string | undefined> {
  const [before, theirs, mine] = [base.description, current.description, changes.description];
  if (before === undefined || theirs === undefined || mine === undefined) return;
  const { mergeTexts } = await import('@/lib/markdown/merge-texts');
  const { text, clean } = mergeTexts(before, theirs, mine.trim());
  return clean ? text : undefined;
}

/** A task with a pending change. People whose names are not known are left out. */
export function withChanges<T extends TaskCard>(
  task: T,
  changes: TaskChanges,
  people: readonly TaskCard['assignees'][number][] = [],
  labels: readonly TaskLabel[] = [],
): T {
  const { assignee_ids: ids, label_ids: labelled, ...fields } = changes;
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
  };
}

/** Null: it is in the bin. */
export function withChange<T extends TaskCard>(task: T, change: TaskChange): T | null {
  switch (change.kind) {
    case 'move':
      return withChanges(task, { status: change.placement.status });
    case 'edit': {
      const { changes, people, category, labels, parent } = change;
      const edited = withChanges(task, changes, people, labels);
      return {
        ...edited,
        ...(category !== undefined && { category }),
        ...(parent !== undefined && { parent }),
      };
    }
    case 'removal':
      return null;
  }
}

/** The change that undoes `changes` on a task that was `before`. */
export function changesBack(before: Known, changes: TaskChanges): TaskChanges {
  const back: Record<string, unknown> = {};
  for (const field of Object.keys(changes) as Field[])
    back[field] =
      field === 'parent_id' ? (before.parent?._id ?? null) : (idsOf(before, field) ?? before[field as keyof Known]);
  return back as TaskChanges;
}
