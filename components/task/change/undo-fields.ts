import { showToast } from '@/components/ui/overlay/toast';
import type { Formats } from '@/lib/formats';
import type { TaskCard, TaskDetail } from '@/lib/task/schema';
import type { Shown } from '../detail/use-field-changes';
import type { TaskHandle } from '../detail/use-task';
import { refusalOf } from '../refusal';
import { EditConflict, type TaskChanges } from '../task-edit';
import { undoOf } from './undo-of';

// Fetched with the rest of what undoes on the task's page.
export { removeMade } from '@/components/keys/remove-made';

/** Says why a change, or the undoing of one (null), was refused; what somebody else made of it is shown. */
export async function refuse(
  handle: TaskHandle,
  error: unknown,
  changes: TaskChanges | null,
  formats: Formats,
  shown?: Shown,
) {
  const { key } = handle.task;
  if (error instanceof EditConflict) handle.adopt(error.current);
  const what = changes ? `${key} was not changed.` : `The change of ${key} was not undone.`;
  showToast({ kind: 'failure', text: `${what} ${await refusalOf(error, changes, formats, shown)}` });
}

/** Puts a subtask back into the status that it had `before`, unless somebody has moved it since. */
export function undoMove({ moveSubtask }: TaskHandle, before: TaskCard, status: number, formats: Formats): void {
  moveSubtask(before._id, before.status, undoOf(before, { status }).upon).catch(async (error) =>
    showToast({
      kind: 'failure',
      text: `The change of ${before.key} was not undone. ${await refusalOf(error, null, formats)}`,
    }),
  );
}

/** Takes back what was changed of a task that was `before`; what others changed since stays. */
export function undoFields(handle: TaskHandle, before: TaskDetail, changes: TaskChanges, formats: Formats): void {
  const { changes: back, upon } = undoOf(before, changes);
  const shown = {
    people: [...before.assignees, ...(before.custom_people ?? [])],
    labels: before.labels,
    ...('category_id' in changes && { category: before.category }),
    ...('parent_id' in changes && { parent: before.parent }),
    ...('milestone_id' in changes && { milestone: before.milestone ?? null }),
  };
  handle.change(back, { ...shown, upon }).catch((error) => refuse(handle, error, null, formats));
}
