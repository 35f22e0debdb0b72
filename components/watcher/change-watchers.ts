import { type Remember, rememberSent } from '@/components/keys/use-undo';
import { call, reasonOf } from '@/components/query/api-client';
import { showToast } from '@/components/ui/overlay/toast';
import type { TaskDetail } from '@/lib/task/schema';

type Watchers = Pick<TaskDetail, 'watching' | 'watchers'>;
type Change = { task: TaskDetail; remember: Remember; onChanged: (now: Watchers) => void };

/** Makes somebody a watcher, or no longer one; oneself without `who`. Ctrl+Z takes it back. */
export async function setWatching(change: Change, watch: boolean, who?: string): Promise<void> {
  const { task, remember, onChanged } = change;
  const failed = (what: string) => (error: unknown) =>
    showToast({ kind: 'failure', text: `${what} ${reasonOf(error)}` });
  const send = (on: boolean) =>
    call(on ? 'POST watchTask/{id}' : 'DELETE watchTask/{id}', { id: task._id, member_id: who });
  const show = ({ watching, watchers }: Watchers) => onChanged({ watching, watchers });
  const sent = send(watch);
  const back = () => send(!watch).then(show, failed(`The change of ${task.key} was not undone.`));
  rememberSent(sent, back, remember);
  await sent.then(show, failed(`${task.key} was not changed.`));
}

/** Who is new among `next` watches from now on, who is missing no longer does. */
export async function setWatchers(change: Change, next: readonly { _id: string }[]): Promise<void> {
  const { watchers } = change.task;
  const added = next.find(({ _id }) => !watchers.some((one) => one._id === _id));
  const removed = watchers.find(({ _id }) => !next.some((one) => one._id === _id));
  if (added) await setWatching(change, true, added._id);
  if (removed) await setWatching(change, false, removed._id);
}
