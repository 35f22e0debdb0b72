import 'server-only';
import { allow, DomainError, notFound } from '@/lib/errors';
import { canEditItem, canPurgeItem, canRestoreItem } from '@/lib/file/policy';
import { binFile, eraseFile, unbinFile } from '@/lib/file/queries.change';
import { holdSpace, standingFolder } from '@/lib/file/queries.place';
import { fileFacts, subjectOf } from '@/lib/file/queries.record';
import { freeName } from '@/lib/file/queries.write';
import type { ItemName } from '@/lib/file/schema';
import type { Ctx } from '@/lib/org';

/** No change if it is in the bin already. A draft goes for good. */
export async function deleteFile(ctx: Ctx, { id }: { id: string }): Promise<ItemName> {
  const file = await fileFacts(ctx, id);
  const mine = canEditItem(ctx.actor, file);
  if (file.deleted && !mine) throw notFound('The file');
  allow(mine, 'You can only delete files that you uploaded.');
  const { name } = file;
  if (file.draft) await eraseFile(ctx, id);
  else if (await binFile(ctx, id))
    ctx.happened('file.deleted', subjectOf(file, file.version + 1), { file_id: id, name });
  return { kind: 'file', _id: id, name };
}

/** To where it was, or to what is left of it. No change if it is not in the bin. */
export async function restoreFile(ctx: Ctx, { id }: { id: string }): Promise<ItemName> {
  const file = await fileFacts(ctx, id);
  const mine = canEditItem(ctx.actor, file);
  if (file.deleted && !mine) throw notFound('The file');
  allow(mine, 'You can only restore files that you uploaded.');
  if (file.expired) throw notFound('The file');
  allow(!file.deleted || canRestoreItem(ctx.actor, file), 'Only who deleted this file, or an admin, can restore it.');
  await holdSpace(ctx, file.spaceId);
  const folderId = await standingFolder(ctx, file.folderId);
  const name = file.deleted ? await freeName(ctx, { ...file, folderId }, file.name, id) : file.name;
  if (await unbinFile(ctx, id, folderId, name))
    ctx.happened('file.restored', subjectOf(file, file.version + 1), { file_id: id, name });
  return { kind: 'file', _id: id, name };
}

/** For good. `conflict` if it is not in the bin. */
export async function purgeFile(ctx: Ctx, { id }: { id: string }): Promise<ItemName> {
  const file = await fileFacts(ctx, id);
  allow(
    canPurgeItem(ctx.actor, file),
    'Only who leads the project, or an admin or sub-admin, can remove files for good.',
  );
  if (!file.deleted || !(await eraseFile(ctx, id)))
    throw new DomainError('conflict', 'This file is not in the bin. Delete it first.');
  const { name } = file;
  ctx.happened('file.purged', subjectOf(file, file.version + 1), { file_id: id, name });
  return { kind: 'file', _id: id, name };
}
