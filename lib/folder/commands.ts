import 'server-only';
import { allow, DomainError, invalidField, notFound, stale } from '@/lib/errors';
import { nameNotes } from '@/lib/file/bytes/notes';
import { placeFor } from '@/lib/file/commands.place';
import { canEditItem, canShareItems, editsOwnOnly, type RuledItem } from '@/lib/file/policy';
import { binFilesIn, setAudienceIn } from '@/lib/file/queries.change';
import { hearingOfFile } from '@/lib/file/queries.hearing';
import { holdPlace, holdSpace, placeFacts } from '@/lib/file/queries.place';
import { chosenName, freeName } from '@/lib/file/queries.write';
import type { ItemName } from '@/lib/file/schema';
import { MOST_DEPTH, TOO_DEEP } from '@/lib/file/vocabulary';
import { type FolderFacts, folderFacts, getFolder, liesIn } from '@/lib/folder/queries';
import {
  binFolders,
  insertFolder,
  moveToSpace,
  setFolderAudience,
  shiftDepths,
  treeIds,
  updateFolder,
} from '@/lib/folder/queries.write';
import type { ChangedFolder, CreateFolder, EditFolder, FolderDetail, FolderReference } from '@/lib/folder/schema';
import type { Ctx } from '@/lib/org';
import { newId } from '@/lib/validation';

const HOLDS_OTHERS = 'This folder holds what others put there. Ask who leads the project.';
const NOT_YOURS = 'You can only change folders that you made.';

/** Under a free name: `New folder`, `New folder (2)` … */
export async function createFolder(ctx: Ctx, input: CreateFolder): Promise<FolderDetail> {
  const { parent_id, project_id, audience } = input;
  const wanted = { folder_id: parent_id, project_id, audience };
  const place = await placeFor(ctx, wanted, await holdPlace(ctx, wanted, true));
  allow(ctx.actor.role !== 'observer');
  if (place.depth >= MOST_DEPTH) throw invalidField('parent_id', TOO_DEEP);
  const id = newId();
  const chosen = chosenName(input.name);
  const name = await freeName(ctx, place, chosen.name);
  const { spaceId, projectId, folderId: parentId } = place;
  await insertFolder(ctx, {
    ...{ id, spaceId, projectId, parentId, name, audience: place.audience },
    ...{ depth: place.depth + 1, by: ctx.actor.memberId },
  });
  ctx.happened('folder.created', { id, projectId, version: 1, audience: place.audience }, { folder_id: id, name });
  return { ...(await getFolder(ctx, { id })), notes: nameNotes(chosen, name) };
}

/** A new name, another place, or another audience, which all in it get too. */
export async function editFolder(ctx: Ctx, input: EditFolder): Promise<ChangedFolder> {
  const { id, version } = input;
  const folder = await heldFolder(ctx, id, { to: input });
  allow(canEditItem(ctx.actor, folder), NOT_YOURS);
  if (version !== folder.version) throw stale(await getFolder(ctx, { id }));
  const to = await targetOf(ctx, folder, input);
  if (input.audience) checkSharing(ctx, { ...folder, ...to }, input.audience);
  const place = { ...folder, folderId: folder.parentId, taskId: null, ...to };
  const chosen = input.name === undefined ? { name: folder.name, changed: [] } : chosenName(input.name);
  const { name } = chosen;
  const free = to || name !== folder.name ? await freeName(ctx, place, name, id) : name;
  const renamed = free !== folder.name;
  const elsewhere = place.spaceId !== folder.spaceId;
  const audience = input.audience ?? (to?.closes ? 'internal' : folder.audience);
  // First hidden, then moved: the organisation's own space takes nothing that clients see.
  const closed = elsewhere && to?.closes ? await setAudience(ctx, id, 'internal') : 0;
  if (to && elsewhere) await moveToSpace(ctx, id, { ...to, name: free });
  else if (to || renamed) await updateFolder(ctx, id, { name: free, parentId: place.folderId });
  if (to && !elsewhere) await shiftDepths(ctx, await treeIds(ctx, id), to.depth + 1 - folder.depth);
  const opened = input.audience || audience !== folder.audience ? await setAudience(ctx, id, audience) : 0;
  const changed_count = closed + opened;
  const { path: _path, notes: _notes, ...record } = await getFolder(ctx, { id });
  const subject = {
    ...{ id, projectId: place.projectId, from: folder.projectId },
    ...{ version: record.version, audience, before: folder.audience },
  };
  const named = { folder_id: id, name: free };
  // Whoever sees it only from now on does not read what it was called before.
  const hidden = folder.audience === 'internal';
  if (renamed)
    ctx.happened('folder.renamed', { ...subject, teamOnly: hidden || elsewhere }, { ...named, from: folder.name });
  if (to) {
    const arrived = elsewhere && ({ arrived: true } as const);
    ctx.happened('folder.moved', { ...subject, teamOnly: hidden || to.closed }, { ...named, to: to.name, ...arrived });
  }
  if (changed_count && audience === 'internal') ctx.happened('folder.unshared', subject, named);
  else if (changed_count) {
    const hearing = await hearingOfFile(ctx, { projectId: place.projectId, audience });
    ctx.happened('folder.shared', { ...subject, hearing }, named);
  }
  return { ...record, changed_count, notes: nameNotes(chosen, free) };
}

