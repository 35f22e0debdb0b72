/** The programs that a start command runs: started in groups of their own, watched, and ended together. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root, signalGroup } from './bootstrap.mjs';
import { processExists } from './file-lock.mjs';

const GRACE_MS = 8_000;
const MAX_DELAY_MS = 30_000;

/**
 * @typedef {object} Program
 * @property {string} name
 * @property {string[]} command program and arguments
 * @property {NodeJS.ProcessEnv} env added to this process's
 * @property {string} [log] a file for its output; without one it goes where ours goes
 */

/** @typedef {import('node:child_process').ChildProcess} Child */

/** Those that run, newest first. @type {Child[]} */
const children = [];
let stopping = false;

/**
 * Starts a program.
 * @param {Program} program
 * @returns {Child}
 */
export function start({ command: [file = '', ...args], env, log }) {
  const output = log ? fs.openSync(log, 'a') : 'inherit';
  // In a group of its own, Ctrl-C reaches this process alone, which then ends the others in order.
  const child = spawn(file, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', output, output],
    detached: true,
  });
  if (typeof output === 'number') fs.closeSync(output);
  children.unshift(child);
  child.once('exit', () => children.splice(children.indexOf(child), 1));
  child.once('error', () => {});
  return child;
}

/** Numbers of the running programs. */
export const childPids = () => children.map((child) => child.pid).filter((pid) => pid !== undefined);

/**
 * Starts a program again whenever it ends, after a delay that doubles from one second to thirty.
 * @param {Program} program
 * @param {Child} first the program as it runs now
 * @param {(delayMs: number) => void} onEnd
 */
export function keepRunning(program, first, onEnd) {
  let delay = 1_000;
  const watch = (/** @type {Child} */ child) => {
    const since = Date.now();
    child.once('exit', async () => {
      if (stopping) return;
      if (Date.now() - since > MAX_DELAY_MS) delay = 1_000;
      onEnd(delay);
      await sleep(delay);
      delay = Math.min(delay * 2, MAX_DELAY_MS);
      if (!stopping) watch(start(program));
    });
  };
  watch(first);
}

/** Whether `stopAll` has begun: an end that is then seen is expected. */
export const isStopping = () => stopping;

/** Ends all programs, the newest first; those that do not end within eight seconds are killed. */
export async function stopAll() {
  stopping = true;
  await Promise.all(
    [...children].map(async (child) => {
      const ended = child.exitCode !== null || child.signalCode !== null ? Promise.resolve() : once(child, 'exit');
      signalGroup(child, 'SIGTERM');
      const late = setTimeout(() => signalGroup(child, 'SIGKILL'), GRACE_MS);
      await ended;
      clearTimeout(late);
      // What it started itself must not outlive it.
      signalGroup(child, 'SIGKILL');
    }),
  );
}

/** @param {number} pid @returns {string} its command line, empty when unknown */
function commandLine(pid) {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/**
 * Remembers in `DATA_DIR/run.json` who runs here; first ends what a killed command left behind.
 * @param {string} dataDir
 * @returns {{ other: { pid: number, url: string } | null, record: (url: string) => void, forget: () => void }}
 *   `other`: a command that runs with the same folder
 */
export function takeOver(dataDir) {
  fs.mkdirSync(dataDir, { recursive: true });
  const file = path.join(dataDir, 'run.json');
  const forget = () => fs.rmSync(file, { force: true });
  const record = (/** @type {string} */ url) =>
    fs.writeFileSync(file, JSON.stringify({ pid: process.pid, url, children: childPids() }));
  if (!fs.existsSync(file)) return { other: null, record, forget };
  /** @type {{ pid: number, url: string, children: number[] }} */
  const last = JSON.parse(fs.readFileSync(file, 'utf8') || '{"pid":0,"children":[]}');
  // On systems without /proc a number that exists is believed.
  const isCommand = processExists(last.pid) && /scripts\/(demo|dev|start)\.mjs|^$/.test(commandLine(last.pid));
  if (isCommand && last.pid !== process.pid) return { other: last, record, forget };
  for (const pid of last.children) {
    if (processExists(pid) && /next|realtime/.test(commandLine(pid))) {
      try {
        process.kill(-pid, 'SIGKILL');
      } catch {}
    }
  }
  forget();
  return { other: null, record, forget };
}
