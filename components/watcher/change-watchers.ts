import type { Remember } from '@/components/keys/use-undo';
import { call, reasonOf } from '@/components/query/api-client';
import { showToast } from '@/components/ui/overlay/toast';
import type { TaskDetail } from '@/lib/task/schema';

type Watchers = Pick<TaskDetail, 'watching' | 'watchers'>;
type Change = { task: TaskDetail; remember: Remember; onChanged: (now: Watchers) => void };

/** Makes somebody a watcher, or no longer one; oneself without `who`. Ctrl+Z takes it back. */
export async function setWatching(change: Change, watch: boolean, who?: string): Promise<void> {
  const { task, remember, onChanged } = change;
  const send = async (on: boolean, what: string) => {
    try {
      const path = on ? 'POST watchTask/{id}' : 'DELETE watchTask/{id}';
      const { watching, watchers } = await call(path, { id: task._id, member_id: who });
      onChanged({ watching, watchers });
    } catch (error) {
      step.forget();
      showToast({ kind: 'failure', text: `${what} ${reasonOf(error)}` });
    }
  };
  const step = remember(() => void send(!watch, `The change of ${task.key} was not undone.`));
  await send(watch, `${task.key} was not changed.`);
}

/** Who is new among `next` watches from now on, who is missing no longer does. */
export async function setWatchers(change: Change, next: readonly { _id: string }[]): Promise<void> {
  const { watchers } = change.task;
  const added = next.find(({ _id }) => !watchers.some((one) => one._id === _id));
  const removed = watchers.find(({ _id }) => !next.some((one) => one._id === _id));
  if (added) await setWatching(change, true, added._id);
  if (removed) await setWatching(change, false, removed._id);
}
