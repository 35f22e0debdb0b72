import { call } from '@/components/query/api-client';
import type { Shell } from '@/components/viewer/shell-context';
import type { TaskDetail } from '@/lib/task/schema';

/** The viewer's timer, in every tab and on every device the same. */
export const timerQuery = {
  queryKey: ['timer'],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Shell['timer']> =>
    (await call('GET timer', {}, { signal })).running,
};

/** Read anew when the task's time has changed. */
export const timeEntriesQuery = ({ _id: task_id, time }: TaskDetail) => ({
  queryKey: ['time-entries', task_id, time],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await call('GET timeEntryList', { task_id, limit: 100 }, { signal })).docs,
});
