import { reasonOf } from '@/components/query/api-client';
import { showToast } from '@/components/ui/overlay/toast';
import type { TaskDetail } from '@/lib/task/schema';
import type { TaskChanges } from '../task-edit';
import type { TaskHandle } from './use-task';

/** Puts a text back that `saved` has in another form; what others wrote since is not overwritten. */
export function undoText({ change }: TaskHandle, back: TaskChanges, saved: TaskDetail): void {
  change(back, { base: saved }).then(
    () => showToast({ kind: 'info', text: `The change of ${saved.key} was undone.` }),
    (error) => showToast({ kind: 'failure', text: `${saved.key} was not changed. ${reasonOf(error)}` }),
  );
}
