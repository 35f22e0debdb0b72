import 'server-only';
import { bidi } from '@/lib/bidi';
import { allow, DomainError, notFound } from '@/lib/errors';
import { type Place, placeFor } from '@/lib/file/commands.place';
import { canEditItem } from '@/lib/file/policy';
import { bytesLeft, contentOf } from '@/lib/file/queries.content';
import { hearingOfFile } from '@/lib/file/queries.hearing';
import { holdSpace } from '@/lib/file/queries.place';
import { type FileFacts, filesById, getFile, presentFile, subjectOf } from '@/lib/file/queries.record';
import {
  freeName,
  insertFile,
  insertVersion,
  replaceContent,
  type StoredBytes,
  storeContent,
} from '@/lib/file/queries.write';
import type { FileRecord } from '@/lib/file/schema';
import { sizeWords } from '@/lib/file/vocabulary';
import type { Ctx } from '@/lib/org';
import { newId } from '@/lib/validation';

/** `id`: chosen by who uploads; the same one again is the same file, and changes nothing. */
export type Upload = { id?: string; name: string; content: StoredBytes; quiet?: boolean };
/** `stored` false: the same bytes are there under another key, and these are to be deleted. */
export type Added = { file: FileRecord; stored: boolean };

/** Bytes that are stored become a file, or the next version of one. Throws `full` beyond the quota, and as `placeFor`. */
export async function addFile(ctx: Ctx, { wanted, spaceId }: Place, upload: Upload): Promise<Added> {
  await holdSpace(ctx, spaceId);
  // Asked again: while the bytes came, the place may have been closed, moved or made internal.
  const place = await placeFor(ctx, wanted);
  allow(place.spaceId === spaceId, 'This was moved to another project while the file was uploaded. Upload it again.');
  const [known] = upload.id ? await filesById(ctx, [upload.id]) : [];
  // Told of twice, the stored bytes are not a second copy.
  if (known) return { file: known, stored: (await contentOf(ctx, known._id)).storageKey === upload.content.storageKey };
  const content = await storeContent(ctx, upload.content);
  if (!content) throw await overQuota(ctx, upload.content.size);
  const held = { ...upload.content, contentId: content.id };
  const id = place.fileId
    ? await addVersion(ctx, await presentFile(ctx, place.fileId), held)
    : await makeFile(ctx, place, upload, held);
  return { file: await getFile(ctx, { id }), stored: content.stored };
}

type Held = { contentId: string; size: number; type: string; sha256: string };

/** A file of a content that is there, under a free name; with `quiet` nobody is told. @returns its id */
export async function makeFile(
  ctx: Ctx,
  place: Place,
  { id = newId(), name: typed, quiet = false }: Pick<Upload, 'id' | 'name' | 'quiet'>,
  content: Held,
): Promise<string> {
  const { actor } = ctx;
  allow(actor.role !== 'observer');
  const { projectId, draft } = place;
  const audience = place.commentAudience ?? place.audience;
  const name = draft ? typed : await freeName(ctx, place, typed);
  if (!(await insertFile(ctx, { ...place, ...content, id, name, by: actor.memberId })))
    throw new DomainError('conflict', bidi`There is a file called “${name}” here now. Try again.`);
  await insertVersion(ctx, id, 1, content, actor.memberId);
  const task = place.taskId ? { id: place.taskId, audience: place.audience } : undefined;
  if (!draft && !quiet) {
    const hearing = await hearingOfFile(ctx, { ...place, audience });
    ctx.happened('file.added', { id, projectId, version: 1, audience, task, hearing }, { file_id: id, name });
  }
  await ctx.settle();
  return id;
}

/** Nothing happens if it holds just this. `restored`: the content is an earlier version's. @returns its id */
export async function addVersion(ctx: Ctx, file: FileFacts, content: Held, restored?: number): Promise<string> {
  allow(canEditItem(ctx.actor, file), 'You can only change files that you uploaded.');
  const { id, name } = file;
  if (file.contentId === content.contentId) return id;
  const next = await replaceContent(ctx, id, content);
  if (!next) throw notFound('The file');
  await insertVersion(ctx, id, next.versionNumber, content, ctx.actor.memberId);
  const subject = subjectOf(file, next.version);
  // A draft is nobody else's.
  if (!file.draft && restored)
    ctx.happened('file.version_restored', subject, { file_id: id, name, version_number: restored });
  else if (!file.draft)
    ctx.happened('file.version_added', subject, { file_id: id, name, version_number: next.versionNumber });
  await ctx.settle();
  return id;
}

const overQuota = async (ctx: Ctx, size: number) =>
  new DomainError(
    'full',
    bidi`This file has ${sizeWords(size)}, and ${ctx.org.name} has room for ${sizeWords(await bytesLeft(ctx))} more. Remove files for good, or ask an admin.`,
  );
