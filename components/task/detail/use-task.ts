'use client';

import { useMemo } from 'react';
import { withoutComment } from '@/components/comment/threads';
import { type Collection, type Reading, rowOf, shownRow, shownRows } from '@/components/live/collection';
import type { Nudge } from '@/components/live/follow';
import { useLive } from '@/components/live/live-provider';
import type { LiveMessage } from '@/components/live/subscriptions';
import { useCollection } from '@/components/live/use-collection';
import { ApiError, call, newIdempotencyKey } from '@/components/query/api-client';
import type { CommentRecord } from '@/lib/comment/schema';
import type { TaskCard, TaskDetail } from '@/lib/task/schema';
import { editTask, sendChange } from '../send-change';
import { type Begun, basisOf, type TaskChange, type TaskChanges, type Upon, withChange } from '../task-edit';
import { taskKey } from '../task-query';
import { olderComments, throughShown, withOlder } from './older-comments';

type Part = TaskDetail | TaskCard;
type State = Collection<Part, TaskChange>;

type Edit = Extract<TaskChange, { kind: 'edit' }>;
/** `base`: the task as it was when the edit was begun; the latest by default. `upon`: the same, of an undo. */
type EditMore = Pick<Edit, 'people' | 'category' | 'parent' | 'milestone' | 'labels'> & {
  base?: TaskDetail;
  upon?: Upon;
};

const readingOf = (task: TaskDetail | null): Reading<Part> => {
  const listOf = (docs: readonly Part[]) => ({ docs, total: docs.length, cursor: null });
  return { lists: { task: listOf(task ? [task] : []), subtasks: listOf(task?.subtasks ?? []) } };
};

function nudgeOf({ event, data }: LiveMessage, id: string): Nudge {
  if (event === 'project.deleted' || event === 'project.restored') return 'everything';
  const about = data.task_id ?? data.id;
  if (about === id) return { id, version: event.startsWith('task.') ? data.version : undefined };
  return { id: about, version: data.version, known: true, ...(event === 'task.deleted' && { gone: true }) };
}

export function useTask(initial: TaskDetail, loadedAt: number) {
  const id = initial._id;
  const { channels } = useLive();
  const collection = useCollection<Part, TaskChange>({
    key: taskKey(id),
    first: readingOf(initial),
    loadedAt,
    includes: () => true,
    list: ({ _id }) => (_id === id ? 'task' : 'subtasks'),
    channels: [channels.project(initial.project_id)],
    nudge: (message) => nudgeOf(message, id),
    read: async (now, signal) => {
      try {
        const task = await throughShown(await call('GET task/{id}', { id }, { signal }), storedIn(now), signal);
        return readingOf(withOlder(task, storedIn(now)));
      } catch (error) {
        if (error instanceof ApiError && error.code === 'not_found') return readingOf(null);
        throw error;
      }
    },
    fetchOne: async (one, reread) => (one === id ? void (await reread()) : call('GET taskCard/{id}', { id: one })),
    send: async (change, known) => {
      if (change.id !== id) return sendChange(change, known);
      const answer = await sendChange(change, known, editTask);
      return answer && known && 'comments' in answer && 'comments' in known ? withOlder(answer, known) : answer;
    },
    kind: 'changeTask',
  });
  const { state, now, dispatch, reread, rereadAgain } = collection;
  function storedIn(known: State): TaskDetail {
    return (rowOf(known, id) as TaskDetail | undefined) ?? initial;
  }

  const change = (edit: Begun) => collection.change({ ...edit, token: newIdempotencyKey() });
  const patch = (part: (task: TaskDetail) => Partial<TaskDetail>) => {
    const task = storedIn(now());
    dispatch({ type: 'patched', row: { ...task, ...part(task) } });
    rereadAgain();
  };

  const task = useMemo(() => {
    const shown = (shownRow(state, id, withChange) as TaskDetail | null) ?? initial;
    return { ...shown, subtasks: [...shownRows(state, 'subtasks', withChange).docs] };
  }, [state, id, initial]);

  return {
    task,
    /** As the server has it, without pending changes. */
    stored: storedIn(state),
    gone: !rowOf(state, id),
    /** Shows changes at once; answers the new record, or undoes them and throws ApiError or EditConflict. */
    change: async (changes: TaskChanges, { base, upon, ...more }: EditMore = {}): Promise<TaskDetail> => {
      const basis = basisOf(base ?? (shownRow(now(), id, withChange) as TaskDetail | null) ?? initial, changes);
      const exact = base !== undefined;
      return (await change({ kind: 'edit', id, changes, basis, exact, ...more, ...upon })) as TaskDetail;
    },
    moveSubtask: async (subtask: string, status: number, upon?: Upon): Promise<void> => {
      await change({ kind: 'move', id: subtask, placement: { status }, ...upon });
    },
    addSubtask: async (creation: Promise<TaskCard>): Promise<TaskCard> => {
      const row = await collection.add(creation);
      dispatch({ type: 'patched', row, own: true });
      return row;
    },
    /** Shows them in this order until the next reading. */
    orderSubtasks: (ids: readonly string[]) => {
      const known = now();
      const subtasks = ids.map((one) => rowOf(known, one) as TaskCard);
      dispatch({ type: 'loaded', reading: readingOf({ ...storedIn(known), subtasks }), since: known.moment });
    },
    refetch: reread,
    /** Fields that are not of the task's version. */
    show: (part: Partial<TaskDetail>) => patch(() => part),
    adopt: (record: TaskDetail) => dispatch({ type: 'patched', row: withOlder(record, storedIn(now())) }),
    /** Reads the comments before those shown; throws ApiError. */
    showOlder: async () => {
      const shown = storedIn(now()).comments.length;
      const { comments: read = [], ...rest } = await olderComments(storedIn(now()));
      // What was written meanwhile stays.
      patch(({ comments }) => {
        const known = new Set(comments.map(({ _id }) => _id));
        return {
          ...rest,
          comments: [...read.slice(0, -shown || undefined).filter(({ _id }) => !known.has(_id)), ...comments],
        };
      });
    },
    withComment: (comment: CommentRecord) =>
      patch(({ comments, comment_count }) =>
        comments.some(({ _id }) => _id === comment._id)
          ? { comments: comments.map((one) => (one._id === comment._id ? comment : one)) }
          : { comments: [...comments, comment], comment_count: comment_count + 1 },
      ),
    withoutComment: (comment: string) =>
      patch(({ comments, comment_count }) => ({
        comments: withoutComment(comments, comment),
        // A reading may have come before the answer.
        comment_count: comment_count - Number(comments.some(({ _id, deleted_at }) => _id === comment && !deleted_at)),
      })),
  };
}

export type TaskHandle = ReturnType<typeof useTask>;
