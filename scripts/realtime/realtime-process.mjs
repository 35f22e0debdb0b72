/** Our own realtime server beside the application, for installations without a provider's account. */
import { logFile, typescriptProgram } from '../bootstrap.mjs';
import { nextFreePort, portFrom } from '../common/ports.mjs';
import { generatedRealtimeKeys } from '../common/secrets.mjs';
import { keepRunning, startReady } from '../process/parts.mjs';

export const hasPusherService = () =>
  ['PUSHER_APP_ID', 'PUSHER_KEY', 'PUSHER_SECRET'].every((name) => Boolean(process.env[name]));

/** Without it all is saved and read as ever, so its absence ends nothing for an hour: milliseconds before each start. */
const DELAYS = [250, 1_000, 2_000, 4_000, 8_000, ...Array.from({ length: 355 }, () => 10_000)];

/**
 * @param {object} options
 * @param {number} options.appPort the application's
 * @param {string} options.dataDir
 * @param {string} options.host where it listens
 * @param {(line: string) => void} options.tell is told when it ended, and when it runs again
 * @param {(message: string) => unknown} options.giveUp ends the command, when it does not start any more
 * @returns {Promise<{ port: number, env: NodeJS.ProcessEnv }>} `env`: how the application reaches it
 * @throws {import('../bootstrap.mjs').CommandError} when it does not start
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
    const command = typescriptProgram('scripts/realtime/realtime.ts');
    const begin = () => startReady({ name: 'realtime server', command, env, log });
    try {
      const { ended } = await begin();
      void keepRunning({ name: 'The realtime server', begin, tell, giveUp, delays: DELAYS }, ended);
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
