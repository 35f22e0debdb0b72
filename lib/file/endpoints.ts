import 'server-only';
import { command, create, defineEndpoints, list, query } from '@/lib/contract/endpoint';
import { ActivityRecord } from '@/lib/event/schema';
import { copyFile, editFile, restoreVersion } from '@/lib/file/commands';
import { deleteFile } from '@/lib/file/commands.bin';
import { listFiles } from '@/lib/file/queries';
import { listFileActivity } from '@/lib/file/queries.activity';
import { listVersions, storageUse } from '@/lib/file/queries.content';
import { getFile } from '@/lib/file/queries.record';
import {
  CopyFile,
  EditFile,
  FileRecord,
  FileReference,
  ItemName,
  ListFiles,
  ListVersions,
  RestoreVersion,
  StorageUseRecord,
  VersionRecord,
} from '@/lib/file/schema';
import { BIN_DAYS } from '@/lib/retention';
import { Nothing } from '@/lib/validation';

// Only viewing is checked here; commands check the rest, so that hidden things are 404, not 403.
export const fileEndpoints = defineEndpoints({
  'GET fileList': list(
    ListFiles,
    FileRecord,
    'file.view',
    listFiles,
    'Files of a folder, of a task, or at the root of a project or of the organisation’s own space; with q by name, in all folders below',
  ),
  'GET file/{id}': query(FileReference, FileRecord, 'file.view', getFile, 'One file'),
  'PATCH file/{id}': command(
    EditFile,
    FileRecord,
    'file.view',
    editFile,
    'Rename or move a file, or share it with the project’s clients',
    { decides: 'file.edit' },
  ),
  'DELETE file/{id}': command(
    FileReference,
    ItemName,
    'file.view',
    deleteFile,
    `Moves a file to the bin for ${BIN_DAYS} days`,
    { decides: 'file.edit' },
  ),
  'POST copyFile/{id}': create(
    CopyFile,
    FileRecord,
    'file.view',
    copyFile,
    'Copy a file, beside it or to another place; its bytes are stored once',
    { decides: 'file.add' },
  ),
  'POST restoreFileVersion/{id}': command(
    RestoreVersion,
    FileRecord,
    'file.view',
    restoreVersion,
    'The content of an earlier version becomes the next one',
    { decides: 'file.edit' },
  ),
  'GET fileVersions/{id}': list(
    ListVersions,
    VersionRecord,
    'file.view',
    listVersions,
    'Versions of a file, newest first',
  ),
  'GET fileActivity/{id}': list(
    ListVersions,
    ActivityRecord,
    'file.view',
    listFileActivity,
    'What happened to a file in its project, newest first',
  ),
  'GET storageUse': query(
    Nothing,
    StorageUseRecord,
    'file.view',
    storageUse,
    'How much the organisation stores, and how much it may',
  ),
});
