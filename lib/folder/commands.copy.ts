import 'server-only';
import { allow, DomainError, invalidField, notFound } from '@/lib/errors';
import { placeFor } from '@/lib/file/commands.place';
import { canShareItems } from '@/lib/file/policy';
import { mustFitQuota } from '@/lib/file/queries.content';
import { insertFileCopies, leavesOf } from '@/lib/file/queries.copy';
import { holdPlace, type PlaceWanted } from '@/lib/file/queries.place';
import { freeName } from '@/lib/file/queries.write';
import { type FileAudience, MOST_COPIED, MOST_DEPTH, TOO_DEEP } from '@/lib/file/vocabulary';
import { getFolder, liesIn } from '@/lib/folder/queries';
import { type Branch, branchesOf, insertFolderCopies } from '@/lib/folder/queries.copy';
import { insertFolder } from '@/lib/folder/queries.write';
import type { CopyFolder, FolderDetail } from '@/lib/folder/schema';
import type { Ctx } from '@/lib/org';
import { newId } from '@/lib/validation';

/**
 * With what the caller sees in it, under a free name; bytes are not stored again. What was visible to clients is so again
 * where the caller may share, or where the folder around it is shared.
 */
export async function copyFolder(ctx: Ctx, { id, parent_id, project_id }: CopyFolder): Promise<FolderDetail> {
  const source = await getFolder(ctx, { id });
  const beside = parent_id === undefined && project_id === undefined;
  const wanted: PlaceWanted = beside
    ? { folder_id: source.parent_id, project_id: source.project_id }
    : { folder_id: parent_id, project_id };
  const facts = await holdPlace(ctx, wanted, true);
  const place = await placeFor(ctx, wanted, facts);
  allow(ctx.actor.role !== 'observer');
  if (place.folderId && (await liesIn(ctx, place.folderId, id)))
    throw new DomainError('conflict', 'A folder cannot be copied into itself.');
  const branches = await branchesOf(ctx, id);
  const [root] = branches;
  if (!root) throw notFound('The folder');
  if (place.depth + 1 + (branches.at(-1)?.depth ?? 0) - root.depth > MOST_DEPTH)
    throw invalidField('parent_id', TOO_DEEP);
  const leaves = await leavesOf(ctx, [...branches.map((one) => one.id)], MOST_COPIED + 1);
  if (branches.length + leaves.length > MOST_COPIED)
    throw new DomainError('conflict', `More than ${MOST_COPIED} things cannot be copied at once. Copy parts of it.`);

  const shares = canShareItems(ctx.actor, facts);
  const made = new Map<string, { id: string; audience: FileAudience }>();
  const copyOf = (from: string, audience: FileAudience, to: { id: string; audience: FileAudience } | undefined) => {
    const visible = shares || (to?.audience ?? place.audience) === 'client';
    const copy = { id: newId(), audience: audience === 'client' && visible ? audience : ('internal' as const) };
    return { ...copy, from, to: to?.id ?? place.folderId };
  };
  const copyBranch = (one: Branch) => {
    const copy = copyOf(one.id, one.audience, one === root ? undefined : made.get(one.parentId ?? ''));
    made.set(one.id, copy);
    return copy;
  };
  const name = await freeName(ctx, place, root.name);
  const top = copyBranch(root);
  const { spaceId, projectId, folderId: parentId } = place;
  await insertFolder(ctx, {
    ...{ id: top.id, spaceId, projectId, parentId, name, audience: top.audience },
    ...{ depth: place.depth + 1, by: ctx.actor.memberId },
  });
  // Level by level: a folder is put only into one that is there.
  for (let level = 1; ; level++) {
    const copies = branches.filter(({ depth }) => depth === root.depth + level).map(copyBranch);
    if (copies.length === 0) break;
    await insertFolderCopies(ctx, { ...place, depth: place.depth + 1 + level }, copies);
  }
  const files = leaves.map((leaf) => copyOf(leaf.id, leaf.audience, made.get(leaf.folderId)));
  if (files.length > 0) await insertFileCopies(ctx, place, files);
  await mustFitQuota(ctx);
  ctx.happened(
    'folder.copied',
    { id: top.id, projectId, version: 1, audience: top.audience },
    { folder_id: top.id, name },
  );
  return getFolder(ctx, { id: top.id });
}
