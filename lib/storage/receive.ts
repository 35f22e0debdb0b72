import 'server-only';
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DomainError } from '@/lib/errors';
import { PIECE_BYTES, pieceSum } from '@/lib/file/vocabulary.pieces';
import { scratchFolder } from '@/lib/storage/scratch';

/** `sha256` in hex. `head`: the first bytes, which tell the type. `discard` removes it, unless it was stored. */
export type Received = { path: string; size: number; sha256: string; head: Uint8Array; discard: () => Promise<void> };

/** As much as file-type reads to tell one kind from another. */
const HEAD_BYTES = 4100;
/** Whatever is older was cut off by a crash. */
const LEFT_OVER_MS = 24 * 3_600_000;

/** Writes a stream to disk. Throws `beyond` or `too_large` after `limit` bytes, `full` when the disk is; then nothing is left. */
export async function receive(
  bytes: AsyncIterable<Uint8Array>,
  limit: number,
  beyond: Error = new DomainError('too_large', `A file may have ${inWords(limit)} at most.`),
): Promise<Received> {
  const path = join(scratchFolder('.incoming'), randomUUID());
  const discard = () => rm(path, { force: true });
  await mkdir(dirname(path), { recursive: true });
  const handle = await open(path, 'wx');
  const hash = createHash('sha256');
  const head: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of bytes) {
      if (size < HEAD_BYTES) head.push(chunk.subarray(0, HEAD_BYTES - size));
      size += chunk.byteLength;
      if (size > limit) throw beyond;
      hash.update(chunk);
      await handle.writeFile(chunk);
    }
    await handle.sync();
  } catch (error) {
    await handle.close();
    await discard();
    throw diskFailure(error);
  }
  await handle.close();
  return { path, size, sha256: hash.digest('hex'), head: Buffer.concat(head), discard };
}

/** The same of a file that is on disk already. */
export async function measured(path: string): Promise<Received> {
  const bytes = createReadStream(path, { highWaterMark: 256 * 1024 });
  return { path, ...(await measure(bytes)), discard: () => rm(path, { force: true }) };
}

/** Reads bytes through once. */
export async function measure(bytes: AsyncIterable<Uint8Array>): Promise<Pick<Received, 'size' | 'sha256' | 'head'>> {
  const hash = createHash('sha256');
  const head: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    if (size < HEAD_BYTES) head.push(chunk.subarray(0, HEAD_BYTES - size));
    size += chunk.byteLength;
    hash.update(chunk);
  }
  return { size, sha256: hash.digest('hex'), head: Buffer.concat(head) };
}

/** The sum of each piece, one after the other; hashed beside what the process does otherwise. */
export async function* pieceSums(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const piece = new Uint8Array(PIECE_BYTES);
  let filled = 0;
  for await (let chunk of bytes) {
    while (chunk.length > 0) {
      const taken = chunk.subarray(0, PIECE_BYTES - filled);
      piece.set(taken, filled);
      filled += taken.length;
      chunk = chunk.subarray(taken.length);
      if (filled < PIECE_BYTES) continue;
      yield await pieceSum(piece);
      filled = 0;
    }
  }
  if (filled > 0) yield await pieceSum(piece.subarray(0, filled));
}

/** Removes what a crash cut off, and uploads that nobody went on with. @returns how many files */
export async function sweepReceived(now = Date.now()): Promise<number> {
  return (await sweepFolder(scratchFolder('.incoming'), now)) + (await sweepFolder(scratchFolder('.resumable'), now));
}

async function sweepFolder(place: string, now: number): Promise<number> {
  let removed = 0;
  for (const entry of await readdir(place, { withFileTypes: true }).catch(() => [])) {
    const path = join(place, entry.name);
    // The note beside an upload is as old as its beginning.
    const there = (await stat(path.replace(/\.json$/, '')).catch(() => null)) ?? (await stat(path).catch(() => null));
    if (entry.isDirectory()) removed += await sweepFolder(path, now);
    if (!there || now - there.mtimeMs < LEFT_OVER_MS) continue;
    // A folder that is not empty stays.
    if (entry.isDirectory()) await rmdir(path).catch(() => undefined);
    else await rm(path, { force: true });
    if (entry.isFile()) removed += 1;
  }
  return removed;
}

/** A full disk in words, anything else as it is. */
export const diskFailure = (error: unknown): unknown =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')
    ? new DomainError(
        'full',
        'There is no space left for files on this server. Tell the people who run it; nothing is lost.',
      )
    : error;

const inWords = (bytes: number) =>
  bytes >= 1 << 30 ? `${Math.floor(bytes / (1 << 30))} GB` : `${Math.max(1, Math.floor(bytes / (1 << 20)))} MB`;
