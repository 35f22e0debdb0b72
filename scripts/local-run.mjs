/** Common to `npm run demo` and `npm run dev`: everything from nothing to a running application. */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CommandError,
  dataDir,
  installPackages,
  logFile,
  prepareProcess,
  run,
  typescriptProgram,
} from './bootstrap.mjs';
import { generateClientStep } from './build.mjs';
import { isPortFree, portFrom } from './common/ports.mjs';
import { say, step } from './common/progress.mjs';
import { generatedAuthSecret, generatedPushKeys } from './common/secrets.mjs';
import { processCount, runApplication } from './process/application.mjs';
import { followNpm, takeOver } from './process/command.mjs';
import { keepRunning, stopAll } from './process/parts.mjs';
import { hasPusherService, startRealtime } from './realtime/realtime-process.mjs';

/** A killed run may need this long to free its port. */
const PORT_WAIT_MS = 3_000;

const ACCOUNTS = ['admin', 'subadmin', 'leader', 'user', 'client', 'observer', 'pending'];
const PASSWORD = 'correct horse battery staple';

/** @param {string} url @param {string} place where the data lie */
function printAccounts(url, place) {
  say(`ready ${url}\n`);
  for (const [key, name] of [
    ['acme', 'Acme Studio'],
    ['globex', 'Globex'],
  ]) {
    say(`  ${name}: ${url}/${key}/login`);
    for (const account of ACCOUNTS) say(`    ${account}@${key}.test`);
  }
  say('  In both, as team leader and as client:\n    both@guild.test');
  say(`\n  The password of all is: ${PASSWORD}\n  Ctrl-C stops everything; the data stays in ${place}`);
}

/**
 * @typedef {object} Database
 * @property {string} url
 * @property {string} [elsewhere] the folder of its data, where that is not in DATA_DIR
 * @property {() => Promise<unknown>} release ends our use of it
 * @property {(tell: (line: string) => void, giveUp: (message: string) => unknown) => void} watch brings it back when it ends
 */

/** @returns {Promise<Database>} */
async function startDatabase() {
  const given = process.env.DATABASE_URL;
  if (given) {
    say('  ✓ database                     as DATABASE_URL says');
    return { url: given, release: async () => {}, watch: () => {} };
  }
  const { postgresEnd, postgresPlace, releasePostgres, startPostgres } = await import(
    './postgres/embedded-postgres.mjs'
  );
  const dir = path.join(dataDir(), 'postgres');
  const leaving = new AbortController();
  const { url, port } = await step('database', async (note) => {
    const server = await startPostgres({ dir });
    note(`embedded PostgreSQL, port ${server.port}${server.started ? '' : ', was running'}`);
    return server;
  });
  const watched = () => ({ ended: postgresEnd({ dir, signal: leaving.signal }) });
  // The application knows this port and would not find its database on another one.
  /** @type {Promise<unknown>} */
  let starting = Promise.resolve();
  const begin = () => {
    const started = startPostgres({ dir, port }).then(watched);
    starting = started.catch(() => {});
    return started;
  };
  const place = postgresPlace({ dir });
  return {
    url,
    ...(place !== dir && { elsewhere: place }),
    release: async () => {
      leaving.abort();
      // A server that is just starting would outlive us.
      await starting;
      return releasePostgres({ dir });
    },
    watch: (tell, giveUp) => void keepRunning({ name: 'The database', begin, tell, giveUp }, watched().ended),
  };
}

/**
 * @param {object} options
 * @param {'demo' | 'development'} options.mode
 * @param {'start' | 'dev'} options.next which of Next's servers
 * @param {string} options.command what the person typed, for messages
 * @param {() => Promise<void>} [options.build] a step before the start
 */
