import type { QueryClient } from '@tanstack/react-query';
import { call, reasonOf } from '@/components/query/api-client';
import { showToast } from '@/components/ui/overlay/toast';
import { estimateWords } from '@/lib/task/vocabulary';
import { timerQuery } from './timer-query';

/** Starts the viewer's timer for a task, or stops it where none is given. Says what was logged, or why it was refused. */
export async function setTimer(queries: QueryClient, taskId: string | null): Promise<void> {
  try {
    const { running, stopped } = await (taskId ? call('POST timer', { task_id: taskId }) : call('DELETE timer', {}));
    queries.setQueryData(timerQuery.queryKey, running);
    if (stopped)
      showToast({ kind: 'info', text: `Logged ${estimateWords(stopped.minutes ?? 0)} on ${stopped.task_key}.` });
  } catch (error) {
    showToast({ kind: 'failure', text: `The timer was not changed. ${reasonOf(error)}` });
  }
}
