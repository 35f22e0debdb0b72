import { type Remember, rememberSent } from '@/components/keys/use-undo';
import { call, reasonOf } from '@/components/query/api-client';
import { showToast } from '@/components/ui/overlay/toast';
import type { TaskDetail } from '@/lib/task/schema';
import type { TaskDependency } from '@/lib/task-parts/schema';

type Change = {
  task: TaskDetail;
  relation: TaskDependency['relation'];
  /** The other task. */
  other: string;
  remember: Remember;
  onChanged: () => void;
};

/** Makes a dependency or removes it, and says why not; the step back is the other of the two. */
export function changeDependency(path: 'POST dependency' | 'DELETE dependency', change: Change): void {
  const { task, relation, other, remember, onChanged } = change;
  const pair =
    relation === 'blocks' ? { task_id: task._id, blocks_id: other } : { task_id: other, blocks_id: task._id };
  const failed = (what: string) => (error: unknown) =>
    showToast({ kind: 'failure', text: `${what} ${reasonOf(error)}` });
  const opposite = path === 'POST dependency' ? 'DELETE dependency' : 'POST dependency';
  const sent = call(path, pair);
  const back = () => call(opposite, pair).then(onChanged, failed(`The change of ${task.key} was not undone.`));
  rememberSent(sent, back, remember);
  sent.then(onChanged, failed(`${task.key} was not changed.`));
}
