import { call, reasonOf } from '@/components/query/api-client';
import { showToast } from '@/components/ui/overlay/toast';
import type { TaskDetail } from '@/lib/task/schema';
import { rememberStep } from './use-undo';

async function withBelow({ _id, subtasks }: TaskDetail): Promise<string[]> {
  const below = await Promise.all(
    subtasks.map(async (one) =>
      one.subtask_progress ? withBelow(await call('GET task/{id}', { id: one._id })) : [one._id],
    ),
  );
  return [_id, ...below.flat()];
}

/** Ctrl+Z takes a task that was just made, and what was made below it, to the bin. */
export function rememberMade(task: TaskDetail, onUndone: () => void = () => undefined): void {
  rememberStep(() => {
    withBelow(task)
      .then((task_ids) => call('POST taskArray', { task_ids, delete: true }))
      .then(
        ({ refused, tasks }) => {
          if (refused)
            return showToast({
              kind: 'failure',
              text: `${task.key} was not deleted. ${tasks.find(({ reason }) => reason)?.reason ?? ''}`,
            });
          onUndone();
          showToast({ kind: 'info', text: `${task.key} was moved to the bin.` });
        },
        (error) => showToast({ kind: 'failure', text: `${task.key} was not deleted. ${reasonOf(error)}` }),
      );
  });
}
