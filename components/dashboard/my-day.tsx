'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { showUndoable } from '@/components/keys/show-undoable';
import { rememberSent, useUndo } from '@/components/keys/use-undo';
import { SectionCard } from '@/components/page/section-card';
import { reasonOf } from '@/components/query/api-client';
import { QUEUED } from '@/components/query/change-queue';
import { DASHBOARD } from '@/components/query/dashboard-query';
import { sendCompletion, sendMove } from '@/components/task/send-change';
import { useRowKeys } from '@/components/task/use-row-keys';
import { showToast } from '@/components/ui/overlay/toast';
import { isolated } from '@/lib/bidi';
import type { Dashboard, DashboardTask } from '@/lib/dashboard/schema';
import { COMPLETED } from '@/lib/task/vocabulary';
import { withoutTask } from './my-day-cache';
import { TaskRows } from './task-rows';

const GROUPS = [
  ['overdue', 'Overdue'],
  ['today', 'Today'],
  ['soon', 'Next 7 days'],
] as const;

/** Ticking a task off completes it at once; that can be undone. */
export function MyDay({ day, today }: { day: Dashboard['my_day']; today: string }) {
  const queries = useQueryClient();
  const remember = useUndo();
  const refresh = () => queries.invalidateQueries({ queryKey: DASHBOARD });

  const complete = useMutation({
    ...QUEUED,
    mutationKey: ['completeTask'],
    mutationFn: (task: DashboardTask) => sendCompletion(task._id),
    onMutate: async (task) => {
      await queries.cancelQueries({ queryKey: DASHBOARD });
      const before = queries.getQueryData<Dashboard>(DASHBOARD);
      queries.setQueryData<Dashboard>(DASHBOARD, (now) => now && withoutTask(now, task._id));
      return before;
    },
    onError: (error, task, before) => {
      queries.setQueryData(DASHBOARD, before);
      showToast({ kind: 'failure', text: `${task.key} was not completed. ${reasonOf(error)}` });
    },
    onSettled: refresh,
  });

  function tick(task: DashboardTask) {
    const completion = complete.mutateAsync(task);
    const step = rememberSent(completion, ({ version }) => void undo(task, version), remember);
    completion.then(
      () => showUndoable(`${task.key} completed`, step),
      () => undefined,
    );
  }
  /** What somebody else did with it since stays. */
  async function undo({ _id, key, status }: DashboardTask, version: number) {
    try {
      const { moveBack } = await import('@/components/task/change/move-back');
      await moveBack((now) => sendMove(_id, { status }, now), { version, status: COMPLETED });
    } catch (error) {
      showToast({ kind: 'failure', text: `${key} is not back in your day. ${reasonOf(error)}` });
    }
    await refresh();
  }

  const rows = useRef<HTMLDivElement>(null);
  useRowKeys(rows);
  const groups = GROUPS.filter(([name]) => day[name].length > 0);
  return (
    <SectionCard title="My day" flush={groups.length > 0}>
      {groups.length === 0 ? (
        <p className="text-base text-text-2">Nothing of yours is due in the next 7 days.</p>
      ) : (
        <div ref={rows}>
          {groups.map(([name, title]) => (
            <div key={name}>
              <h3 className="px-4 pt-2 pb-1 text-sm font-semibold text-text-2 sm:px-5">
                {isolated(title)} <span className="font-normal tabular-nums">{day[name].length}</span>
              </h3>
              <TaskRows label={title} tasks={day[name]} today={today} onComplete={tick} />
            </div>
          ))}
        </div>
      )}
    </SectionCard>
  );
}
