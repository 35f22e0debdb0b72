import 'server-only';
import { command, create, defineEndpoints, list } from '@/lib/contract/endpoint';
import { deleteUpdate, editUpdate, restoreUpdate, writeUpdate } from '@/lib/project-update/commands';
import { listUpdates } from '@/lib/project-update/queries';
import { EditUpdate, ListUpdates, UpdateRecord, UpdateReference, WriteUpdate } from '@/lib/project-update/schema';

export const projectUpdateEndpoints = defineEndpoints({
  'GET projectUpdateList': list(
    ListUpdates,
    UpdateRecord,
    'update.view',
    listUpdates,
    'How a project stood in the words of its leaders, newest first, with what had happened since the one before',
  ),
  'POST projectUpdate': create(
    WriteUpdate,
    UpdateRecord,
    'update.write',
    writeUpdate,
    'Says how a project stands, and tells whoever follows it',
  ),
  'PATCH projectUpdate/{id}': command(
    EditUpdate,
    UpdateRecord,
    'update.edit',
    editUpdate,
    'Changes an update, by its author and for a day. 409 later, or with the current record if somebody was first',
  ),
  'DELETE projectUpdate/{id}': command(
    UpdateReference,
    UpdateRecord,
    'update.write',
    deleteUpdate,
    'Deletes an update. It can be restored within a day',
  ),
  'POST restoreProjectUpdate/{id}': command(
    UpdateReference,
    UpdateRecord,
    'update.write',
    restoreUpdate,
    'Restores a deleted update',
  ),
});
