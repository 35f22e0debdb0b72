import path from 'node:path';
import { dataDir } from '../bootstrap.mjs';
import { releasePostgres, startPostgres } from './embedded-postgres.mjs';

/**
 * With `DATABASE_URL` or the embedded server, which is started if needed and stopped after its last user.
 * @template T
 * @param {(url: string) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withDatabase(work) {
  if (process.env.DATABASE_URL) return work(process.env.DATABASE_URL);
  const dir = path.join(dataDir(), 'postgres');
  try {
    const { url } = await startPostgres({ dir });
    return await work(url);
  } finally {
    await releasePostgres({ dir });
  }
}
