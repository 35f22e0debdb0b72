import 'server-only';
import { mkdir, mkdtemp, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env } from '@/lib/env';

/**
 * Where bytes are before they are stored, and what is drawn of them. Beside the files of an own disk, as storing
 * renames; where a service has the bytes, a folder that may be lost at any time, and nothing else is written.
 */
export const scratchFolder = (name: '.incoming' | '.resumable' | '.thumbnails'): string =>
  env.uploadthingToken ? join(env.scratchDir ?? join(tmpdir(), 'guildhall'), name) : join(env.dataDir, 'files', name);

/** Throws where nothing can be written: no upload would arrive. */
export async function tryScratchFolder(): Promise<void> {
  const folder = scratchFolder('.incoming');
  await mkdir(folder, { recursive: true });
  await rmdir(await mkdtemp(join(folder, '.try-')));
}
