/** The application in as many processes as there are cores, all on one port. */
import os from 'node:os';
import { startApplication } from './application-process.mjs';
import { holdBuild, sweepBuilds } from './builds.mjs';
import { keepRunning } from './keep-running.mjs';
import { endInOrder, hasEnded, isStopping } from './processes.mjs';

const MOST_PROCESSES = 40;
/** For all processes together: PostgreSQL allows 97 by default, and one process more runs while they are replaced. */
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

/** One process after another in the same place. */
class Place {
  /** @type {import('./application-process.mjs').Running | undefined} */
  #current;

  /** @param {() => import('./application-process.mjs').Application} application as it is to run now */
  constructor(application) {
    this.application = application;
  }

  async begin() {
    this.#current = await startApplication(this.application());
    return { ended: this.#end() };
  }

  /** How the place got empty: the end of one that was replaced does not count. */
  async #end() {
    for (;;) {
      const current = /** @type {import('./application-process.mjs').Running} */ (this.#current);
      const why = await current.ended;
      if (current === this.#current) return why;
    }
  }

  /** Begins a new process, then ends the old one. One that is down comes back by itself. */
  async replace() {
    const old = this.#current;
    if (!old || hasEnded(old.child)) return;
    const fresh = await startApplication(this.application());
    if (hasEnded(old.child)) return endInOrder(fresh.child);
    this.#current = fresh;
    await endInOrder(old.child);
  }
}

/**
 * Starts the application and keeps it running.
 * @param {object} options
 * @param {Omit<import('./application-process.mjs').Application, 'next' | 'build'>} options.application
 * @param {number} [options.count] of processes
 * @param {(line: string) => void} options.tell says a line to whoever runs the command
 * @param {(message: string) => unknown} options.giveUp ends the command
 * @returns {Promise<{ replace: () => Promise<void> }>} once every process answers; `replace`: new processes of
 *   the current build for the old ones, one by one, none of whose requests is refused
 * @throws {import('../bootstrap.mjs').CommandError} when one does not start
 */
export async function runApplication({ application, count = processCount(), tell, giveUp }) {
  // Whoever comes back after a crash runs what the others run: what was built meanwhile waits for `replace`.
  let build = holdBuild();
  const all = () => ({
    ...application,
    next: /** @type {const} */ ('start'),
    build: build.folder,
    env: { ...application.env, ...envOf(count) },
  });
  const places = Array.from({ length: count }, () => new Place(all));
  const started = await Promise.all(places.map((place) => place.begin()));
  for (const [at, place] of places.entries()) {
    const name = count === 1 ? 'The application' : `Process ${at + 1} of the application`;
    const { ended } = /** @type {{ ended: Promise<string> }} */ (started[at]);
    void keepRunning({ name, begin: () => place.begin(), tell, giveUp }, ended);
  }
  const replaceAll = async () => {
    tell('Replacing the application, process by process');
    const before = build;
    build = holdBuild();
    try {
      for (const place of places) {
        if (isStopping()) return;
        await place.replace();
      }
      before.release();
      sweepBuilds();
      tell('The application is replaced');
    } catch (error) {
      // Those that were replaced already run the other build, which stays held.
      build = before;
      if (!isStopping()) tell(`The application stays as it is: ${error instanceof Error ? error.message : error}`);
    }
  };
  let replacing = Promise.resolve();
  return {
    replace: () => {
      replacing = replacing.then(replaceAll);
      return replacing;
    },
  };
}
