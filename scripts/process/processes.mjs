/** The programs of a start command: in their own process groups, watched, restarted, ended together. */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, signalGroup } from '../bootstrap.mjs';
import { commandLine, isSameProcess, processExists, startOf } from '../common/process-identity.mjs';
import { say } from '../common/progress.mjs';
import { closeShared, forkSharing } from './sharing.mjs';

/** A little more than the application gives its requests. */
const GRACE_MS = 10_500;
const preload = pathToFileURL(path.join(import.meta.dirname, 'part.mjs')).href;

/**
 * @typedef {object} Program
 * @property {string} name
 * @property {string[]} command program and arguments
 * @property {Partial<NodeJS.ProcessEnv>} env added to this process's
 * @property {string} [log] a file for its output; without one it goes where ours goes
 * @property {boolean} [shares] the port it listens on, with others of its kind: this process holds it and deals out
 *   connections in turn
 */

/** @typedef {import('node:child_process').ChildProcess} Child */

/** Newest first. @type {{ name: string, child: Child }[]} */
const children = [];
let stopping = false;

/** @param {string | undefined} log */
function openLog(log) {
  if (!log) return 'inherit';
  try {
    return fs.openSync(log, 'a');
  } catch (error) {
    say(`${log} cannot be written (${/** @type {NodeJS.ErrnoException} */ (error).code}): its output is lost`);
    return 'ignore';
  }
}

/** Starts a program; it ends in order when this process is gone. @param {Program} program @returns {Child} */
export function start({ name, command: [file = '', ...args], env, log, shares }) {
  const output = openLog(log);
  const environment = { ...process.env, ...env, FOLLOW_PARENT: String(process.pid) };
  const child = shares
    ? forkSharing(['--import', preload], args, environment, output)
    : // In a group of its own, so Ctrl-C reaches only this process, which then ends the others in order.
      spawn(file, file === process.execPath ? ['--import', preload, ...args] : args, {
        cwd: root,
        env: environment,
        stdio: ['ignore', output, output],
        detached: true,
      });
  if (typeof output === 'number') fs.closeSync(output);
  const known = { name, child };
  children.unshift(known);
  child.once('exit', () => children.splice(children.indexOf(known), 1));
  child.once('error', () => {});
  return child;
}

const childPids = () => children.map(({ child }) => child.pid).filter((pid) => pid !== undefined);

/** @param {Child} child */
export const hasEnded = (child) => child.exitCode !== null || child.signalCode !== null;

/** @param {Child} child @returns {Promise<string>} how it ended, in a few words */
export async function endOf(child) {
  if (!hasEnded(child)) await new Promise((resolve) => child.once('exit', resolve).once('error', resolve));
  if (child.signalCode) return `by ${child.signalCode}`;
  return child.exitCode === null ? 'it could not be run' : `with code ${child.exitCode}`;
}

export const isStopping = () => stopping;

/** Lets a program finish what it does; killed when that takes longer. @param {Child} child @param {number} [withinMs] */
export async function endInOrder(child, withinMs = GRACE_MS) {
  signalGroup(child, 'SIGTERM');
  const late = setTimeout(() => signalGroup(child, 'SIGKILL'), withinMs);
  await endOf(child);
  clearTimeout(late);
  // Its own children must not outlive it.
  signalGroup(child, 'SIGKILL');
}

/** Ends all programs, newest first and those of one name at once, within 10.5 s together; what takes longer is killed. */
export async function stopAll() {
  stopping = true;
  const until = Date.now() + GRACE_MS;
  await closeShared();
  for (const name of new Set(children.map((known) => known.name))) {
    const within = Math.max(until - Date.now(), 250);
    await Promise.all(children.filter((known) => known.name === name).map(({ child }) => endInOrder(child, within)));
  }
}

/** @typedef {{ pid: number, start: string, url: string, children: number[], starts: string[] }} Run */

/** @param {string} file @returns {Run | null} null when there is none that can be read */
function readRun(file) {
  if (!fs.existsSync(file)) return null;
  try {
    const run = JSON.parse(fs.readFileSync(file, 'utf8'));
    if (Number.isInteger(run.pid) && Array.isArray(run.children)) return { start: '', starts: [], url: '', ...run };
  } catch {}
  say(`${file} cannot be read; whoever it named is not looked for`);
  return null;
}

/** Only if they are still the same processes. @param {Run} run */
function endLeftovers({ children: pids, starts }) {
  for (const [at, pid] of pids.entries()) {
    const same = starts[at] ? isSameProcess(pid, starts[at]) : /next|realtime/.test(commandLine(pid));
    if (!same || !processExists(pid)) continue;
    // One that shares a port has no group of its own.
    for (const target of [-pid, pid]) {
      try {
        process.kill(target, 'SIGKILL');
      } catch {}
    }
  }
}

/**
 * @param {string} dataDir
 * @returns {{ other: { pid: number, url: string } | null, record: (url: string) => void, forget: () => void }}
 *   `other`: a command that runs with the same folder
 */
export function takeOver(dataDir) {
  fs.mkdirSync(dataDir, { recursive: true });
  const file = path.join(dataDir, 'run.json');
  const forget = () => fs.rmSync(file, { force: true });
  const record = (/** @type {string} */ url) => {
    const pids = childPids();
    const run = { pid: process.pid, start: startOf(process.pid), url, children: pids, starts: pids.map(startOf) };
    const part = `${file}.part`;
    try {
      fs.writeFileSync(part, JSON.stringify(run));
      fs.renameSync(part, file);
    } catch (error) {
      fs.rmSync(part, { force: true });
      say(`${file} cannot be written (${/** @type {NodeJS.ErrnoException} */ (error).code})`);
    }
  };
  const last = readRun(file);
  if (last) {
    // Older files hold no start time; then, or where the system tells none, an existing number is believed.
    const isCommand = last.start
      ? isSameProcess(last.pid, last.start)
      : processExists(last.pid) && /scripts\/(demo|dev|start)\.mjs|^$/.test(commandLine(last.pid));
    if (isCommand && last.pid !== process.pid) return { other: last, record, forget };
    endLeftovers(last);
  }
  forget();
  return { other: null, record, forget };
}
