/** `npm start`: the built application on a host of one's own, configured by the environment alone. */
import os from 'node:os';
import { CommandError, dataDir, main, nodeProgram, prepareProcess, run, typescriptProgram } from './bootstrap.mjs';
import { isBuilt } from './build.mjs';
import { portFrom } from './ports.mjs';
import { isStopping, start, stopAll } from './processes.mjs';
import { hasPusherService, startRealtime } from './realtime-process.mjs';
import { secretComplaint } from './secrets.mjs';

/** @returns {string | null} what is wrong with PORT */
function portComplaint() {
  try {
    portFrom('PORT', 3000);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** @returns {string[]} everything that keeps this installation from starting */
function complaints() {
  const factor = process.env.RATE_LIMIT_FACTOR;
  return [
    process.env.DATABASE_URL ? null : 'DATABASE_URL is not set: name the PostgreSQL server to use',
    secretComplaint(process.env.AUTH_SECRET),
    factor && Number(factor) !== 1 ? 'RATE_LIMIT_FACTOR may only be 1 in production' : null,
    ['demo', 'development'].includes(process.env.APP_MODE ?? '') ? 'APP_MODE is for demo and development alone' : null,
    portComplaint(),
    isBuilt() ? null : 'There is no build yet: npm run build',
  ].filter((complaint) => complaint !== null);
}

async function migrateOrTell() {
  const program = typescriptProgram('scripts/migrate.ts');
  if (process.env.MIGRATE_ON_START === '1') {
    await run('migrate', program, { onLine: (line) => console.log(`migrate: ${line}`) });
    return;
  }
  /** @type {string[]} */
  const pending = [];
  const onLine = (/** @type {string} */ line) => void (line.startsWith('pending ') && pending.push(line.slice(8)));
  const code = await run('migrate', [...program, 'status'], { onLine, codes: [0, 1] });
  if (code) console.warn('The database did not answer; GET /readyz tells when it does');
  if (!pending.length) return;
  console.warn(`The database lacks ${pending.length} migration(s): ${pending.join(', ')}`);
  console.warn('Apply them with `npm run migrate`, or start with MIGRATE_ON_START=1');
}

await main(async () => {
  prepareProcess();
  const wrong = complaints();
  if (wrong.length) throw new CommandError(`Guildhall cannot start:\n${wrong.map((line) => `  - ${line}`).join('\n')}`);
  const port = portFrom('PORT', 3000);
  // Containers set HOSTNAME to their own name, which is nobody's choice of an address to listen on.
  const { HOSTNAME } = process.env;
  const host = HOSTNAME && HOSTNAME !== os.hostname() ? HOSTNAME : '0.0.0.0';
  if (!process.env.APP_URL) console.warn(`APP_URL is not set: links in mails will begin with http://localhost:${port}`);

  let ending = false;
  const end = async (/** @type {number} */ code) => {
    if (ending) return;
    ending = true;
    await stopAll();
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void end(0));

  await migrateOrTell();
  const realtime = hasPusherService() ? null : await startRealtime({ appPort: port, dataDir: dataDir(), host });
  if (realtime) console.log(`No PUSHER_* settings: a realtime server of our own listens on port ${realtime.port}`);
  const child = start({
    name: 'next',
    command: [...nodeProgram('next/dist/bin/next'), 'start', '-p', String(port), '-H', host],
    env: {
      NODE_ENV: 'production',
      APP_MODE: 'production',
      AUTH_TRUST_HOST: 'true',
      DATA_DIR: dataDir(),
      HOSTNAME: host,
      PORT: String(port),
      ...realtime?.env,
    },
  });
  child.once('exit', (code) => {
    if (isStopping()) return;
    console.error('The application ended');
    void end(code || 1);
  });
});
