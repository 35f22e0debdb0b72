import path from 'node:path';
import { dataDir } from '../bootstrap.mjs';
import { releasePostgres, startPostgres } from './embedded-postgres.mjs';

/**
 * With `DIRECT_DATABASE_URL`, as what is done here needs a session of its own, else `DATABASE_URL`, or the embedded server, which is started if needed and stopped after its last user.
 * @template T
 * @param {(url: string) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withDatabase(work) {
  const { DIRECT_DATABASE_URL, DATABASE_URL } = process.env;
  const url = DIRECT_DATABASE_URL || DATABASE_URL;
  if (url) return work(url);
  const dir = path.join(dataDir(), 'postgres');
  try {
    const { url } = await startPostgres({ dir });
    return await work(url);
  } finally {
    await releasePostgres({ dir });
  }
}
