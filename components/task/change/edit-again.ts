import type { TaskCard } from '@/lib/task/schema';
import { basisNow, EditConflict, type Field, idsOf, rebased, type TaskBase, type TaskChanges } from '../task-edit';

/** Undefined where unknown: a list has no description. */
const fieldOf = (record: TaskBase, field: Field) =>
  field === 'parent_id'
    ? record.parent && (record.parent._id ?? null)
    : field === 'milestone_id'
      ? (record.milestone?._id ?? null)
      : record[field as keyof TaskBase];

/**
 * Fields of one value that somebody else changed to something else since `base`. Empty: safe to send again upon `current`,
 * `rebased`.
 */
export function fieldsInConflict(base: TaskBase, changes: TaskChanges, current: TaskBase): Field[] {
  return (Object.keys(changes) as Field[]).filter((field) => {
    if (field === 'custom') return valuesInConflict(base, changes.custom, current);
    const now = fieldOf(current, field);
    return !idsOf(current, field) && now !== fieldOf(base, field) && now !== changes[field];
  });
}

const valuesInConflict = (base: TaskBase, changes: TaskChanges['custom'] = {}, current: TaskBase): boolean =>
  Object.entries(changes).some(([id, wanted]) => {
    const now = current.custom?.[id] ?? null;
    return now !== (base.custom?.[id] ?? null) && now !== wanted;
  });

/** What a change made to `made` is sent upon where something newer is known: what others changed as well is for the server to say. */
export const basisOfExact = (made: TaskBase, changes: TaskChanges, known: TaskCard): TaskBase =>
  fieldsInConflict(made, changes, known).length ? made : basisNow(known, made);

/** What to send once more upon `current`, where others changed something since `base`. EditConflict for the same field. */
export async function changesAgain<T extends TaskCard>(
  base: TaskBase,
  changes: TaskChanges,
  current: T,
): Promise<TaskChanges> {
  const fields = fieldsInConflict(base, changes, current);
  const merged = fields.join() === 'description' ? await mergedDescription(base, changes, current) : undefined;
  if (fields.length > 0 && merged === undefined) throw new EditConflict(current, fields);
  return { ...rebased(base, changes, current), ...(merged !== undefined && { description: merged }) };
}

/** Undefined where both changed the same lines, or what they began with is not known. */
async function mergedDescription(base: TaskBase, changes: TaskChanges, current: TaskBase): Promise<string | undefined> {
  const [before, theirs, mine] = [base.description, current.description, changes.description];
  if (before === undefined || theirs === undefined || mine === undefined) return;
  const { mergeTexts } = await import('@/lib/markdown/merge-texts');
  const { text, clean } = mergeTexts(before, theirs, mine.trim());
  return clean ? text : undefined;
}
