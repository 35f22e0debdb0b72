'use client';

import { useEffect } from 'react';
import { useUndo } from '@/components/keys/use-undo';
import { loadAhead } from '@/components/overlay/load-ahead';
import { useFormats } from '@/components/ui/formats';
import type { TaskLabel } from '@/lib/label/schema';
import type { TaskDetail, TaskMilestone } from '@/lib/task/schema';
import type { TaskChanges } from '../task-edit';
import type { TaskHandle } from './use-task';

/** What a changed field shows until the answer is there. */
export type Shown = {
  people?: TaskDetail['assignees'];
  category?: TaskDetail['category'];
  parent?: TaskDetail['parent'];
  milestone?: TaskMilestone | null;
  labels?: readonly TaskLabel[];
};

export const loadUndo = () => import('../change/undo-fields');

/** Changes fields of the task, with undo; says why where it is refused. */
export function useFieldChanges(handle: TaskHandle) {
  const remember = useUndo();
  const formats = useFormats();
  useEffect(() => loadAhead(loadUndo), []);
  return (changes: TaskChanges, shown?: Shown) => {
    const { task } = handle;
    const step = remember(() => void loadUndo().then(({ undoFields }) => undoFields(handle, task, changes, formats)));
    handle.change(changes, shown).catch(async (error) => {
      step.forget();
      (await loadUndo()).refuse(handle, error, changes, formats, shown);
    });
  };
}
