import 'server-only';
import type { StoredFile } from '@/lib/contract/endpoint';
import { env } from '@/lib/env';
import { DomainError, notFound } from '@/lib/errors';
import { typeOf } from '@/lib/file/bytes/content-type';
import { safeName } from '@/lib/file/bytes/names';
import { forgetThumbnails } from '@/lib/file/bytes/thumbnail';
import { knownKeys } from '@/lib/file/queries.content';
import { STORED } from '@/lib/file/schema.bytes';
import { log } from '@/lib/log';
import { diskFailure, measure, type Received } from '@/lib/storage/receive';
import { type Storage, storageAt } from '@/lib/storage/storage';
import { newId } from '@/lib/validation';
import { withWorker } from '@/lib/worker';

export const storage = (): Storage => storageAt({ token: env.uploadthingToken, dataDir: env.dataDir });

/**
 * Stores what was received; `folder`: the organisation's. Its type is what its content says. Throws `unavailable`
 * when the storage does not take it; then nothing is left.
 */
export async function storeFile(received: Received, typed: string, folder: string): Promise<StoredFile> {
  const { size, sha256, head } = received;
  try {
    const { name, changed: changes } = safeName(typed);
    const type = await typeOf(head, name);
    const storageKey = await storage().put({ folder, id: newId() }, { ...received, type });
    return asStored({ name, changes, type, size, sha256, storageKey });
  } catch (error) {
    await received.discard();
    throw asFailure(error);
  }
}

/** The same of bytes that are in the storage already: they are read through once. Throws `not_found`. */
export async function describeStored(storageKey: string, typed: string): Promise<StoredFile> {
  const bytes = await storage().get(storageKey);
  if (!bytes) throw notFound('The upload');
  const { size, sha256, head } = await measure(bytes);
  const { name, changed: changes } = safeName(typed);
  return asStored({ name, changes, type: await typeOf(head, name), size, sha256, storageKey });
}

/** Not its key: the same file sent again is the same request (Idempotency-Key). */
const asStored = (file: Omit<StoredFile, 'kept'>): StoredFile =>
  Object.defineProperty({ ...file, kept: false, [STORED]: true }, 'toJSON', {
    value: () => ({ name: file.name, size: file.size, sha256: file.sha256 }),
  });

/** Unless a record has them after all: an upload that is finished twice. What cannot be deleted now is swept. */
export async function forgetStored({ storageKey }: Pick<StoredFile, 'storageKey'>): Promise<void> {
  try {
    const known = await withWorker((db) => knownKeys(db, [storageKey]));
    if (!known.size) await deleteBytes([storageKey]);
  } catch (error) {
    log('warn', 'storage', { error });
  }
}

/** With all that was made of them. */
export async function deleteBytes(keys: readonly string[]): Promise<void> {
  await storage().delete(keys);
  for (const key of keys) await forgetThumbnails(key);
}

function asFailure(error: unknown): unknown {
  const failure = diskFailure(error);
  if (failure instanceof DomainError) return failure;
  log('error', 'storage', { error });
  return new DomainError('unavailable', 'Files cannot be stored right now. Try again in a moment.', { retryAfter: 30 });
}
