import 'server-only';
import { addComment, deleteComment, editComment, restoreComment } from '@/lib/comment/commands';
import { addReaction, removeReaction, settleThread } from '@/lib/comment/commands.thread';
import { getComment, listComments, listVersions } from '@/lib/comment/queries';
import {
  AddComment,
  CommentRecord,
  CommentReference,
  CommentVersion,
  CommentVersions,
  EditComment,
  ListComments,
  React,
} from '@/lib/comment/schema';
import { command, create, defineEndpoints, list, query } from '@/lib/contract/endpoint';

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
  'GET comment/{id}': query(
    CommentReference,
    CommentRecord,
    'comment.view',
    (ctx, { id }) => getComment(ctx, id),
    'One comment',
  ),
  'PATCH comment/{id}': command(EditComment, CommentRecord, 'comment.view', editComment, 'Change one’s own comment', {
    decides: 'comment.edit',
  }),
  'DELETE comment/{id}': command(CommentReference, CommentRecord, 'comment.view', deleteComment, 'Delete a comment', {
    decides: 'comment.delete',
  }),
  'POST restoreComment/{id}': command(
    CommentReference,
    CommentRecord,
    'comment.view',
    restoreComment,
    'Bring back a comment that was deleted within a day',
    { decides: 'bin.restore' },
  ),
  'GET commentVersions/{id}': list(
    CommentVersions,
    CommentVersion,
    'comment.view',
    listVersions,
    'What a comment says and said before it was changed, the latest first',
  ),
  'POST commentReaction': command(React, CommentRecord, 'comment.view', addReaction, 'React to a comment', {
    decides: 'comment.add',
  }),
  'DELETE commentReaction': command(React, CommentRecord, 'comment.view', removeReaction, 'Remove one’s own reaction', {
    decides: 'comment.add',
  }),
  'POST resolveComment/{id}': command(
    CommentReference,
    CommentRecord,
    'comment.view',
    (ctx, { id }) => settleThread(ctx, id, true),
    'Resolve the thread that this comment began',
    { decides: 'comment.add' },
  ),
  'DELETE resolveComment/{id}': command(
    CommentReference,
    CommentRecord,
    'comment.view',
    (ctx, { id }) => settleThread(ctx, id, false),
    'Open a resolved thread again; a reply does so too',
    { decides: 'comment.add' },
  ),
});
