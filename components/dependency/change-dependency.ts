import type { Remember } from '@/components/keys/use-undo';
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
  const send = (by: typeof path, what: string) =>
    call(by, pair).then(onChanged, (error) => {
      step.forget();
      showToast({ kind: 'failure', text: `${what} ${reasonOf(error)}` });
    });
  const back = path === 'POST dependency' ? 'DELETE dependency' : 'POST dependency';
  const step = remember(() => void send(back, `The change of ${task.key} was not undone.`));
  void send(path, `${task.key} was not changed.`);
}
