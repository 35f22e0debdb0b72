import { ApiError, call } from '@/components/query/api-client';
import type { InputOf } from '@/lib/api/contract';
import type { TaskCard, TaskDetail } from '@/lib/task/schema';
import type { Pending, Placement } from './board/board-state';
import { editCard, editTask, type TaskBase, type TaskChanges } from './task-edit';

/** A move in the words of the endpoint. */
export const sendMove = (id: string, { status, after, before }: Placement) =>
  call('POST changeTaskStatus', {
    task_id: id,
    status,
    ...(after ? { after_id: after } : before ? { before_id: before } : {}),
  });

export type NewTask = InputOf<'POST Task'> & { idempotencyKey: string };
export const sendTask = ({ idempotencyKey, ...task }: NewTask) => call('POST Task', task, { idempotencyKey });

/** What somebody does to a card on a board; answers the card as it is then, null for one that is in the bin. */
export async function sendBoardChange(change: Pending, basis: TaskBase | undefined): Promise<TaskCard | null> {
  switch (change.kind) {
    case 'move':
      return sendMove(change.id, change.placement);
    case 'edit':
      if (!basis) throw new ApiError(404, 'not_found', 'The task is no longer on this board.');
      return editCard(basis, change.changes);
    case 'removal':
      await call('DELETE task/{id}', { id: change.id });
      return null;
  }
}

const answers = new Map<string, TaskDetail>();

/** An edit whose page is gone: upon what it was made to, or upon what the one before it has left. */
export async function sendKeptEdit({ id, basis, changes }: { id: string; basis: TaskBase; changes: TaskChanges }) {
  const answer = await editTask(answers.get(id) ?? basis, changes);
  answers.set(id, answer);
  return answer;
}

/** The same for a change on a board. */
export const sendKeptBoardChange = (change: Pending & { basis?: TaskBase }): Promise<unknown> =>
  change.kind === 'edit' && change.basis
    ? sendKeptEdit({ id: change.id, basis: change.basis, changes: change.changes })
    : sendBoardChange(change, change.basis);
