import 'server-only';
import { deleteBytes, storage } from '@/lib/file/bytes/store';
import { sweepThumbnails } from '@/lib/file/bytes/thumbnail';
import { forgottenContents, knownKeys, knownOrganisations } from '@/lib/file/queries.content';
import { sweepReceived } from '@/lib/storage/receive';
import { withWorker } from '@/lib/worker';

const ROWS = 500;
/** Younger bytes may belong to an upload whose record is being written. */
const UNKNOWN_MS = 3_600_000;
/** Everything that is stored is looked at so often. */
const LOOK_MS = 3_600_000;
let lookedAt = 0;

/** Bytes that no file has any more, what crashes cut off, and bytes of organisations here without a record. */
export async function sweepBytes(goesOn: () => boolean, now = Date.now()): Promise<void> {
  await sweepOwnDisk(now);
  for (let keys = ['']; keys.length && goesOn(); ) {
    keys = await withWorker((db) => forgottenContents(db, ROWS));
    await deleteBytes(keys);
  }
  if (now - lookedAt < LOOK_MS) return;
  let some: Stored[] = [];
  for await (const { key, storedAt, folder } of storage().list()) {
    if (folder && now - storedAt.getTime() > UNKNOWN_MS) some.push({ key, folder });
    if (some.length < ROWS) continue;
    if (!goesOn()) return;
    await deleteUnknown(some);
    some = [];
  }
  await deleteUnknown(some);
  lookedAt = now;
}

/** What is this machine's own: each has to do it. */
export const sweepOwnDisk = async (now = Date.now()): Promise<number> =>
  (await sweepReceived(now)) + (await sweepThumbnails(now));

type Stored = { key: string; folder: string };

/** What another installation keeps in the same place is not ours to judge. */
async function deleteUnknown(stored: readonly Stored[]): Promise<void> {
  if (!stored.length) return;
  const [known, ours] = await withWorker(async (db) => [
    await knownKeys(
      db,
      stored.map(({ key }) => key),
    ),
    await knownOrganisations(db, [...new Set(stored.map(({ folder }) => folder))]),
  ]);
  await deleteBytes(stored.filter(({ key, folder }) => ours.has(folder) && !known.has(key)).map(({ key }) => key));
}
