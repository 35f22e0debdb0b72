/** The application in as many processes as there are cores, all on one port. */
import os from 'node:os';
import { startApplication } from './application-process.mjs';
import { keepRunning } from './keep-running.mjs';

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
 * @param {Omit<import('./application-process.mjs').Application, 'next'>} options.application
 * @param {number} [options.count] of processes
 * @param {(line: string) => void} options.tell says a line to whoever runs the command
 * @param {(message: string) => unknown} options.giveUp ends the command
 * @throws {import('../bootstrap.mjs').CommandError} when one does not start
 */
export async function runApplication({ application, count = processCount(), tell, giveUp }) {
  const env = { ...application.env, ...envOf(count) };
  const begin = () => startApplication({ ...application, next: 'start', env });
  const started = await Promise.all(Array.from({ length: count }, begin));
  for (const [at, { ended }] of started.entries()) {
    const name = count === 1 ? 'The application' : `Process ${at + 1} of the application`;
    void keepRunning({ name, begin, tell, giveUp }, ended);
  }
}
