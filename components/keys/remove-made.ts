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

/** Takes it, and what was made below it, to the bin. */
export async function removeMade(task: Made, onUndone: () => void): Promise<void> {
  const failed = (why: string) => showToast({ kind: 'failure', text: `${task.key} was not deleted. ${why}` });
  try {
    const { refused, tasks } = await call('POST taskArray', { task_ids: await withBelow(task), delete: true });
    if (refused) return failed(tasks.find(({ reason }) => reason)?.reason ?? '');
  } catch (error) {
    return failed(reasonOf(error));
  }
  onUndone();
  showToast({ kind: 'info', text: `${task.key} was moved to the bin.` });
}
