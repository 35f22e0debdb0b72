import 'server-only';
import { bidi } from '@/lib/bidi';
import type { Acceptance, StoredFile } from '@/lib/contract/endpoint';
import { env } from '@/lib/env';
import { allow, DomainError } from '@/lib/errors';
import { nameNotes } from '@/lib/file/bytes/notes';
import { addFile } from '@/lib/file/commands.add';
import { type Place, placeFor } from '@/lib/file/commands.place';
import { bytesLeft } from '@/lib/file/queries.content';
import type { FileRecord } from '@/lib/file/schema';
import { type UploadFile, UploadPlace } from '@/lib/file/schema.bytes';
import { sizeWords } from '@/lib/file/vocabulary';
import type { Ctx } from '@/lib/org';

/** Before a file is read: whether it may go where the fields say so far, and how large it may be. Throws as `placeFor`. */
export async function acceptUpload(ctx: Ctx, fields: Record<string, unknown>): Promise<Acceptance> {
  allow(ctx.actor.role !== 'observer');
  const { success, data } = UploadPlace.safeParse(fields);
  // A form may name its place after its file; fields that cannot be read are refused with the rest.
  if (success && Object.keys(fields).length) await placeFor(ctx, data);
  return roomFor(ctx);
}

/** The most bytes of one file now. For other things that files are uploaded to. */
export async function roomFor(ctx: Ctx): Promise<Acceptance> {
  allow(ctx.actor.role !== 'observer');
  const left = await bytesLeft(ctx);
  if (left >= env.fileMaxBytes) return { most: env.fileMaxBytes, left };
  const words = bidi`${ctx.org.name} has room for ${sizeWords(left)} more. Remove files for good, or ask an admin.`;
  return { most: Math.max(0, left), left, beyond: new DomainError('full', words) };
}

export async function uploadFile(ctx: Ctx, { file, ...wanted }: UploadFile): Promise<FileRecord> {
  allow(ctx.actor.role !== 'observer');
  return keepUpload(ctx, await placeFor(ctx, wanted), file);
}

/** What was uploaded becomes a file there. Its bytes stay unless the organisation has the same already. */
export async function keepUpload(ctx: Ctx, place: Place, upload: StoredFile): Promise<FileRecord> {
  allow(ctx.actor.role !== 'observer');
  const { id, name, size, sha256, type, storedIn, storedAs, storageKey } = upload;
  const { file, stored } = await addFile(ctx, place, {
    id,
    name,
    content: { size, sha256, type, storedIn, storedAs, storageKey },
  });
  upload.kept = stored;
  // A new version keeps the file's name.
  const named = place.fileId ? [] : nameNotes({ name, changed: upload.changes }, file.name);
  return { ...file, notes: [...named, ...file.notes] };
}
