import 'server-only';
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { log } from '@/lib/log';
import { decode } from '@/lib/picture/decoding';
import { scratchFolder } from '@/lib/storage/scratch';

/** Small WebP pictures of stored ones, without metadata; kept on this machine's disk for a while. */

const SIZES = [64, 256, 1024] as const;
export type ThumbnailSize = (typeof SIZES)[number];

/** SVG is not among them: it is a program that draws. */
const DRAWN = new Set('image/png image/apng image/jpeg image/gif image/webp image/avif image/tiff'.split(' '));
export const hasThumbnail = ({ type, size }: { type: string; size: number }) =>
  DRAWN.has(type) && size > 0 && size <= MAX_BYTES;

/** It is held in memory while it is drawn. */
const MAX_BYTES = 50 * 1024 * 1024;
/** More than a camera's picture has; a small file can unfold into far more. */
const MAX_POINTS = 50_000_000;
const SECONDS = 15;

// A key of the storage may hold anything.
const folderOf = (key: string) => {
  const hash = createHash('sha256').update(key).digest('hex');
  return join(scratchFolder('.thumbnails'), hash.slice(0, 2), hash);
};

/** `organisation`: its id, in whose turn the picture is decoded. */
type Picture = { organisation: string; storageKey: string; open: () => Promise<ReadableStream<Uint8Array> | null> };

const LARGEST = 1024;

/**
 * Null where none can be made; that is remembered too, so that a bomb costs once. The smaller ones are made of the largest:
 * a picture of fifty million pixels is decoded once for all of them.
 */
export async function thumbnailOf(picture: Picture, size: ThumbnailSize): Promise<Buffer | null> {
  const path = join(folderOf(picture.storageKey), `${size}.webp`);
  const there = await readFile(path).catch(() => null);
  const made = there ?? (await once(path, () => make(picture, size, path)));
  return made.length ? made : null;
}

export const forgetThumbnails = (key: string) => rm(folderOf(key), { recursive: true, force: true });

/** Drawn again when it is asked for: a machine does not hear of all that is deleted through others. */
const KEPT_MS = 30 * 24 * 3_600_000;

/** Removes what was drawn long ago. @returns how many pictures */
export async function sweepThumbnails(now = Date.now()): Promise<number> {
  const root = scratchFolder('.thumbnails');
  let removed = 0;
  for (const shelf of await readdir(root).catch(() => []))
    for (const picture of await readdir(join(root, shelf)).catch(() => [])) {
      const path = join(root, shelf, picture);
      const there = await stat(path).catch(() => null);
      if (!there || now - there.mtimeMs < KEPT_MS) continue;
      await rm(path, { recursive: true, force: true });
      removed += 1;
    }
  return removed;
}

const underWay = new Map<string, Promise<Buffer>>();

/** However many ask for it meanwhile. */
function once(path: string, work: () => Promise<Buffer>): Promise<Buffer> {
  const known = underWay.get(path) ?? work().finally(() => underWay.delete(path));
  underWay.set(path, known);
  return known;
}

async function make(picture: Picture, size: ThumbnailSize, path: string): Promise<Buffer> {
  const made =
    size === LARGEST
      ? await decode(picture.organisation, async () => drawn(await picture.open(), size))
      : await thumbnailOf(picture, LARGEST).then((large) => (large ? draw(large, size) : Buffer.alloc(0)));
  await keep(path, made).catch((error) => log('warn', 'thumbnail', { error }));
  return made;
}

async function drawn(stream: ReadableStream<Uint8Array> | null, size: ThumbnailSize): Promise<Buffer> {
  return stream ? draw(Buffer.from(await new Response(stream).arrayBuffer()), size) : Buffer.alloc(0);
}

/** Empty for what cannot be decoded, or is larger than what is decoded. */
export async function draw(source: Uint8Array, size: ThumbnailSize): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  try {
    return await sharp(source, { limitInputPixels: MAX_POINTS, failOn: 'error', pages: 1, sequentialRead: true })
      .timeout({ seconds: SECONDS })
      .autoOrient()
      .resize(size, size, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .webp({ quality: 80 })
      .toBuffer();
  } catch {
    return Buffer.alloc(0);
  }
}

async function keep(path: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const beside = `${path}.${randomUUID()}`;
  await writeFile(beside, bytes);
  await rename(beside, path);
}