/** With all that is in it; no change if it is in the bin already. */
export async function deleteFolder(ctx: Ctx, { id }: FolderReference): Promise<ItemName> {
  const folder = await heldFolder(ctx, id, { orBinned: true });
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

/** Nobody else moves, shares or deletes folders of its space, and of that where it is to go, until the transaction ends. */
async function heldFolder(
  ctx: Ctx,
  id: string,
  { orBinned = false, to = {} }: { orBinned?: boolean; to?: Partial<EditFolder> },
): Promise<FolderFacts> {
  const before = await folderFacts(ctx, id);
  const wanted = wantedPlace(before, to);
  const spaces = new Set([before.spaceId, ...(wanted ? [(await placeFacts(ctx, wanted)).spaceId] : [])]);
  for (const space of [...spaces].sort()) await holdSpace(ctx, space, true);
  const folder = await folderFacts(ctx, id);
  if (folder.spaceId !== before.spaceId) throw stale(await getFolder(ctx, { id }));
  if (folder.deleted && (!orBinned || !canEditItem(ctx.actor, folder))) throw notFound('The folder');
  return folder;
}

/** The place that an edit names; undefined: none, or where the folder is. */
function wantedPlace({ parentId, projectId }: FolderFacts, { parent_id, project_id }: Partial<EditFolder>) {
  if (parent_id === undefined && project_id === undefined) return undefined;
  const project = project_id === undefined && !parent_id ? projectId : project_id;
  if (parent_id ? parent_id === parentId : parentId === null && project === projectId) return undefined;
  return { folder_id: parent_id, project_id: project };
}

/** Where it is to go; undefined: it stays. `closes`: what goes there becomes internal. `closed`: clients do not see the folder. */
async function targetOf(ctx: Ctx, folder: FolderFacts, input: EditFolder) {
  const wanted = wantedPlace(folder, input);
  if (!wanted) return undefined;
  const facts = await placeFacts(ctx, wanted);
  const { spaceId, projectId, folderId, depth, audience } = await placeFor(ctx, wanted, facts);
  if (folderId && (await liesIn(ctx, folderId, folder.id)))
    throw new DomainError('conflict', 'A folder cannot be moved into itself.');
  if (depth + folder.height > MOST_DEPTH) throw invalidField('parent_id', TOO_DEEP);
  allow(!editsOwnOnly(ctx.actor) || !folder.shared, HOLDS_OTHERS);
  const closes = audience === 'internal' && (folderId !== null || spaceId !== folder.spaceId);
  const closed = folderId !== null && audience === 'internal';
  const name = folderId && (await folderFacts(ctx, folderId)).name;
  return { spaceId, projectId, folderId, depth, closes, closed, name, leaderId: facts.leaderId };
}

function checkSharing(ctx: Ctx, folder: RuledItem, audience: string): void {
  if (folder.projectId === null && audience === 'client')
    throw invalidField('audience', 'The organisation’s own space is for the team: clients see folders of projects.');
  allow(
    canShareItems(ctx.actor, folder) || (folder.projectId === null && audience === 'internal'),
    'Only who leads the project, or an admin or sub-admin, can share folders with clients.',
  );
}

/** Folders first, then, in a statement of its own, the files that are in them by now. */
async function setAudience(ctx: Ctx, id: string, audience: 'internal' | 'client'): Promise<number> {
  // What is hidden does not come back out of the bin for clients.
  const ids = await treeIds(ctx, id, audience === 'internal' ? 'with' : 'without');
  const folders = await setFolderAudience(ctx, ids, audience);
  return folders + (await setAudienceIn(ctx, ids, audience));
}
