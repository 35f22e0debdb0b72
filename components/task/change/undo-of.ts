import { basisOf, type Field, idsOf, type Known, type TaskChanges, type Upon, withChanges } from '../task-edit';

/** Sets the fields of `changes` to what they were `before`. */
export function changesBack(before: Known, changes: TaskChanges): TaskChanges {
  const back: Record<string, unknown> = {};
  for (const field of Object.keys(changes) as Field[])
    back[field] =
      field === 'custom'
        ? valuesBack(before, changes.custom)
        : field === 'parent_id' || field === 'milestone_id'
          ? (before[field === 'parent_id' ? 'parent' : 'milestone']?._id ?? null)
          : (idsOf(before, field) ?? before[field as keyof Known]);
  return back as TaskChanges;
}

const valuesBack = ({ custom: held }: Known, changes: TaskChanges['custom'] = {}) =>
  Object.fromEntries(Object.keys(changes).map((id) => [id, held?.[id] ?? null]));

/** Takes `changes` back from a task that was `before`: upon what they make of it, so what others change since is not overwritten. */
export function undoOf(before: Known, changes: TaskChanges): { changes: TaskChanges; upon: Upon } {
  const nameless = (ids: readonly string[] = []) => ids.map((_id) => ({ _id, name: '', pic: null, colour: '' }));
  const made = {
    ...withChanges(before, changes, nameless(changes.assignee_ids), nameless(changes.label_ids)),
    parent: changes.parent_id ? { _id: changes.parent_id, key: '', title: '' } : null,
    milestone: changes.milestone_id ? { _id: changes.milestone_id, name: '' } : undefined,
    version: before.version + 1,
  };
  return { changes: changesBack(before, changes), upon: { basis: basisOf(made, changes), exact: true, undo: true } };
}
