import { ApiError, call } from '@/components/query/api-client';
import type { InputOf } from '@/lib/api/contract';
import type { TaskCard, TaskDetail } from '@/lib/task/schema';
import { COMPLETED } from '@/lib/task/vocabulary';
import { basisNow, type Placement, rebased, type TaskBase, type TaskChange, type TaskChanges } from './task-edit';

/** Without `version` the last move wins. */
export const sendMove = (id: string, { status, after, before, top, rank }: Placement, version?: number, undo = false) =>
  call('POST changeTaskStatus', {
    task_id: id,
    status,
    ...(version && { version }),
    ...(undo && { undo }),
    ...(top ? { top } : rank ? { rank } : after ? { after_id: after } : before ? { before_id: before } : {}),
  });

export const sendCompletion = (id: string) => sendMove(id, { status: COMPLETED });

type Sent = TaskChanges & { undo?: true };

/** Answers the full task; errors as `edited`. */
export const editTask = (base: TaskBase, changes: Sent) =>
  edited((input) => call('PATCH task/{id}', input), base, changes);
/** The same for a card on a board or in a list. */
const editCard = (base: TaskBase, changes: Sent) =>
  edited((input) => call('PATCH taskCard/{id}', input), base, changes);

/**
 * Retries with the new version if others changed other fields, other people or labels, or other lines of the description;
 * EditConflict for the same field, else ApiError.
 */
async function edited<T extends TaskCard>(
  send: (input: InputOf<'PATCH task/{id}'>) => Promise<T>,
  base: TaskBase,
  { undo, ...changes }: Sent,
  tries = 4,
): Promise<T> {
  try {
    return await send({ id: base._id, version: base.version, ...changes, ...(undo && { undo }) });
  } catch (error) {
    const current =
      error instanceof ApiError && error.code === 'conflict' ? (error.current as T | undefined) : undefined;
    if (!current || tries <= 1) throw error;
    const { changesAgain } = await import('./change/edit-again');
    return edited(send, current, { ...(await changesAgain(base, changes, current)), undo }, tries - 1);
  }
}

export type NewTask = InputOf<'POST Task'> & { idempotencyKey: string };
export const sendTask = ({ idempotencyKey, ...task }: NewTask) => call('POST Task', task, { idempotencyKey });

/**
 * Sends a change upon `known`, else upon its own basis. Answers what `edit` answers (a card, or the full task);
 * null: it is in the bin.
 */
export async function sendChange<T extends TaskCard = TaskCard>(
  change: TaskChange,
  known: TaskCard | undefined,
  edit: (base: TaskBase, changes: Sent) => Promise<T | TaskCard> = editCard,
): Promise<T | TaskCard | null> {
  switch (change.kind) {
    case 'move': {
      const { id, placement, basis, exact, undo } = change;
      return exact && basis
        ? (await import('./change/move-back')).moveBack(
            (version) => sendMove(id, placement, version, undo),
            basis,
            known,
          )
        : sendMove(id, placement);
    }
    case 'edit': {
      const { basis: made, changes, exact, undo } = change;
      const basis =
        exact && made && known && known.version > made.version
          ? (await import('./change/edit-again')).basisOfExact(made, changes, known)
          : exact
            ? made
            : basisNow(known, made);
      if (!basis) throw new ApiError(404, 'not_found', 'The task is no longer here.');
      return edit(basis, { ...rebased(made, changes, basis), ...(undo && { undo }) });
    }
    case 'removal':
      await call('DELETE task/{id}', { id: change.id });
      return null;
  }
}

const answers = new Map<string, TaskDetail>();

/** A change whose page is gone: upon its own basis, or upon the result of the change before it. */
export async function sendKeptChange(change: TaskChange): Promise<unknown> {
  return sendChange(change, answers.get(change.id), async (...edit) => {
    const answer = await editTask(...edit);
    answers.set(change.id, answer);
    return answer;
  });
}