export async function runLocally({ mode, next, command, build }) {
  prepareProcess();
  /** @type {(() => unknown)[]} */
  const cleanUp = [];
  /** @type {Promise<never> | undefined} */
  let ending;
  const end = (/** @type {number} */ code, /** @type {string} */ message = '') => {
    ending ??= (async () => {
      if (message) console.error(`\n${message}`);
      await stopAll();
      for (const work of cleanUp.reverse()) {
        try {
          await work();
        } catch (error) {
          console.error(error instanceof Error ? error.message : error);
        }
      }
      process.exit(code);
    })();
    return ending;
  };
  let ready = false;
  const stop = () => {
    if (!ending) say(ready ? 'Stopping' : 'Stopping before it was ready');
    void end(ready ? 0 : 130);
  };
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, stop);
  followNpm(stop);
  const giveUp = (/** @type {string} */ why) => end(1, `${why}\n\nStart it again: ${command}`);
  try {
    await prepareAndStart();
    ready = true;
  } catch (error) {
    if (ending) return ending;
    return end(1, error instanceof Error ? error.message : String(error));
  }

  async function prepareAndStart() {
    const port = portFrom('PORT', 3000);
    processCount();
    const url = `http://localhost:${port}`;
    const { other, record, forget } = takeOver(dataDir());
    if (other) {
      throw new CommandError(
        `Guildhall already runs with the folder ${dataDir()}: ${other.url} (process ${other.pid}).\n` +
          `Stop it, or start a second copy: PORT=${port + 10} DATA_DIR=.data-second ${command}`,
      );
    }
    for (const since = Date.now(); !(await isPortFree(port)); ) {
      if (Date.now() - since > PORT_WAIT_MS)
        throw new CommandError(`Port ${port} is taken. Choose another: PORT=${port + 10} ${command}`);
      await sleep(200);
    }
    await installPackages();
    const database = await startDatabase();
    cleanUp.push(database.release, forget);
    record(url);
    await generateClientStep();
    const settings = { DATABASE_URL: database.url, APP_MODE: mode };
    await step('migrations', async (note) => {
      const { pendingMigrations } = await import('./migration/pending-migrations.mjs');
      const pending = await pendingMigrations(database.url).catch(() => null);
      if (pending?.length === 0) return note('Nothing to apply');
      await run('migrate', typescriptProgram('scripts/migrate.ts'), { env: settings, onLine: note });
    });
    await step('demo data', async () => {
      await run('seed', [...typescriptProgram('scripts/seed.ts'), '--demo'], { env: settings });
    });
    await build?.();
    const restarted = (/** @type {string} */ line) => {
      record(url);
      say(line);
    };
    const realtime = hasPusherService()
      ? { env: {} }
      : await step('realtime', (note) => {
          const options = { appPort: port, dataDir: dataDir(), host: 'localhost', tell: restarted, giveUp };
          return startRealtime(options).then((server) => {
            note(`port ${server.port}`);
            return server;
          });
        });
    const log = next === 'start' ? logFile('next') : undefined;
    const env = {
      APP_URL: process.env.APP_URL || url,
      AUTH_SECRET: process.env.AUTH_SECRET || generatedAuthSecret(dataDir()),
      ...pushKeys(),
      AUTH_TRUST_HOST: 'true',
      DATA_DIR: dataDir(),
      ...settings,
      STARTED_BY: command,
      ...realtime.env,
    };
    await step('application', async (note) => {
      const count = next === 'start' ? processCount() : 0;
      if (count) note(count === 1 ? 'one process' : `${count} processes`);
      // Never 127.0.0.1: Next then takes its own rewrites for another server's addresses.
      return runApplication({ host: 'localhost', port, env, ...(log && { log }), count, tell: restarted, giveUp });
    });
    record(url);
    // Until here any failure of the database was reported by what needed it.
    database.watch(say, giveUp);
    const elsewhere = database.elsewhere && `, the database in ${database.elsewhere}`;
    if (!ending) printAccounts(url, `${dataDir()}${elsewhere ?? ''}`);
  }
}

/** Those of the environment, else of its own. */
function pushKeys() {
  if (process.env.VAPID_PUBLIC_KEY) return {};
  const { publicKey, privateKey } = generatedPushKeys(dataDir());
  return { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey };
}
