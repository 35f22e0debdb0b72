import 'server-only';
import { type Endpoint, endpoint } from '@/lib/api/endpoint';
import { addComment, deleteComment, editComment } from '@/lib/comment/commands';
import { listComments } from '@/lib/comment/queries';
import { AddComment, CommentReference, EditComment } from '@/lib/comment/schema';
import { CommentRecord, ListComments } from '@/lib/task/schema';

// `task.view` and `comment.view` here, the rest in the commands: what the caller may not see is not there (404) before
// it is forbidden (403).
export const commentEndpoints: Endpoint[] = [
  endpoint({
    method: 'GET',
    path: 'taskCommentList',
    summary:
      'Comments of a task, oldest first: the newest, or with cursor those before them. Long ones make a page shorter: follow next_cursor',
    permission: 'task.view',
    input: ListComments,
    output: CommentRecord,
    shape: 'list',
    message: 'Comments of the task',
    run: listComments,
  }),
  endpoint({
    method: 'POST',
    path: 'addTaskComment',
    summary: 'Comment on a task; @name tells somebody',
    permission: 'task.view',
    input: AddComment,
    output: CommentRecord,
    shape: 'record',
    message: 'The comment was added.',
    status: 201,
    run: addComment,
  }),
  endpoint({
    method: 'PATCH',
    path: 'comment/{id}',
    summary: 'Change one’s own comment',
    permission: 'comment.view',
    input: EditComment,
    output: CommentRecord,
    shape: 'record',
    message: 'The comment was changed.',
    run: editComment,
  }),
  endpoint({
    method: 'DELETE',
    path: 'comment/{id}',
    summary: 'Delete a comment',
    permission: 'comment.view',
    input: CommentReference,
    output: CommentRecord,
    shape: 'record',
    message: 'The comment was deleted.',
    run: deleteComment,
  }),
];
