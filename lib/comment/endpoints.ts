import 'server-only';
import { addComment, deleteComment, editComment } from '@/lib/comment/commands';
import { listComments } from '@/lib/comment/queries';
import { AddComment, CommentRecord, CommentReference, EditComment, ListComments } from '@/lib/comment/schema';
import { command, create, defineEndpoints, list } from '@/lib/contract/endpoint';

// `task.view` and `comment.view` here, the rest in the commands: what the caller may not see is not there (404) before
// it is forbidden (403).
export const commentEndpoints = defineEndpoints({
  'GET taskCommentList': list(
    ListComments,
    CommentRecord,
    'task.view',
    listComments,
    'Comments of a task, oldest first: the newest, or with cursor those before them. Long ones make a page shorter: follow next_cursor',
  ),
  'POST addTaskComment': create(
    AddComment,
    CommentRecord,
    'task.view',
    addComment,
    'Comment on a task; @name notifies somebody',
    { decides: 'comment.add' },
  ),
  'PATCH comment/{id}': command(EditComment, CommentRecord, 'comment.view', editComment, 'Change one’s own comment', {
    decides: 'comment.edit',
  }),
  'DELETE comment/{id}': command(CommentReference, CommentRecord, 'comment.view', deleteComment, 'Delete a comment', {
    decides: 'comment.delete',
  }),
});
