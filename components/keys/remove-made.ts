import { call, reasonOf } from '@/components/query/api-client';
import { showToast } from '@/components/ui/overlay/toast';
import type { Made } from './undo-made';

async function withBelow({ _id, subtasks = [] }: Made): Promise<string[]> {
  const below = await Promise.all(
    subtasks.map(async (one) =>
      one.subtask_progress ? withBelow(await call('GET task/{id}', { id: one._id })) : [one._id],
    ),
  );
  return [_id, ...below.flat()];
}

/** Whether nobody but who made the task has changed it or written on it since. */
export async function isOnesOwn(id: string): Promise<boolean> {
  const { activity, created_by_id } = await call('GET task/{id}', { id });
  return activity.every(({ actor }) => !actor || actor._id === created_by_id);
}

/** Takes it, and what was made below it, to the bin, unless others work on it by then. */
export async function removeMade(task: Made, onUndone: () => void): Promise<void> {
  const failed = (why: string) => showToast({ kind: 'failure', text: `${task.key} was not deleted. ${why}` });
  try {
    if (!(await isOnesOwn(task._id))) return failed('Somebody else has changed it since.');
    const { refused, tasks } = await call('POST taskArray', { task_ids: await withBelow(task), delete: true });
    if (refused) return failed(tasks.find(({ reason }) => reason)?.reason ?? '');
  } catch (error) {
    return failed(reasonOf(error));
  }
  onUndone();
  showToast({ kind: 'info', text: `${task.key} was moved to the bin.` });
}
