/** Our own realtime server beside the application, for installations without a provider's account. */
import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError, logFile, tailOf, typescriptProgram } from '../bootstrap.mjs';
import { nextFreePort, portFrom } from '../common/ports.mjs';
import { generatedRealtimeKeys } from '../common/secrets.mjs';
import { endOf, hasEnded, keepRunning, start } from '../process/parts.mjs';

export const hasPusherService = () =>
  ['PUSHER_APP_ID', 'PUSHER_KEY', 'PUSHER_SECRET'].every((name) => Boolean(process.env[name]));

/** Without it all is saved and read as ever, so its absence ends nothing for an hour: milliseconds before each start. */
const DELAYS = [250, 1_000, 2_000, 4_000, 8_000, ...Array.from({ length: 355 }, () => 10_000)];

const LISTENS = 'realtime listening on';
const START_TIMEOUT_MS = 30_000;
/** A program that cannot listen has ended by then. */
const SILENT_MS = 5_000;

/** @param {number} port @returns {Promise<boolean>} */
const answers = (port) =>
  fetch(`http://localhost:${port}/`, { signal: AbortSignal.timeout(2_000) }).then(
    (answer) => answer.arrayBuffer().then(() => true),
    () => false,
  );

/** @param {string} log @param {import('node:child_process').ChildProcess} child @param {number} port */
async function listens(log, child, port) {
  const since = Date.now();
  for (; !hasEnded(child) && Date.now() - since < START_TIMEOUT_MS; await sleep(50)) {
    if (fs.existsSync(log) && fs.readFileSync(log, 'utf8').includes(LISTENS)) return true;
    if (Date.now() - since > SILENT_MS && (await answers(port)) && !hasEnded(child)) return true;
  }
  return false;
}

/** @param {import('../process/parts.mjs').Program} program @param {number} port */
async function begin(program, port) {
  const { log = '' } = program;
  try {
    fs.writeFileSync(log, '');
  } catch {} // the program's output is lost, and nothing else
  const child = start(program);
  if (await listens(log, child, port)) return { ended: endOf(child) };
  if (!hasEnded(child)) child.kill('SIGKILL');
  await endOf(child);
  throw new CommandError(`The realtime server did not start on port ${port}:\n${tailOf(log)}`);
}

/**
 * @param {object} options
 * @param {number} options.appPort the application's
 * @param {string} options.dataDir
 * @param {string} options.host where it listens
 * @param {(line: string) => void} options.tell is told when it ended, and when it runs again
 * @param {(message: string) => unknown} options.giveUp ends the command, when it does not start any more
 * @returns {Promise<{ port: number, env: NodeJS.ProcessEnv }>} `env`: how the application reaches it
 * @throws {CommandError} when it does not start
 */
export async function startRealtime({ appPort, dataDir, host, tell, giveUp }) {
  const { appId, key, secret } = generatedRealtimeKeys(dataDir);
  const log = logFile('realtime');
  const fixed = Boolean(process.env.REALTIME_PORT);
  // Far from the application's port, so that a second copy on the next port does not collide.
  let port = fixed ? portFrom('REALTIME_PORT', 0) : await nextFreePort(appPort + 100);
  const keys = { PUSHER_APP_ID: appId, PUSHER_KEY: key, PUSHER_SECRET: secret };
  for (let attempt = 1; ; attempt++) {
    const env = { ...keys, REALTIME_PORT: String(port), HOSTNAME: host };
    const program = { name: 'realtime', command: typescriptProgram('scripts/realtime/realtime.ts'), env, log };
    const at = port;
    try {
      const { ended } = await begin(program, at);
      const again = () => begin(program, at);
      void keepRunning({ name: 'The realtime server', begin: again, tell, giveUp, delays: DELAYS }, ended);
      break;
    } catch (error) {
      if (fixed || attempt === 5) throw error;
      port = await nextFreePort(port + 1);
    }
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
