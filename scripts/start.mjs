/** `npm start`: runs the built application on your own host, configured by the environment alone. */
import os from 'node:os';
import { CommandError, dataDir, main, prepareProcess, run, typescriptProgram } from './bootstrap.mjs';
import { hasBuild } from './build.mjs';
import { isPortFree, portFrom } from './common/ports.mjs';
import { say } from './common/progress.mjs';
import { processCount, runApplication } from './process/application.mjs';
import { followNpm } from './process/command.mjs';
import { stopAll } from './process/parts.mjs';
import { hasPusherService, startRealtime } from './realtime/realtime-process.mjs';

async function migrateOrTell() {
  const { DATABASE_URL = '', MIGRATE_ON_START } = process.env;
  const { pendingMigrations, ServerTooOld } = await import('./migration/pending-migrations.mjs');
  const pending = await pendingMigrations(DATABASE_URL).catch((error) => {
    if (error instanceof ServerTooOld) throw new CommandError(`Guildhall cannot start:\n  - ${error.message}`);
    return null;
  });
  // One that failed is among those that are pending, and refused in words.
  if (MIGRATE_ON_START === '1' && pending?.length !== 0) {
    const program = typescriptProgram('scripts/migrate.ts');
    await run('migrate', program, { onLine: (line) => console.log(`migrate: ${line}`) });
    return;
  }
  if (!pending) console.warn('The database did not answer; GET /readyz tells when it does');
  if (!pending?.length) return;
  console.warn(`The database lacks ${pending.length} migration(s): ${pending.join(', ')}`);
  console.warn('Apply them with `npm run migrate`, or start with MIGRATE_ON_START=1');
}

/** @type {Promise<never> | undefined} */
let ending;

/** @param {number} code */
function end(code) {
  ending ??= stopAll().then(() => process.exit(code));
  return ending;
}

const giveUp = (/** @type {string} */ why) => {
  console.error(why);
  return end(1);
};

async function startEverything() {
  prepareProcess();
  // What is wrong with the settings themselves the application says and refuses (lib/start-up.ts).
  const port = portFrom('PORT', 3000);
  const count = processCount();
  if (!hasBuild()) throw new CommandError('Guildhall cannot start:\n  - There is no build yet: npm run build');
  // Containers set HOSTNAME to their own name: nobody chose that as an address.
  const { HOSTNAME } = process.env;
  const host = HOSTNAME && HOSTNAME !== os.hostname() ? HOSTNAME : '0.0.0.0';
  if (!(await isPortFree(port)))
    throw new CommandError(`Guildhall cannot start:\n  - Port ${port} is taken: choose another PORT`);
  if (!process.env.APP_URL) console.warn(`APP_URL is not set: links in mails will begin with http://localhost:${port}`);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void end(0));
  followNpm(() => void end(0));

  if (process.env.DATABASE_URL) await migrateOrTell();
  const realtime = hasPusherService()
    ? null
    : await startRealtime({ appPort: port, dataDir: dataDir(), host, tell: say, giveUp });
  if (realtime) {
    console.log(`No PUSHER_* settings: a realtime server of our own listens on port ${realtime.port}`);
    if (process.env.APP_URL?.startsWith('https:') && !process.env.REALTIME_PUBLIC_URL)
      console.log(`Browsers reach it at APP_URL under /realtime/: the proxy hands that on to port ${realtime.port}`);
  }
  const env = { AUTH_TRUST_HOST: 'true', DATA_DIR: dataDir(), ...realtime?.env };
  await runApplication({ host, port, env, count, tell: say, giveUp });
}

await main(async () => {
  try {
    await startEverything();
  } catch (error) {
    // A signal in the middle has begun the end already.
    if (ending) return ending;
    await stopAll();
    throw error;
  }
});
