/** What a database lacks, without a process of its own: `npm start` asks before each start. */
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';

/** `server_version_num` of the first version with all that the schema uses. */
export const OLDEST_SERVER = 160_000;

/** A network that swallows packets says nothing for a quarter of an hour. */
const CONNECT_MS = 15_000;

export const prismaFolder = path.resolve(import.meta.dirname, '../../prisma');

export class ServerTooOld extends Error {}

/** @param {pg.Client} client */
async function refuseOldServer(client) {
  const { rows } = await client.query(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number`,
  );
  const [server] = rows;
  if (server && server.number < OLDEST_SERVER)
    throw new ServerTooOld(`Guildhall needs PostgreSQL 16 or newer; DATABASE_URL leads to ${server.version}`);
}

/**
 * @template T
 * @param {string} url the owner of the database
 * @param {(client: pg.Client) => Promise<T>} work
 * @returns {Promise<T>}
 * @throws {ServerTooOld}
 */
export async function withClient(url, work) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  await client.connect();
  try {
    await refuseOldServer(client);
    return await work(client);
  } finally {
    await client.end();
  }
}

/** @param {string} folder */
function migrationNames(folder) {
  const entries = fs.readdirSync(path.join(folder, 'migrations'), { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/**
 * Without those that were taken back.
 * @param {pg.Client} client
 * @returns {Promise<{ migration_name: string, finished: boolean, logs: string | null }[]>}
 */
export async function recorded(client) {
  const table = await client.query(`select to_regclass('_prisma_migrations') is not null as present`);
  if (!table.rows[0]?.present) return [];
  const { rows } = await client.query(
    `select migration_name, finished_at is not null as finished, logs from _prisma_migrations
      where rolled_back_at is null order by started_at`,
  );
  return rows;
}

/** @param {pg.Client} client @param {string} folder @returns {Promise<string[]>} oldest first */
export async function pendingIn(client, folder) {
  const applied = new Set((await recorded(client)).filter(({ finished }) => finished).map((row) => row.migration_name));
  return migrationNames(folder).filter((name) => !applied.has(name));
}

/** @param {string} url the owner of the database @returns {Promise<string[]>} oldest first @throws {ServerTooOld} */
export const pendingMigrations = (url, folder = prismaFolder) => withClient(url, (client) => pendingIn(client, folder));
