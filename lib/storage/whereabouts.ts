// No `server-only` here: `npm run doctor` looks too.
import type { Storage } from '@/lib/storage/storage';

/** So many of the newest files are looked for: of several machines with a disk each, every one has stored some of them. */
export const LOOKED_FOR = 50;

/** What is wrong when bytes that should lie on this disk do not; null where all of them do. */
export async function filesElsewhere(disk: Pick<Storage, 'get'>, keys: readonly string[]): Promise<string | null> {
  let missing = 0;
  for (const key of keys) {
    const bytes = await disk.get(key);
    if (bytes) await bytes.cancel();
    else missing += 1;
  }
  return missing ? `${missing} of the ${keys.length} newest files do not lie there` : null;
}

/** What whoever runs the servers can do about it. */
export const ONE_FOLDER =
  'Several servers need one DATA_DIR that all of them share, or UPLOADTHING_TOKEN; after a loss, restore the folder from its backup.';
