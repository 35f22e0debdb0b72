import 'server-only';
import { allow, DomainError, invalidField, notFound, stale } from '@/lib/errors';
import { placeFor } from '@/lib/file/commands.place';
import { canEditItem, canShareItems, editsOwnOnly } from '@/lib/file/policy';
import { binFilesIn, setAudienceIn } from '@/lib/file/queries.change';
import { holdSpace, placeFacts } from '@/lib/file/queries.place';
import { chosenName, freeName } from '@/lib/file/queries.write';
import type { ItemName } from '@/lib/file/schema';
import { MOST_DEPTH } from '@/lib/file/vocabulary';
import { type FolderFacts, folderFacts, getFolder, liesIn } from '@/lib/folder/queries';
import {
  binFolders,
  insertFolder,
  setFolderAudience,
  shiftDepths,
  treeIds,
  updateFolder,
} from '@/lib/folder/queries.write';
import type { ChangedFolder, CreateFolder, EditFolder, FolderDetail, FolderReference } from '@/lib/folder/schema';
import type { Ctx } from '@/lib/org';
import { newId } from '@/lib/validation';

const TOO_DEEP = `Folders can lie ${MOST_DEPTH} deep at most.`;
const HOLDS_OTHERS = 'This folder holds what others put there. Ask who leads the project.';
const NOT_YOURS = 'You can only change folders that you made.';

/** Under a free name: `New folder`, `New folder (2)` … */
export async function createFolder(ctx: Ctx, input: CreateFolder): Promise<FolderDetail> {
  const { parent_id, project_id, audience } = input;
  const wanted = { folder_id: parent_id, project_id, audience };
  await holdSpace(ctx, (await placeFacts(ctx, wanted)).spaceId, true);
  const place = await placeFor(ctx, wanted);
  allow(ctx.actor.role !== 'observer');
  if (place.depth >= MOST_DEPTH) throw invalidField('parent_id', TOO_DEEP);
  const id = newId();
  const name = await freeName(ctx, place, chosenName(input.name));
  const { spaceId, projectId, folderId: parentId } = place;
  await insertFolder(ctx, {
    ...{ id, spaceId, projectId, parentId, name, audience: place.audience },
    ...{ depth: place.depth + 1, by: ctx.actor.memberId },
  });
  ctx.happened('folder.created', { id, projectId, version: 1, audience: place.audience }, { folder_id: id, name });
  return getFolder(ctx, { id });
}

/** A new name, a new place in its space, or another audience, which all in it get too. */
export async function editFolder(ctx: Ctx, input: EditFolder): Promise<ChangedFolder> {
  const { id, version } = input;
  const folder = await heldFolder(ctx, id);
  allow(canEditItem(ctx.actor, folder), NOT_YOURS);
  if (version !== folder.version) throw stale(await getFolder(ctx, { id }));
  const to = await targetOf(ctx, folder, input);
  const audience = input.audience ?? (to?.audience === 'internal' && to.folderId ? 'internal' : folder.audience);
  if (input.audience) checkSharing(ctx, folder, input.audience);
  const name = input.name === undefined ? folder.name : chosenName(input.name);
  const place = { ...folder, folderId: to ? to.folderId : folder.parentId, taskId: null };
  const free = to || name !== folder.name ? await freeName(ctx, place, name, id) : name;
  const renamed = free !== folder.name;
  if (to || renamed)
    if (!(await updateFolder(ctx, folder, { name: free, parentId: place.folderId })))
      throw stale(await getFolder(ctx, { id }));
  const ids = await treeIds(ctx, id);
  if (to) await shiftDepths(ctx, ids, to.depth + 1 - folder.depth);
  const changed_count = input.audience || audience !== folder.audience ? await setAudience(ctx, ids, audience) : 0;
  const { path: _path, ...record } = await getFolder(ctx, { id });
  const subject = { ...folder, version: record.version, audience, before: folder.audience };
  if (renamed) ctx.happened('folder.renamed', subject, { folder_id: id, name: free, from: folder.name });
  if (to) ctx.happened('folder.moved', subject, { folder_id: id, name: free, to: to.name });
  if (changed_count)
    ctx.happened(audience === 'client' ? 'folder.shared' : 'folder.unshared', subject, { folder_id: id, name: free });
  return { ...record, changed_count };
}

/** With all that is in it; no change if it is in the bin already. */
export async function deleteFolder(ctx: Ctx, { id }: FolderReference): Promise<ItemName> {
  const folder = await heldFolder(ctx, id, true);
  allow(canEditItem(ctx.actor, folder), 'You can only delete folders that you made.');
  const { name } = folder;
  if (folder.deleted) return { kind: 'folder', _id: id, name };
  allow(!editsOwnOnly(ctx.actor) || !folder.shared, HOLDS_OTHERS);
  const ids = await treeIds(ctx, id);
  // The files first: who may change only its own still sees the folders that they lie in.
  await binFilesIn(ctx, ids, id);
  await binFolders(ctx, ids, id);
  ctx.happened('folder.deleted', { ...folder, version: folder.version + 1 }, { folder_id: id, name });
  return { kind: 'folder', _id: id, name };
}

/** Nobody else moves, shares or deletes folders of its space until the transaction ends. */
async function heldFolder(ctx: Ctx, id: string, orBinned = false): Promise<FolderFacts> {
  await holdSpace(ctx, (await folderFacts(ctx, id)).spaceId, true);
  const folder = await folderFacts(ctx, id);
  if (folder.deleted && (!orBinned || !canEditItem(ctx.actor, folder))) throw notFound('The folder');
  return folder;
}

/** Where it is to go; undefined: it stays. */
async function targetOf(ctx: Ctx, folder: FolderFacts, { parent_id: parentId }: EditFolder) {
  if (parentId === undefined || parentId === folder.parentId) return undefined;
  const to = await placeFor(ctx, parentId === null ? { project_id: folder.projectId } : { folder_id: parentId });
  if (to.spaceId !== folder.spaceId) throw invalidField('parent_id', 'A folder stays in its project.');
  if (parentId !== null && (await liesIn(ctx, parentId, folder.id)))
    throw new DomainError('conflict', 'A folder cannot be moved into itself.');
  if (to.depth + folder.height > MOST_DEPTH) throw invalidField('parent_id', TOO_DEEP);
  allow(!editsOwnOnly(ctx.actor) || !folder.shared, HOLDS_OTHERS);
  return { ...to, name: parentId === null ? null : (await folderFacts(ctx, parentId)).name };
}

function checkSharing(ctx: Ctx, folder: FolderFacts, audience: string): void {
  if (folder.projectId === null && audience === 'client')
    throw invalidField('audience', 'The organisation’s own space is for the team: clients see folders of projects.');
  allow(
    canShareItems(ctx.actor, folder) || (folder.projectId === null && audience === 'internal'),
    'Only who leads the project, or an admin or sub-admin, can share folders with clients.',
  );
}

/** Folders first, then, in a statement of its own, the files that are in them by now. */
async function setAudience(ctx: Ctx, ids: readonly string[], audience: 'internal' | 'client'): Promise<number> {
  const folders = await setFolderAudience(ctx, ids, audience);
  return folders + (await setAudienceIn(ctx, ids, audience));
}
