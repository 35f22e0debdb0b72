import { ApiError, call } from '@/components/query/api-client';
import type { InputOf } from '@/lib/api/contract';
import type { TaskCard, TaskDetail } from '@/lib/task/schema';
import { basisNow, editCard, editTask, type Placement, type TaskBase, type TaskChange } from './task-edit';

export const sendMove = (id: string, { status, after, before }: Placement) =>
  call('POST changeTaskStatus', {
    task_id: id,
    status,
    ...(after ? { after_id: after } : before ? { before_id: before } : {}),
  });

export type NewTask = InputOf<'POST Task'> & { idempotencyKey: string };
export const sendTask = ({ idempotencyKey, ...task }: NewTask) => call('POST Task', task, { idempotencyKey });

/**
 * Sends a change upon `known`, else upon its own basis. Answers what `edit` answers (a card, or the full task);
 * null: it is in the bin.
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

/** A change whose page is gone: upon its own basis, or upon the result of the change before it. */
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
