import { deleteUndoably } from '@/components/keys/undo-deletion';
import { call } from '@/components/query/api-client';
import type { CommentChange } from './comment-item';

export const remove = (id: string, { onDeleted, onChanged }: CommentChange): Promise<void> =>
  deleteUndoably({
    what: 'The comment',
    remove: () => call('DELETE comment/{id}', { id }),
    restore: () => call('POST restoreComment/{id}', { id }),
    onDeleted: () => onDeleted(id),
    onRestored: onChanged,
  });
