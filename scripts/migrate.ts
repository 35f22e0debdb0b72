/**
 * `npm run migrate`               applies what the database lacks
 * `npm run migrate -- status`     lists what it lacks
 * `npm run migrate -- record`     adds the hashes of new migrations to prisma/migrations.sha256, before they land
 * `npm run migrate -- retry NAME` forgets a migration that failed, so that its corrected text can be applied
 *
 * The database is DATABASE_URL's, or the embedded one. Exits with 1 when something fails, and with 3, before anything is
 * changed, when the server is older than what Guildhall needs.
 */

import { applyMigrations, forgetFailedMigration } from './migration/migration-engine';
import { recordHashes } from './migration/migration-hashes';
import { pendingMigrations, ServerTooOld } from './migration/pending-migrations.mjs';
import { withDatabase } from './postgres/database-url.mjs';

const [command = 'deploy', name = ''] = process.argv.slice(2);

async function deploy(url: string): Promise<number> {
  const applied = await applyMigrations(url, undefined, () => console.log('Waiting for another migration to end'));
  for (const migration of applied) console.log(`applied ${migration}`);
  console.log(applied.length ? `${applied.length} applied` : 'Nothing to apply');
  return 0;
}

async function status(url: string): Promise<number> {
  const pending = await pendingMigrations(url);
  for (const migration of pending) console.log(`pending ${migration}`);
  if (!pending.length) console.log('Nothing to apply');
  return 0;
}

async function retry(url: string): Promise<number> {
  await forgetFailedMigration(url, name);
  return deploy(url);
}

const commands: Record<string, (url: string) => Promise<number>> = { deploy, status, retry };
if (command === 'record') {
  const added = recordHashes();
  console.log(added.length ? added.map((one) => `recorded ${one}`).join('\n') : 'All migrations are recorded');
  process.exit(0);
}
const chosen = commands[command];
if (!chosen) {
  console.error(`There is no "${command}": ${Object.keys(commands).join(', ')}, record`);
  process.exit(1);
}
try {
  process.exit(await withDatabase(chosen));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(error instanceof ServerTooOld ? 3 : 1);
}
