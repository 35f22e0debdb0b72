import 'server-only';
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { env } from '@/lib/env';
import { log } from '@/lib/log';
import { oneAtATime } from '@/lib/picture/picture';

/** Small WebP pictures of stored ones, without metadata; kept on this machine's disk, beside the files. */

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
  return join(env.dataDir, 'files', '.thumbnails', hash.slice(0, 2), hash);
};

type Picture = { storageKey: string; open: () => Promise<ReadableStream<Uint8Array> | null> };

/** Null where none can be made; that is remembered too, so that a bomb costs once. */
export async function thumbnailOf(picture: Picture, size: ThumbnailSize): Promise<Buffer | null> {
  const path = join(folderOf(picture.storageKey), `${size}.webp`);
  const there = await readFile(path).catch(() => null);
  const made = there ?? (await inTurn(path, () => make(picture, size, path)));
  return made.length ? made : null;
}

export const forgetThumbnails = (key: string) => rm(folderOf(key), { recursive: true, force: true });

/** Drawn again when it is asked for: a machine does not hear of all that is deleted through others. */
const KEPT_MS = 30 * 24 * 3_600_000;

/** Removes what was drawn long ago. @returns how many pictures */
export async function sweepThumbnails(now = Date.now()): Promise<number> {
  const root = join(env.dataDir, 'files', '.thumbnails');
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
let last: Promise<unknown> = Promise.resolve();

/** One after the other, the same one once; so that only one of them waits among other pictures. */
function inTurn(path: string, work: () => Promise<Buffer>): Promise<Buffer> {
  const known = underWay.get(path);
  if (known) return known;
  const mine = last.then(() => oneAtATime(work)).finally(() => underWay.delete(path));
  underWay.set(path, mine);
  last = mine.catch(() => {});
  return mine;
}

async function make({ open: bytes }: Picture, size: ThumbnailSize, path: string): Promise<Buffer> {
  const stream = await bytes();
  if (!stream) return Buffer.alloc(0);
  const source = Buffer.from(await new Response(stream).arrayBuffer());
  const made = await draw(source, size);
  await keep(path, made).catch((error) => log('warn', 'thumbnail', { error }));
  return made;
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
