import 'server-only';
import { command, create, defineEndpoints, list } from '@/lib/contract/endpoint';
import { addFileComment, deleteFileComment, restoreFileComment } from '@/lib/file-comment/commands';
import { listFileComments } from '@/lib/file-comment/queries';
import { AddFileComment, FileCommentRecord, FileCommentReference, ListFileComments } from '@/lib/file-comment/schema';

export const fileCommentEndpoints = defineEndpoints({
  'GET fileComments/{id}': list(
    ListFileComments,
    FileCommentRecord,
    'file.view',
    listFileComments,
    'Comments on a file of a folder, newest first',
  ),
  'POST fileComments/{id}': create(
    AddFileComment,
    FileCommentRecord,
    'file.view',
    addFileComment,
    'Comment on a file of a folder; what hangs on a task is talked about there',
    { decides: 'comment.add' },
  ),
  'DELETE fileComment/{id}': command(
    FileCommentReference,
    FileCommentRecord,
    'comment.view',
    deleteFileComment,
    'Delete a comment on a file',
    { decides: 'comment.delete' },
  ),
  'POST restoreFileComment/{id}': command(
    FileCommentReference,
    FileCommentRecord,
    'comment.view',
    restoreFileComment,
    'Bring back a comment on a file that was deleted within a day',
    { decides: 'bin.restore' },
  ),
});
