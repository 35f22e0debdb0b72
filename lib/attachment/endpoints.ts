import 'server-only';
import {
  acceptProjectAttachment,
  acceptTaskAttachment,
  addProjectAttachment,
  addTaskAttachment,
  deleteProjectAttachment,
  deleteTaskAttachment,
} from '@/lib/attachment/commands';
import { AddProjectAttachment, AddTaskAttachment } from '@/lib/attachment/schema';
import { command, create, defineEndpoints } from '@/lib/contract/endpoint';
import { FileRecord, FileReference, ItemName } from '@/lib/file/schema';
import { BIN_DAYS } from '@/lib/retention';

// Only viewing is checked here; commands check the rest, so that hidden things are 404, not 403.
export const attachmentEndpoints = defineEndpoints({
  'POST addTaskAttachment/{id}': create(
    AddTaskAttachment,
    FileRecord,
    'file.view',
    addTaskAttachment,
    'Attach a file to a task: a new one as a form, or as JSON one of the same project',
    { decides: 'file.add', multipart: 'or JSON', accepts: acceptTaskAttachment },
  ),
  'DELETE deleteTaskAttachment/{id}': command(
    FileReference,
    ItemName,
    'file.view',
    deleteTaskAttachment,
    `Moves a file of a task or of a comment to the bin for ${BIN_DAYS} days`,
    { decides: 'file.edit' },
  ),
  'POST addProjectAttachment/{id}': create(
    AddProjectAttachment,
    FileRecord,
    'file.view',
    addProjectAttachment,
    'Attach a file to a project: a new one as a form, or as JSON one that is there already. It lies at the root of its files',
    { decides: 'file.add', multipart: 'or JSON', accepts: acceptProjectAttachment },
  ),
  'DELETE deleteprojectAttachment/{id}': command(
    FileReference,
    ItemName,
    'file.view',
    deleteProjectAttachment,
    `Moves a file at the root of a project to the bin for ${BIN_DAYS} days`,
    { decides: 'file.edit' },
  ),
});
