import 'server-only';
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, opendir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { env } from '@/lib/env';
import { DomainError } from '@/lib/errors';

/** `sha256` in hex. `head`: the first bytes, which tell the type. `discard` removes it, unless it was stored. */
export type Received = { path: string; size: number; sha256: string; head: Uint8Array; discard: () => Promise<void> };

/** As much as file-type reads to tell one kind from another. */
const HEAD_BYTES = 4100;
/** Whatever is older was cut off by a crash. */
const LEFT_OVER_MS = 24 * 3_600_000;

// On the file system of the stored bytes: storing renames.
const folder = () => join(env.dataDir, 'files', '.incoming');

/** Writes a stream to disk. Throws `too_large` beyond `limit` bytes, `full` when the disk is; then nothing is left. */
export async function receive(bytes: AsyncIterable<Uint8Array>, limit: number): Promise<Received> {
  const path = join(folder(), randomUUID());
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
      if (size > limit) throw new DomainError('too_large', `A file may have ${inWords(limit)} at most.`);
      hash.update(chunk);
      await handle.writeFile(chunk);
    }
    await handle.sync();
  } catch (error) {
    await handle.close();
    await discard();
    throw (error as NodeJS.ErrnoException).code === 'ENOSPC' ? diskFull() : error;
  }
  await handle.close();
  return { path, size, sha256: hash.digest('hex'), head: Buffer.concat(head), discard };
}

/** Removes what a crash cut off. @returns how many */
export async function sweepReceived(now = Date.now()): Promise<number> {
  let removed = 0;
  const entries = await opendir(folder()).catch(() => []);
  for await (const { name } of entries) {
    const path = join(folder(), name);
    const there = await stat(path).catch(() => null);
    if (!there || now - there.mtimeMs < LEFT_OVER_MS) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}

const diskFull = () =>
  new DomainError(
    'full',
    'There is no space left for files on this server. Tell the people who run it; nothing is lost.',
  );

const inWords = (bytes: number) =>
  bytes >= 1 << 30 ? `${Math.floor(bytes / (1 << 30))} GB` : `${Math.max(1, Math.floor(bytes / (1 << 20)))} MB`;
