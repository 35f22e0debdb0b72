import { isOnesOwn } from '@/components/keys/remove-made';
import { ApiError, call } from '@/components/query/api-client';

export const changedSince = () => new ApiError(409, 'conflict', 'Somebody else changed it in the meantime.');

/** Takes the subtask that a line became to the bin; throws where others work on it by then. */
export async function removeSubtask(id: string): Promise<void> {
  if (!(await isOnesOwn(id))) throw changedSince();
  const { tasks } = await call('POST taskArray', { task_ids: [id], delete: true });
  const reason = tasks.find((one) => one.reason)?.reason;
  if (reason) throw new ApiError(409, 'conflict', reason);
}
