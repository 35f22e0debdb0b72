import 'server-only';
import { command, create, defineEndpoints, list, query } from '@/lib/contract/endpoint';
import { ItemName } from '@/lib/file/schema';
import { createFolder, deleteFolder, editFolder } from '@/lib/folder/commands';
import { purgeItem, restoreItem } from '@/lib/folder/commands.bin';
import { copyFolder } from '@/lib/folder/commands.copy';
import { getFolder, listFolders } from '@/lib/folder/queries';
import { listFileBin } from '@/lib/folder/queries.bin';
import {
  BinnedItem,
  BinnedReference,
  ChangedFolder,
  CopyFolder,
  CreateFolder,
  EditFolder,
  FolderDetail,
  FolderRecord,
  FolderReference,
  ListFileBin,
  ListFolders,
} from '@/lib/folder/schema';
import { BIN_DAYS } from '@/lib/retention';

// Only viewing is checked here; commands check the rest, so that hidden things are 404, not 403.
export const folderEndpoints = defineEndpoints({
  'GET folderList': list(
    ListFolders,
    FolderRecord,
    'file.view',
    listFolders,
    'Folders in a folder, or at the root of a project or of the organisation’s own space; with q by name, at any depth',
  ),
  'GET folder/{id}': query(FolderReference, FolderDetail, 'file.view', getFolder, 'One folder, with those above it'),
  'POST folder': create(
    CreateFolder,
    FolderDetail,
    'file.view',
    createFolder,
    'Make a folder; a name that is taken there gets a number',
    { decides: 'file.add' },
  ),
  'PATCH folder/{id}': command(
    EditFolder,
    ChangedFolder,
    'file.view',
    editFolder,
    'Rename or move a folder, or share it and all in it with the project’s clients',
    { decides: 'file.edit' },
  ),
  'POST copyFolder/{id}': create(
    CopyFolder,
    FolderDetail,
    'file.view',
    copyFolder,
    'Copy a folder with what the caller sees in it, beside it or to another place; bytes are stored once',
    { decides: 'file.add' },
  ),
  'DELETE folder/{id}': command(
    FolderReference,
    ItemName,
    'file.view',
    deleteFolder,
    `Moves a folder with all in it to the bin for ${BIN_DAYS} days`,
    { decides: 'file.edit' },
  ),
  'GET fileBin': list(
    ListFileBin,
    BinnedItem,
    'file.edit',
    listFileBin,
    'Deleted files and folders that the caller may restore, last deleted first',
  ),
  'POST restoreFile': command(
    BinnedReference,
    ItemName,
    'file.edit',
    restoreItem,
    'Restores a file, or a folder with all that was deleted with it',
    { decides: 'bin.restore' },
  ),
  'DELETE binnedFile/{id}': command(
    FolderReference,
    ItemName,
    'file.purge',
    purgeItem,
    'Permanently removes a file or folder that is in the bin',
  ),
});
