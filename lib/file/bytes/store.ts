import 'server-only';
import type { StoredFile } from '@/lib/contract/endpoint';
import { env } from '@/lib/env';
import { DomainError, notFound } from '@/lib/errors';
import { typeOf } from '@/lib/file/bytes/content-type';
import { safeName } from '@/lib/file/bytes/names';
import { forgetThumbnails } from '@/lib/file/bytes/thumbnail';
import { knownKeys, newestOnDisk } from '@/lib/file/queries.content';
import { STORED } from '@/lib/file/schema.bytes';
import { log } from '@/lib/log';
import { diskFailure, measure, type Received } from '@/lib/storage/receive';
import { type Location, type Storage, storageAt, storedAs } from '@/lib/storage/storage';
import { filesElsewhere, LOOKED_FOR, ONE_FOLDER } from '@/lib/storage/whereabouts';
import { newId } from '@/lib/validation';
import { withWorker } from '@/lib/worker';

/** What new bytes are written to. */
export const storage = (): Storage => storageAt({ token: env.uploadthingToken, dataDir: env.dataDir });

/** All that can be reached: the disk, and the service where there is a token. */
export const reachableStorages = (): Storage[] => {
  const local = storageAt({ dataDir: env.dataDir });
  return env.uploadthingToken ? [storage(), local] : [local];
};

/** Bytes where they lie, whatever is written to now. Throws `unavailable` for a service whose token is not there. */
export async function openBytes(
  { storedIn, storageKey }: Location,
  range?: { start: number; end: number },
): Promise<ReadableStream<Uint8Array> | null> {
  const found = reachableStorages().find(({ kind }) => kind === storedIn);
  if (!found)
    throw new DomainError(
      'unavailable',
      'This file lies with a service that this server does not reach. Tell the people who run it.',
    );
  const bytes = await found.get(storageKey, range);
  if (!bytes) log('warn', 'storage', { error: new Error('Bytes are missing'), storedIn, storageKey });
  return bytes;
}

/** Logs an error where some of the newest files are not in this server's folder: their downloads fail here. */
export async function tellFilesElsewhere(): Promise<void> {
  try {
    const newest = await withWorker((db) => newestOnDisk(db, LOOKED_FOR));
    const complaint = await filesElsewhere(storageAt({ dataDir: env.dataDir }), newest);
    if (complaint) log('error', 'storage', { error: new Error(`${complaint}: ${env.dataDir}/files. ${ONE_FOLDER}`) });
  } catch (error) {
    log('warn', 'storage', { error });
  }
}

/** Larger files are handed out by a service itself; hosts limit what passes through a function (bytes). */
const PASSED_ON = 4 * 1024 * 1024;
/** Long enough to begin a download. */
const ADDRESS_SECONDS = 60;

/** A signed address of the service that has these bytes under this name; null for small ones, and where there is none. */
export async function addressOf(content: Location & { size: number; storedAs: string | null }, name: string) {
  if (content.size <= PASSED_ON || content.storedAs !== name) return null;
  const found = reachableStorages().find(({ kind }) => kind === content.storedIn);
  return (await found?.sign(content.storageKey, ADDRESS_SECONDS)) ?? null;
}

/**
 * Stores what was received; `folder`: the organisation's. Its type is what its content says. Throws `unavailable`
 * when the storage does not take it; then nothing is left.
 */
export async function storeFile(received: Received, typed: string, folder: string): Promise<StoredFile> {
  const { size, sha256, head } = received;
  try {
    const { name, changed: changes } = safeName(typed);
    const type = await typeOf(head, name);
    const { kind: storedIn, put } = storage();
    const storageKey = await put({ folder, id: newId(), name }, { ...received, type });
    return asStored({ name, changes, type, size, sha256, storedIn, storageKey });
  } catch (error) {
    await received.discard();
    throw asFailure(error);
  }
}

/** The same of bytes that a browser sent to the storage: they are read through once. Throws `not_found`. */
export async function describeStored(storageKey: string, typed: string): Promise<StoredFile> {
  const { kind: storedIn, get } = storage();
  const bytes = await get(storageKey);
  if (!bytes) throw notFound('The upload');
  const { size, sha256, head } = await measure(bytes);
  const { name, changed: changes } = safeName(typed);
  return asStored({ name, changes, type: await typeOf(head, name), size, sha256, storedIn, storageKey });
}

/** Not its key: the same file sent again is the same request (Idempotency-Key). */
const asStored = (file: Omit<StoredFile, 'kept' | 'storedAs'>): StoredFile =>
  Object.defineProperty(
    { ...file, storedAs: storedAs(file.storedIn, file.name), kept: false, [STORED]: true },
    'toJSON',
    {
      value: () => ({ name: file.name, size: file.size, sha256: file.sha256 }),
    },
  );

/** Unless a record has them after all: an upload that is finished twice. What cannot be deleted now is swept. */
export async function forgetStored({ storedIn, storageKey }: Location): Promise<void> {
  try {
    const known = await withWorker((db) => knownKeys(db, [storageKey]));
    if (!known.size) await deleteBytes([{ storedIn, storageKey }]);
  } catch (error) {
    log('warn', 'storage', { error });
  }
}

/** With all that was made of them. */
export async function deleteBytes(gone: readonly Location[]): Promise<void> {
  for (const store of reachableStorages())
    await store.delete(gone.filter(({ storedIn }) => storedIn === store.kind).map(({ storageKey }) => storageKey));
  for (const { storageKey } of gone) await forgetThumbnails(storageKey);
}

function asFailure(error: unknown): unknown {
  const failure = diskFailure(error);
  if (failure instanceof DomainError) return failure;
  log('error', 'storage', { error });
  return new DomainError('unavailable', 'Files cannot be stored right now. Try again in a moment.', { retryAfter: 30 });
}
