/** The application as one of a start command's programs. */
import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError, nodeProgram, tailOf } from '../bootstrap.mjs';
import { endOf, hasEnded, start } from './processes.mjs';

const READY_TIMEOUT_MS = 120_000;

/**
 * @typedef {object} Application
 * @property {'start' | 'dev'} next which of Next's servers
 * @property {string} host where it listens
 * @property {number} port
 * @property {NodeJS.ProcessEnv} env
 * @property {string} [log] a file for its output
 */

/** @typedef {{ ended: Promise<string>, child: import('./processes.mjs').Child }} Running */

/** The health URL of an application that listens on `host`. @param {string} host @param {number} port */
const healthOf = (host, port) => {
  const name = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[host] ?? (host.includes(':') ? `[${host}]` : host);
  return `http://${name}:${port}/healthz`;
};

/**
 * Starts one process of the application and waits until it answers.
 * @param {Application} application
 * @returns {Promise<Running>} `ended` tells how it ended
 * @throws {CommandError} when it ends before, or does not answer within two minutes
 */
export async function startApplication({ next, host, port, env, log }) {
  const logged = log && fs.existsSync(log) ? fs.statSync(log).size : 0;
  const child = start({
    name: 'next',
    command: [...nodeProgram('next/dist/bin/next'), next, '-p', String(port), '-H', host],
    env: {
      NODE_ENV: next === 'start' ? 'production' : 'development',
      HOSTNAME: host,
      PORT: String(port),
      // glibc keeps a heap for every thread that ever allocated, and returns little of it.
      MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2',
      ...env,
    },
    ...(log && { log }),
    shares: next === 'start',
  });
  // Others answer on the same port: `instrumentation.ts` tells of this one.
  let ready = next === 'dev';
  child.once('message', () => {
    ready = true;
  });
  const because = (/** @type {string} */ text) =>
    log && fs.existsSync(log) && fs.statSync(log).size > logged
      ? `${text}. The end of ${log}:\n\n${tailOf(log)}`
      : text;
  const health = healthOf(host, port);
  for (const until = Date.now() + READY_TIMEOUT_MS; ; await sleep(100)) {
    const answer = ready && (await fetch(health, { signal: AbortSignal.timeout(30_000) }).catch(() => null));
    if (hasEnded(child)) throw new CommandError(because(`The application ended ${await endOf(child)} while starting`));
    if (answer) await answer.arrayBuffer();
    if (answer?.ok) return { ended: endOf(child), child };
    if (Date.now() > until) {
      child.kill('SIGKILL');
      throw new CommandError(because('The application does not answer'));
    }
  }
}
