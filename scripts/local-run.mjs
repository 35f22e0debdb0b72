/** What `npm run demo` and `npm run dev` have in common: everything from nothing to a running application. */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CommandError,
  dataDir,
  installPackages,
  logFile,
  nodeProgram,
  prepareProcess,
  run,
  tailOf,
  typescriptProgram,
} from './bootstrap.mjs';
import { generateClientStep } from './build.mjs';
import { isPortFree, portFrom } from './ports.mjs';
import { isStopping, start, stopAll, takeOver } from './processes.mjs';
import { say, step } from './progress.mjs';
import { hasPusherService, startRealtime } from './realtime-process.mjs';
import { generatedAuthSecret } from './secrets.mjs';

const READY_TIMEOUT_MS = 120_000;

const ACCOUNTS = ['admin', 'subadmin', 'leader', 'user', 'client', 'observer', 'pending'];
const PASSWORD = 'correct horse battery staple';

/** @param {string} url */
function printAccounts(url) {
  say(`ready ${url}\n`);
  for (const [key, name] of [
    ['acme', 'Acme Studio'],
    ['globex', 'Globex'],
  ]) {
    say(`  ${name}: ${url}/${key}/login`);
    for (const account of ACCOUNTS) say(`    ${account}@${key}.test`);
  }
  say('  In both, as team leader and as client:\n    both@guild.test');
  say(`\n  The password of all is: ${PASSWORD}\n  Ctrl-C stops everything; the data stays in ${dataDir()}`);
}

/**
 * Starts the database unless DATABASE_URL names one.
 * @returns {Promise<{ url: string, release: () => Promise<unknown> }>}
 */
async function startDatabase() {
  const given = process.env.DATABASE_URL;
  if (given) {
    say('  ✓ database                     as DATABASE_URL says');
    return { url: given, release: async () => {} };
  }
  const { releasePostgres, startPostgres } = await import('./embedded-postgres.mjs');
  const dir = path.join(dataDir(), 'postgres');
  const url = await step('database', async (note) => {
    const server = await startPostgres({ dir });
    note(`embedded PostgreSQL, port ${server.port}${server.started ? '' : ', was running'}`);
    return server.url;
  });
  return { url, release: () => releasePostgres({ dir }) };
}

/** @param {string} url @param {import('node:child_process').ChildProcess} child @param {string | undefined} log */
async function waitUntilHealthy(url, child, log) {
  const until = Date.now() + READY_TIMEOUT_MS;
  for (;;) {
    const ended = child.exitCode !== null || child.signalCode !== null;
    if (ended || Date.now() > until) {
      const why = ended ? 'The application ended while starting' : 'The application does not answer';
      throw new CommandError(log ? `${why}. The end of ${log}:\n\n${tailOf(log)}` : why);
    }
    const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(30_000) }).catch(() => null);
    if (answer?.ok) return;
    await sleep(100);
  }
}

/**
 * Runs the application until Ctrl-C, SIGTERM or the end of one of its parts.
 * @param {object} options
 * @param {'demo' | 'development'} options.mode
 * @param {'start' | 'dev'} options.next which of Next's servers
 * @param {string} options.command what the person typed, for messages
 * @param {() => Promise<void>} [options.build] a step before the start
 */
export async function runLocally({ mode, next, command, build }) {
  prepareProcess();
  /** @type {(() => Promise<unknown>)[]} */
  const cleanUp = [];
  /** @type {Promise<never> | undefined} */
  let ending;
  const end = (/** @type {number} */ code, /** @type {string} */ message = '') => {
    ending ??= (async () => {
      if (message) console.error(`\n${message}`);
      await stopAll();
      for (const work of cleanUp.reverse()) await work();
      process.exit(code);
    })();
    return ending;
  };
  let ready = false;
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      if (!ending) say(ready ? 'Stopping' : 'Stopping before it was ready');
      void end(ready ? 0 : 130);
    });
  }
  try {
    await prepareAndStart();
    ready = true;
  } catch (error) {
    if (ending) return ending;
    return end(1, error instanceof Error ? error.message : String(error));
  }

  async function prepareAndStart() {
    const port = portFrom('PORT', 3000);
    const url = `http://localhost:${port}`;
    const { other, record, forget } = takeOver(dataDir());
    if (other) {
      throw new CommandError(
        `Guildhall already runs with the folder ${dataDir()}: ${other.url} (process ${other.pid}).\n` +
          `Stop it, or start a second copy: PORT=${port + 10} DATA_DIR=.data-second ${command}`,
      );
    }
    for (let tries = 0; !(await isPortFree(port)); tries++) {
      // What takeOver ended may need a moment to let go of the port.
      if (tries === 5) throw new CommandError(`Port ${port} is taken. Choose another: PORT=${port + 10} ${command}`);
      await sleep(200);
    }
    await installPackages();
    const database = await startDatabase();
    cleanUp.push(database.release);
    cleanUp.push(async () => forget());
    record(url);
    await generateClientStep();
    const env = { DATABASE_URL: database.url, APP_MODE: mode };
    await step('migrations', async (note) => {
      await run('migrate', typescriptProgram('scripts/migrate.ts'), { env, onLine: note });
    });
    await step('demo data', async () => {
      await run('seed', [...typescriptProgram('scripts/seed.ts'), '--demo'], { env });
    });
    await build?.();
    const realtime = hasPusherService()
      ? { env: {} }
      : await step('realtime', (note) => {
          const started = startRealtime({ appPort: port, dataDir: dataDir(), host: 'localhost' });
          return started.then((server) => {
            note(`port ${server.port}`);
            return server;
          });
        });
    const log = next === 'start' ? logFile('next') : undefined;
    await step('application', async () => {
      const child = start({
        name: 'next',
        // Never -H 127.0.0.1: Next then takes its own rewrites for another server's addresses.
        command: [...nodeProgram('next/dist/bin/next'), next, '-p', String(port), '-H', 'localhost'],
        env: {
          NODE_ENV: next === 'start' ? 'production' : 'development',
          APP_URL: process.env.APP_URL || url,
          AUTH_SECRET: process.env.AUTH_SECRET || generatedAuthSecret(dataDir()),
          AUTH_TRUST_HOST: 'true',
          DATA_DIR: dataDir(),
          HOSTNAME: 'localhost',
          PORT: String(port),
          ...env,
          ...realtime.env,
        },
        ...(log && { log }),
      });
      child.once('exit', (code, signal) => {
        if (isStopping() || !ready) return;
        const details = log ? ` The end of ${log}:\n\n${tailOf(log)}` : '';
        void end(1, `The application ended (${signal ?? code}).${details}\n\nStart it again: ${command}`);
      });
      record(url);
      await waitUntilHealthy(url, child, log);
    });
    record(url);
    if (!ending) printAccounts(url);
  }
}
