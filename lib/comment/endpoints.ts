import 'server-only';
import { addComment, deleteComment, editComment } from '@/lib/comment/commands';
import { listComments } from '@/lib/comment/queries';
import { AddComment, CommentRecord, CommentReference, EditComment, ListComments } from '@/lib/comment/schema';
import { command, create, defineEndpoints, list } from '@/lib/contract/endpoint';

// Only viewing is checked here; commands check the rest, so that hidden things are 404, not 403.
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
