import 'server-only';
import { allow, DomainError, notFound } from '@/lib/errors';
import { purgeFile, restoreFile } from '@/lib/file/commands.bin';
import { canEditItem, canPurgeItem, canRestoreItem } from '@/lib/file/policy';
import { purgeFilesWith, unbinFilesWith } from '@/lib/file/queries.change';
import { holdSpace, placeFacts, standingFolder } from '@/lib/file/queries.place';
import { freeName } from '@/lib/file/queries.write';
import type { ItemName } from '@/lib/file/schema';
import { MOST_DEPTH } from '@/lib/file/vocabulary';
import { folderFacts, isFolder } from '@/lib/folder/queries';
import { purgeFolders, unbinFolders } from '@/lib/folder/queries.write';
import type { BinnedReference } from '@/lib/folder/schema';
import type { Ctx } from '@/lib/org';

/** A file, or a folder with all that went into the bin with it. */
export async function restoreItem(ctx: Ctx, { _id: id }: BinnedReference): Promise<ItemName> {
  if (!(await isFolder(ctx, id))) return restoreFile(ctx, { id });
  await holdSpace(ctx, (await folderFacts(ctx, id)).spaceId, true);
  const folder = await folderFacts(ctx, id);
  const mine = canEditItem(ctx.actor, folder);
  if ((folder.deleted && !mine) || folder.expired) throw notFound('The folder');
  allow(mine, 'You can only restore folders that you made.');
  if (!folder.deleted) return { kind: 'folder', _id: id, name: folder.name };
  allow(canRestoreItem(ctx.actor, folder), 'Only who deleted this folder, or an admin, can restore it.');
  const parent = await standingFolder(ctx, folder.parentId);
  const above = parent ? (await placeFacts(ctx, { folder_id: parent })).depth : 0;
  // Its place may have been moved to where it would lie too deep.
  const fits = above + folder.height <= MOST_DEPTH;
  const [parentId, depth] = fits ? [parent, above + 1] : [null, 1];
  const name = await freeName(ctx, { ...folder, folderId: parentId, taskId: null }, folder.name, id);
  await unbinFolders(ctx, id, { parentId, depth, name });
  await unbinFilesWith(ctx, id);
  ctx.happened('folder.restored', { ...folder, version: folder.version + 1 }, { folder_id: id, name });
  return { kind: 'folder', _id: id, name };
}

/** For good, from this moment; a folder's rows go with the sweep, in steps. `conflict` if it is not in the bin. */
export async function purgeItem(ctx: Ctx, { id }: { id: string }): Promise<ItemName> {
  if (!(await isFolder(ctx, id))) return purgeFile(ctx, { id });
  const folder = await folderFacts(ctx, id);
  allow(
    canPurgeItem(ctx.actor, folder),
    'Only who leads the project, or an admin or sub-admin, can remove folders for good.',
  );
  if (!folder.deleted) throw new DomainError('conflict', 'This folder is not in the bin. Delete it first.');
  await purgeFilesWith(ctx, id);
  await purgeFolders(ctx, id);
  const { name } = folder;
  ctx.happened('folder.purged', { ...folder, version: folder.version + 1 }, { folder_id: id, name });
  return { kind: 'folder', _id: id, name };
}
