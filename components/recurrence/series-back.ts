import { putBack } from '@/components/keys/put-back';
import { ApiError, call } from '@/components/query/api-client';
import type { RecurrenceRecord } from '@/lib/recurrence/schema';
import type { TaskRecurrence } from '@/lib/task-parts/schema';

const isSame = (made: RecurrenceRecord, now: TaskRecurrence) => now.rule === made.rule && now.mode === made.mode;

/** The rule that was before, where the series is still as it was made. */
export const changeBack = (made: RecurrenceRecord, { rule, mode }: TaskRecurrence) =>
  putBack(
    made,
    (version) => call('PATCH recurrence/{id}', { id: made._id, version, rule, mode }),
    (now) => isSame(made, now),
  );

const changedSince = () => new ApiError(409, 'conflict', 'Somebody else changed it in the meantime.');

/** Takes back the line of history that tells of this skipped day: others may have skipped another one since. */
export async function unskip({ task_id }: RecurrenceRecord, day: string | null): Promise<void> {
  const { activity } = await call('GET task/{id}', { id: task_id });
  const line = activity.find(({ kind, data }) => kind === 'recurrence.skipped' && data.day === day);
  if (!line) throw changedSince();
  await call('POST undoActivity/{id}', { id: line._id });
}

/** Ends a series that is still as it was begun. */
export async function stopUnchanged(made: RecurrenceRecord): Promise<void> {
  const { recurrence: now } = await call('GET task/{id}', { id: made.task_id });
  if (now?._id !== made._id || !isSame(made, now)) throw changedSince();
  await call('DELETE recurrence/{id}', { id: made._id });
}
