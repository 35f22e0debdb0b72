/** The application in as many processes as there are cores, all on one port; in development Next's own server. */
import os from 'node:os';
import path from 'node:path';
import { nodeProgram, root } from '../bootstrap.mjs';
import { keepRunning, startReady } from './parts.mjs';

const MOST_PROCESSES = 40;
/** For all processes together: PostgreSQL allows 97 by default. */
const CONNECTIONS = 80;
const MOST_CONNECTIONS_EACH = 10;

/** `WEB_CONCURRENCY`: how many processes; default one for each core. @throws {RangeError} when it is no such number */
export function processCount() {
  const text = process.env.WEB_CONCURRENCY;
  if (!text) return Math.min(os.availableParallelism(), MOST_PROCESSES);
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > MOST_PROCESSES)
    throw new RangeError(`WEB_CONCURRENCY=${text} is no number from 1 to ${MOST_PROCESSES}`);
  return count;
}

/** Settings that depend on how many there are. @param {number} count @returns {NodeJS.ProcessEnv} */
const envOf = (count) => ({
  WEB_CONCURRENCY: String(count),
  DATABASE_POOL: process.env.DATABASE_POOL || String(Math.min(MOST_CONNECTIONS_EACH, Math.floor(CONNECTIONS / count))),
});

/**
 * Starts the application and keeps it running.
 * @param {object} options
 * @param {string} options.host where it listens
 * @param {number} options.port
 * @param {NodeJS.ProcessEnv} options.env
 * @param {string} [options.log] a file for its output
 * @param {number} [options.count] of processes; 0 for the development server
 * @param {(line: string) => void} options.tell says a line to whoever runs the command
 * @param {(message: string) => unknown} options.giveUp ends the command
 * @throws {import('../bootstrap.mjs').CommandError} when one does not start
 */
export async function runApplication({ host, port, env, log, count = processCount(), tell, giveUp }) {
  const development = [...nodeProgram('next/dist/bin/next'), 'dev', '-p', String(port), '-H', host];
  const program = {
    name: 'application',
    command: count ? [process.execPath, path.join(root, 'dist/server.js')] : development,
    env: {
      NODE_ENV: /** @type {const} */ (count ? 'production' : 'development'),
      HOSTNAME: host,
      PORT: String(port),
      // glibc keeps a heap for every thread that ever allocated, and returns little of it.
      MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2',
      ...env,
      ...(count && envOf(count)),
    },
    ...(log && { log }),
    shares: count > 0,
  };
  const begin = () => startReady(program, count ? undefined : respond(`http://${host}:${port}/healthz`));
  const started = await Promise.all(Array.from({ length: count || 1 }, begin));
  for (const [at, { ended }] of started.entries()) {
    const name = count > 1 ? `Process ${at + 1} of the application` : 'The application';
    void keepRunning({ name, begin, tell, giveUp }, ended);
  }
}

/** @param {string} url */
const respond = (url) => () =>
  fetch(url, { signal: AbortSignal.timeout(30_000) }).then(
    (answer) => answer.arrayBuffer().then(() => answer.ok),
    () => false,
  );
