import { call } from '@/components/query/api-client';
import type { CommentRecord } from '@/lib/comment/schema';
import type { TaskDetail } from '@/lib/task/schema';

const isBefore = (one: CommentRecord, other: CommentRecord) =>
  one.created_at === other.created_at ? one._id < other._id : one.created_at < other.created_at;

/** `task` as answered, with the older comments that are loaded already. */
export function withOlder(task: TaskDetail, known: TaskDetail): TaskDetail {
  const [first] = task.comments;
  if (!first || !task.comments_cursor) return task;
  const older = known.comments.filter((comment) => isBefore(comment, first));
  return older.length
    ? { ...task, comments: [...older, ...task.comments], comments_cursor: known.comments_cursor }
    : task;
}

export async function olderComments(task: TaskDetail, signal?: AbortSignal): Promise<Partial<TaskDetail>> {
  const cursor = task.comments_cursor ?? undefined;
  const page = await call('GET taskCommentList', { task_id: task._id, cursor }, { signal });
  return { comments: [...page.docs, ...task.comments], comments_cursor: page.next_cursor ?? null };
}

/** `task` with as many older comments, read again, as were shown. */
export async function throughShown(task: TaskDetail, shown: TaskDetail, signal?: AbortSignal): Promise<TaskDetail> {
  const [oldest] = shown.comments;
  let read = task;
  while (oldest && read.comments_cursor && read.comments[0] && isBefore(oldest, read.comments[0]))
    read = { ...read, ...(await olderComments(read, signal)) };
  return read;
}
