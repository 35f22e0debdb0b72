import { deleteUndoably } from '@/components/keys/undo-deletion';
import { call } from '@/components/query/api-client';
import type { UpdateRecord } from '@/lib/project-update/schema';

export const removeUpdate = ({ _id: id }: UpdateRecord, refresh: () => void) =>
  deleteUndoably({
    what: 'The update',
    remove: () => call('DELETE projectUpdate/{id}', { id }),
    restore: () => call('POST restoreProjectUpdate/{id}', { id }),
    onDeleted: refresh,
    onRestored: refresh,
  });
