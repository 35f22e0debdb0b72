/** The browser tests' server: a whole demo on free ports with fresh data. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { CommandError, logFile, root, signalGroup, tailOf } from '../bootstrap.mjs';
import { nextFreePort } from '../common/ports.mjs';

const START_TIMEOUT_MS = 180_000;
const FIRST_PORT = 4600;

/**
 * @param {{ dir: string, name?: string, firstPort?: number,
 *   environment?: (port: number) => Promise<Record<string, string>> }} options `dir`: its DATA_DIR, deleted first; `name`:
 *   of its log
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 * @throws {CommandError} with the end of its output when it does not get ready
 */
export async function startDemoServer({ dir, name = 'server', firstPort = FIRST_PORT, environment }) {
  const { deletePostgres } = await import('../postgres/embedded-postgres.mjs');
  await deletePostgres({ dir: path.join(dir, 'postgres') });
  fs.rmSync(dir, { recursive: true, force: true });
  const port = await nextFreePort(firstPort);
  const log = logFile(`e2e-${name}`);
  const output = fs.createWriteStream(log);
  /** @type {NodeJS.ProcessEnv} */
  // Two processes on any machine: what one keeps to itself would show.
  const env = { ...process.env, DATA_DIR: dir, PORT: String(port), WEB_CONCURRENCY: '2' };
  // The tests must see the application as a newcomer does, whatever this machine sets.
  for (const name of Object.keys(env)) {
    if (/^(DATABASE_|PUSHER_|REALTIME_|AUTH_|APP_|ROOT_DOMAIN|SMTP_|UPLOADTHING_|NEXT_PUBLIC_|NODE_ENV)/.test(name)) {
      delete env[name];
    }
  }
  // On a machine that is busy with other things a statement may take long: no reason to refuse it.
  env.DATABASE_PATIENCE = '20';
  Object.assign(env, await environment?.(port));
  const child = spawn(process.execPath, ['scripts/demo.mjs'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const late = setTimeout(() => signalGroup(child, 'SIGKILL'), 30_000);
    await ended;
    clearTimeout(late);
  };
  process.once('exit', () => child.kill('SIGTERM'));
  const url = await new Promise((resolve, reject) => {
    let text = '';
    const fail = (/** @type {string} */ why) => reject(new CommandError(`The demo server ${why}:\n\n${tailOf(log)}`));
    const timer = setTimeout(() => fail('did not get ready'), START_TIMEOUT_MS);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (/** @type {string} */ part) => {
        output.write(part);
        text += part;
        const ready = /^ready (\S+)$/m.exec(text);
        if (!ready) return;
        clearTimeout(timer);
        resolve(ready[1]);
      });
    }
    child.once('exit', (code) => {
      clearTimeout(timer);
      output.end(() => fail(`ended with ${code}`));
    });
  }).catch(async (error) => {
    await stop();
    throw error;
  });
  return { url, stop };
}
