import 'server-only';
import { deleteBytes, storage } from '@/lib/file/bytes/store';
import { forgottenContents, knownKeys } from '@/lib/file/queries.content';
import { sweepReceived } from '@/lib/storage/receive';
import { withWorker } from '@/lib/worker';

const ROWS = 500;
/** Younger bytes may belong to an upload whose record is being written. */
const UNKNOWN_MS = 3_600_000;
/** Everything that is stored is looked at so often. */
const LOOK_MS = 3_600_000;
let lookedAt = 0;

/** Bytes that no file has any more, what crashes cut off, and bytes without a record. */
export async function sweepBytes(goesOn: () => boolean, now = Date.now()): Promise<void> {
  await sweepReceived(now);
  for (let keys = ['']; keys.length && goesOn(); ) {
    keys = await withWorker((db) => forgottenContents(db, ROWS));
    await deleteBytes(keys);
  }
  if (now - lookedAt < LOOK_MS) return;
  let some: string[] = [];
  for await (const { key, storedAt } of storage().list()) {
    if (now - storedAt.getTime() > UNKNOWN_MS) some.push(key);
    if (some.length < ROWS) continue;
    if (!goesOn()) return;
    await deleteUnknown(some);
    some = [];
  }
  await deleteUnknown(some);
  lookedAt = now;
}

async function deleteUnknown(keys: readonly string[]): Promise<void> {
  if (!keys.length) return;
  const known = await withWorker((db) => knownKeys(db, keys));
  await deleteBytes(keys.filter((key) => !known.has(key)));
}
