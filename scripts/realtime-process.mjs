/** The realtime server beside the application, for an installation without an account at a provider. */
import { once } from 'node:events';
import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError, logFile, tailOf, typescriptProgram } from './bootstrap.mjs';
import { nextFreePort, portFrom } from './ports.mjs';
import { keepRunning, start } from './processes.mjs';
import { say } from './progress.mjs';
import { generatedRealtimeKeys } from './secrets.mjs';

/** Whether the environment names a Pusher service. */
export const hasPusherService = () =>
  ['PUSHER_APP_ID', 'PUSHER_KEY', 'PUSHER_SECRET'].every((name) => Boolean(process.env[name]));

/** @param {string} log @param {import('node:child_process').ChildProcess} child @returns {Promise<boolean>} */
async function listens(log, child) {
  const until = Date.now() + 30_000;
  while (child.exitCode === null && child.signalCode === null && Date.now() < until) {
    if (fs.readFileSync(log, 'utf8').includes('realtime listening on')) return true;
    await sleep(50);
  }
  return false;
}

/**
 * Starts the realtime server and keeps it running.
 * @param {{ appPort: number, dataDir: string, host: string }} options `host`: where it listens
 * @returns {Promise<{ port: number, env: NodeJS.ProcessEnv }>} `env`: how the application reaches it
 * @throws {CommandError} when it does not start
 */
export async function startRealtime({ appPort, dataDir, host }) {
  const { appId, key, secret } = generatedRealtimeKeys(dataDir);
  const log = logFile('realtime');
  const fixed = Boolean(process.env.REALTIME_PORT);
  // Well away from the application's port, so that a second copy on the next port is not in its way.
  let port = fixed ? portFrom('REALTIME_PORT', 0) : await nextFreePort(appPort + 100);
  const keys = { PUSHER_APP_ID: appId, PUSHER_KEY: key, PUSHER_SECRET: secret };
  for (let attempt = 1; ; attempt++) {
    fs.writeFileSync(log, '');
    const env = { ...keys, REALTIME_PORT: String(port), REALTIME_FOLLOW_PARENT: '1', HOSTNAME: host };
    const program = { name: 'realtime', command: typescriptProgram('scripts/realtime.ts'), env, log };
    const child = start(program);
    if (await listens(log, child)) {
      keepRunning(program, child, (delay) => say(`The realtime server ended; starting it again in ${delay / 1_000} s`));
      break;
    }
    if (child.exitCode === null) child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    if (fixed || attempt === 5)
      throw new CommandError(`The realtime server did not start on port ${port}:\n${tailOf(log)}`);
    port = await nextFreePort(port + 1);
  }
  return {
    port,
    env: {
      ...keys,
      PUSHER_HOST: 'localhost',
      PUSHER_PORT: String(port),
      PUSHER_USE_TLS: 'false',
      PUSHER_CLUSTER: '',
      REALTIME_LOCAL: '1',
      REALTIME_PORT: String(port),
    },
  };
}
