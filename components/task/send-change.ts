import { ApiError, call } from '@/components/query/api-client';
import type { InputOf } from '@/lib/api/contract';
import type { TaskCard, TaskDetail } from '@/lib/task/schema';
import { basisNow, editCard, editTask, type Placement, type TaskBase, type TaskChange } from './task-edit';

/** A move in the words of the endpoint. */
export const sendMove = (id: string, { status, after, before }: Placement) =>
  call('POST changeTaskStatus', {
    task_id: id,
    status,
    ...(after ? { after_id: after } : before ? { before_id: before } : {}),
  });

export type NewTask = InputOf<'POST Task'> & { idempotencyKey: string };
export const sendTask = ({ idempotencyKey, ...task }: NewTask) => call('POST Task', task, { idempotencyKey });

/**
 * Sends what somebody does to a task, upon `known` or else upon what it was made to. `edit` decides what comes back: the
 * card, or all of the task; null: it is in the bin.
 */
export async function sendChange<T extends TaskCard = TaskCard>(
  change: TaskChange,
  known: TaskCard | undefined,
  edit: (base: TaskBase, changes: Extract<TaskChange, { kind: 'edit' }>['changes']) => Promise<T | TaskCard> = editCard,
): Promise<T | TaskCard | null> {
  switch (change.kind) {
    case 'move':
      return sendMove(change.id, change.placement);
    case 'edit': {
      const basis = change.exact ? change.basis : basisNow(known, change.basis);
      if (!basis) throw new ApiError(404, 'not_found', 'The task is no longer here.');
      return edit(basis, change.changes);
    }
    case 'removal':
      await call('DELETE task/{id}', { id: change.id });
      return null;
  }
}

const answers = new Map<string, TaskDetail>();

/** A change whose page is gone: upon what it was made to, or upon what the one before it has left. */
export async function sendKeptChange(change: TaskChange): Promise<unknown> {
  return sendChange(
    { ...change, ...(change.kind === 'edit' && { exact: false }) },
    answers.get(change.id),
    async (...edit) => {
      const answer = await editTask(...edit);
      answers.set(change.id, answer);
      return answer;
    },
  );
}
