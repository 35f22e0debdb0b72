import { ApiError } from '@/components/query/api-client';
import type { TaskCard } from '@/lib/task/schema';
import { EditConflict } from '../task-edit';

/** What a move made of a task; `rank` where it is known. */
type Made = { version: number; status?: number; rank?: string };

const isThere = (made: Made, now: TaskCard) => now.status === made.status && now.rank === (made.rank ?? now.rank);

/**
 * Takes a move back, upon the task as it is `known` by now if it is still there. EditConflict where somebody has moved it
 * since.
 */
export async function moveBack(
  send: (version: number) => Promise<TaskCard>,
  made: Made,
  known?: TaskCard,
  tries = 4,
): Promise<TaskCard> {
  const isKnown = known && known.version >= made.version && isThere(made, known);
  try {
    return await send(isKnown ? known.version : made.version);
  } catch (error) {
    const current =
      error instanceof ApiError && error.code === 'conflict' ? (error.current as TaskCard | undefined) : undefined;
    if (!current || tries <= 1) throw error;
    if (!isThere(made, current)) throw new EditConflict(current, current.status === made.status ? [] : ['status']);
    return moveBack(send, made, current, tries - 1);
  }
}
