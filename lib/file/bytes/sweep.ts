import 'server-only';
import { deleteBytes, reachableStorages } from '@/lib/file/bytes/store';
import { sweepThumbnails } from '@/lib/file/bytes/thumbnail';
import { forgottenContents, knownKeys, knownOrganisations } from '@/lib/file/queries.content';
import { sweepReceived } from '@/lib/storage/receive';
import type { Location } from '@/lib/storage/storage';
import { withWorker } from '@/lib/worker';

const ROWS = 500;
/** Younger bytes may belong to an upload whose record is being written. */
const UNKNOWN_MS = 3_600_000;

/** Bytes that no file has any more, and what crashes cut off. */
export async function sweepBytes(goesOn: () => boolean): Promise<void> {
  await sweepOwnDisk();
  const kinds = reachableStorages().map(({ kind }) => kind);
  for (let gone: Location[] | null = null; (gone === null || gone.length) && goesOn(); ) {
    gone = await withWorker((db) => forgottenContents(db, kinds, ROWS));
    await deleteBytes(gone);
  }
}

/** Bytes of organisations here without a record. Everything that is stored is looked at. */
export async function sweepUnknown(goesOn: () => boolean, now = Date.now()): Promise<void> {
  for (const one of reachableStorages()) {
    let some: Stored[] = [];
    for await (const { key, storedAt, folder } of one.list()) {
      if (folder && now - storedAt.getTime() > UNKNOWN_MS) some.push({ storedIn: one.kind, storageKey: key, folder });
      if (some.length < ROWS) continue;
      if (!goesOn()) return;
      await deleteUnknown(some);
      some = [];
    }
    await deleteUnknown(some);
  }
}

/** What is this machine's own: each has to do it. */
export const sweepOwnDisk = async (now = Date.now()): Promise<number> =>
  (await sweepReceived(now)) + (await sweepThumbnails(now));

type Stored = Location & { folder: string };

/** What another installation keeps in the same place is not ours to judge. */
async function deleteUnknown(stored: readonly Stored[]): Promise<void> {
  if (!stored.length) return;
  const [known, ours] = await withWorker(async (db) => [
    await knownKeys(
      db,
      stored.map(({ storageKey }) => storageKey),
    ),
    await knownOrganisations(db, [...new Set(stored.map(({ folder }) => folder))]),
  ]);
  await deleteBytes(stored.filter(({ storageKey, folder }) => ours.has(folder) && !known.has(storageKey)));
}
