import 'server-only';
import type { Door, FileAnswer } from '@/lib/contract/endpoint';
import { notFound } from '@/lib/errors';
import { archiveOf } from '@/lib/file/bytes/archive';
import { servedAs } from '@/lib/file/bytes/content-type';
import { splitName } from '@/lib/file/bytes/names';
import { addressOf, openBytes } from '@/lib/file/bytes/store';
import { hasThumbnail, type ThumbnailSize, thumbnailOf } from '@/lib/file/bytes/thumbnail';
import { contentOf } from '@/lib/file/queries.content';
import { filesFor } from '@/lib/file/queries.zip';
import type { FileContentReference, FileThumbnailReference, ZipFiles } from '@/lib/file/schema.bytes';
import type { Ctx } from '@/lib/org';
import type { Location } from '@/lib/storage/storage';

const opened = (content: Location) => (range?: { start: number; end: number }) => openBytes(content, range);

/** The bytes of a file, or of one of its versions. Throws `not_found` for what the caller does not see. */
export async function serveFile(ctx: Ctx, { id, version_number, download }: FileContentReference): Promise<FileAnswer> {
  const content = await contentOf(ctx, id, version_number ?? null);
  const { type, inline } = servedAs(content.type);
  const { name, size, sha256, changedAt } = content;
  const body = { size, etag: sha256, changedAt, open: opened(content) };
  // What a page shows stays here: a player asks for parts long after an address has expired, and the page's policy names no other host.
  if (inline && !download) return { name, type, inline, body };
  return { name, type, body: { ...body, elsewhere: () => addressOf(content, name) } };
}

/** A small WebP of a picture; `not_found` where none can be made. The transaction has ended while it is drawn. */
export async function serveThumbnail(
  door: Door,
  { id, version_number, size }: FileThumbnailReference,
): Promise<FileAnswer> {
  const { organisation, ...content } = await door(async (ctx) => ({
    organisation: ctx.org.id,
    ...(await contentOf(ctx, id, version_number ?? null)),
  }));
  const { storageKey, sha256, changedAt, name } = content;
  const open = opened(content);
  const bytes = hasThumbnail(content)
    ? await thumbnailOf({ organisation, storageKey, open: () => open() }, Number(size) as ThumbnailSize)
    : null;
  if (!bytes) throw notFound('A picture of this file');
  const part = async (range = { start: 0, end: bytes.length - 1 }) =>
    new Blob([new Uint8Array(bytes.subarray(range.start, range.end + 1))]).stream();
  return {
    name: `${splitName(name).base}.webp`,
    type: 'image/webp',
    inline: true,
    body: { size: bytes.length, etag: `${sha256}-${size}`, changedAt, open: part },
  };
}

/** Files and folders as one archive, which begins at once. Throws `not_found` if one of them is hidden. */
export async function serveArchive(door: Door, chosen: ZipFiles): Promise<FileAnswer> {
  const entries = await door((ctx) => filesFor(ctx, chosen));
  return { name: 'files.zip', type: 'application/zip', body: archiveOf(entries, openBytes) };
}
