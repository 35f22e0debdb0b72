'use client';

import { useUndo } from '@/components/keys/use-undo';
import { reasonOf } from '@/components/query/api-client';
import { showToast } from '@/components/ui/overlay/toast';
import type { TaskLabel } from '@/lib/label/schema';
import type { TaskDetail } from '@/lib/task/schema';
import { changesBack, EditConflict, type TaskChanges } from '../task-edit';
import type { TaskHandle } from './use-task';

/** What a changed field shows until the answer is there. */
type Shown = {
  people?: TaskDetail['assignees'];
  category?: TaskDetail['category'];
  parent?: TaskDetail['parent'];
  labels?: readonly TaskLabel[];
};

/** Changes fields of the task, with undo; says why where it is refused. */
export function useFieldChanges(handle: TaskHandle) {
  const remember = useUndo();
  return function set(changes: TaskChanges, shown: Shown = {}, undoing = false) {
    const { task } = handle;
    const back = changesBack(task, changes);
    const before = {
      people: task.assignees,
      labels: task.labels,
      ...('category_id' in changes && { category: task.category }),
      ...('parent_id' in changes && { parent: task.parent }),
    };
    const step = undoing ? null : remember(() => set(back, before, true));
    handle.change(changes, shown).catch((error) => {
      step?.forget();
      if (error instanceof EditConflict) handle.adopt(error.current);
      showToast({ kind: 'failure', text: `${task.key} was not changed. ${reasonOf(error)}` });
    });
  };
}
