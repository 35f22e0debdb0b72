'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCatchUp, useLive, useLiveEvents } from '@/components/live/live-provider';
import { ApiError, call, newIdempotencyKey } from '@/components/query/api-client';
import { QUEUED } from '@/components/query/change-queue';
import type { CommentRecord } from '@/lib/comment/schema';
import type { TaskCard, TaskDetail } from '@/lib/task/schema';
import { basisOf, editTask, type TaskBase, type TaskChanges, withChanges } from '../task-edit';
import { taskKey } from '../task-query';
import { olderComments, throughShown, withOlder } from './older-comments';

/** A change that shows already: with what it needs to be drawn before the server has answered. */
type Edit = {
  token: string;
  changes: TaskChanges;
  people?: TaskCard['assignees'];
  category?: TaskDetail['category'];
  /** The task as it was when the change was begun; the latest otherwise. */
  base?: TaskDetail;
};
/** An edit as it waits for the connection. */
type KeptEdit = { token: string; id: string; changes: TaskChanges; basis: TaskBase; exact: boolean };
type State = { task: TaskDetail; gone: boolean; edits: readonly Edit[] };

/** One task: server-rendered first, then changed in place and kept true by what is announced. */
export function useTask(initial: TaskDetail, loadedAt: number) {
  const client = useQueryClient();
  const { channels } = useLive();
  const key = taskKey(initial._id);
  const first: State = { task: initial, gone: false, edits: [] };
  const now = () => client.getQueryData<State>(key) ?? first;
  // Once the page is left there is nothing to change: an answer that comes late must not bring the old task back.
  const setState = (next: (state: State) => State) => client.setQueryData<State>(key, (state) => state && next(state));
  const newest = (task: TaskDetail) => (now().task.version > task.version ? now().task : withOlder(task, now().task));

  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }): Promise<State> => {
      try {
        const read = await call('GET task/{id}', { id: initial._id }, { signal });
        const task = newest(await throughShown(read, now().task, signal));
        return { ...now(), task, gone: false };
      } catch (error) {
        if (error instanceof ApiError && error.code === 'not_found') return { ...now(), gone: true };
        throw error;
      }
    },
    initialData: () => first,
    initialDataUpdatedAt: loadedAt,
    structuralSharing: false,
    gcTime: 0,
  });
  const refetch = () => void query.refetch();

  const { task } = query.data;
  useLiveEvents([channels.project(initial.project_id)], ({ event, data }) => {
    const about = data.task_id ?? data.id;
    if (event === 'project.deleted' || event === 'project.restored') return refetch();
    if (about === initial._id) {
      if (event.startsWith('comment.') || (data.version ?? Number.POSITIVE_INFINITY) > now().task.version) refetch();
    } else if (now().task.subtasks.some(({ _id }) => _id === about)) refetch();
  });
  useCatchUp(refetch);

  const mutation = useMutation({
    ...QUEUED,
    mutationKey: ['editTask'],
    // One after the other, so that each change knows the version the one before has left.
    scope: { id: `task-${initial._id}` },
    mutationFn: ({ changes, basis, exact }: KeptEdit) => editTask(exact ? basis : now().task, changes),
    onSuccess: (answer, { token }) =>
      setState((state) => ({
        ...state,
        task: newest(answer),
        edits: state.edits.filter((edit) => edit.token !== token),
      })),
    onError: (_error, { token }) =>
      setState((state) => ({ ...state, edits: state.edits.filter((edit) => edit.token !== token) })),
  });

  /** Changes fields at once; answers the new record, or takes them back and throws ApiError or EditConflict. */
  async function change(changes: TaskChanges, more: Omit<Edit, 'token' | 'changes'> = {}): Promise<TaskDetail> {
    const edit: Edit = { token: newIdempotencyKey(), changes, ...more };
    setState((state) => ({ ...state, edits: [...state.edits, edit] }));
    const basis = basisOf(edit.base ?? now().task, changes);
    const { token, base } = edit;
    return mutation.mutateAsync({ token, id: initial._id, changes, basis, exact: base !== undefined });
  }

  /** What was read or written about the task outside of its fields. */
  const patch = (part: (task: TaskDetail) => Partial<TaskDetail>) =>
    setState((state) => ({ ...state, task: { ...state.task, ...part(state.task) } }));

  const shown = useMemo(
    () =>
      query.data.edits.reduce<TaskDetail>((now, { changes, people, category }) => {
        const next = withChanges(now, changes, people);
        return category === undefined ? next : { ...next, category };
      }, query.data.task),
    [query.data],
  );

  return {
    task: shown,
    /** As the server has it, without what is on its way. */
    stored: task,
    gone: query.data.gone,
    saving: query.data.edits.length > 0,
    change,
    patch,
    refetch,
    /** Adopts a record that an answer carried. */
    adopt: (record: TaskDetail) => setState((state) => ({ ...state, task: newest(record) })),
    /** Reads the comments before those that are shown; throws ApiError. */
    showOlder: async () => {
      const older = await olderComments(now().task);
      patch(() => older);
    },
    withComment: (comment: CommentRecord) =>
      patch(({ comments, comment_count }) =>
        comments.some(({ _id }) => _id === comment._id)
          ? { comments: comments.map((one) => (one._id === comment._id ? comment : one)) }
          : { comments: [...comments, comment], comment_count: comment_count + 1 },
      ),
    withoutComment: (id: string) =>
      patch(({ comments, comment_count }) => ({
        comments: comments.filter(({ _id }) => _id !== id),
        comment_count: Math.max(0, comment_count - 1),
      })),
  };
}

export type TaskHandle = ReturnType<typeof useTask>;
