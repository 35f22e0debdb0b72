import type { InputOf } from '@/lib/api/contract';
import type { TaskCard } from '@/lib/task/schema';
import { changesBack } from '../change/undo-of';
import type { TaskChanges } from '../task-edit';

export type BulkCall = Pick<InputOf<'POST taskArray'>, 'set' | 'expected'>;
type Field =
  | ('status' | 'priority' | 'assignee_ids' | 'category_id')
  | ('milestone_id' | 'start_date' | 'due_date' | 'audience' | 'custom');
export type BulkSet = Pick<TaskChanges, Field> & {
  add_assignee_ids?: string[];
  remove_assignee_ids?: string[];
  add_label_ids?: string[];
  remove_label_ids?: string[];
};

const idsOf = (some: readonly { _id: string }[] = []) => some.map(({ _id }) => _id);
const without = (ids: readonly string[], others: readonly string[]) => ids.filter((id) => !others.includes(id));

/** What it makes of a task, as far as that is known. */
export function changesOf({ assignees, labels }: TaskCard, set: BulkSet): TaskChanges {
  const { add_assignee_ids, remove_assignee_ids, add_label_ids, remove_label_ids, ...changes } = set;
  const after = (held: readonly string[], add: readonly string[] = [], remove: readonly string[] = []) =>
    without([...new Set([...held, ...add])], remove);
  return {
    ...changes,
    ...((add_assignee_ids || remove_assignee_ids) && {
      assignee_ids: after(idsOf(assignees), add_assignee_ids, remove_assignee_ids),
    }),
    ...((add_label_ids || remove_label_ids) && {
      label_ids: after(idsOf(labels), add_label_ids, remove_label_ids),
    }),
  };
}

/**
 * What takes it back from a task that was `before`, and only from where nobody has changed it since: of people and labels
 * those that came by it go, and those that went come back. Null: it changed nothing.
 */
export function backOf(before: TaskCard, set: BulkSet): { set: BulkSet; expected?: BulkCall['expected'] } | null {
  const { assignee_ids, label_ids, ...expected } = changesOf(before, set);
  const back: BulkSet = changesBack(before, expected);
  const put = (name: 'assignee_ids' | 'label_ids', was: readonly string[], is: readonly string[] | undefined) => {
    const [came, went] = is ? [without(is, was), without(was, is)] : [[], []];
    if (came.length) back[`remove_${name}`] = came;
    if (went.length) back[`add_${name}`] = went;
  };
  put('assignee_ids', idsOf(before.assignees), assignee_ids);
  put('label_ids', idsOf(before.labels), label_ids);
  if (!Object.keys(back).length) return null;
  return { set: back, ...(Object.keys(expected).length > 0 && { expected: expected as BulkCall['expected'] }) };
}
