/** The parts of a running command: started, watched, brought back when they die or hang, and ended in order. */
import { spawn } from 'node:child_process';
import cluster from 'node:cluster';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError, root, signalGroup, tailOf } from '../bootstrap.mjs';
import { say } from '../common/progress.mjs';

const READY_TIMEOUT_MS = 120_000;
/** A little more than the application gives its requests. */
const GRACE_MS = 10_500;
const MOST_ENDS = 20;
const ENDS_WITHIN_MS = 600_000;
const STEADY_MS = 10_000;
/** Before each try, in milliseconds. */
const DELAYS = [250, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 10_000];
/** A part that has sent beats hangs when so many seconds of ours pass without one: a machine that slept counts as one. */
const SILENT_SECONDS = 10;
/** What each program that is no worker of ours loads first: it ends in order when this process is gone. */
const FOLLOW = `data:text/javascript,process.once('disconnect',()=>process.kill(process.pid,'SIGTERM'));process.channel?.unref()`;

/**
 * @typedef {object} Program
 * @property {string} name
 * @property {string[]} command `node` and its arguments
 * @property {Partial<NodeJS.ProcessEnv>} env added to this process's
 * @property {string} [log] a file for its output; without one it goes where ours goes
 * @property {boolean} [shares] the port it listens on, with others of its kind: `node:cluster` deals out connections
 */

/** @typedef {import('node:child_process').ChildProcess} Child */

/** Newest first. @type {{ name: string, child: Child }[]} */
const children = [];
let stopping = false;

export const childPids = () => children.flatMap(({ child }) => child.pid ?? []);

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

/** A file without a name: the part writes there what it works on, and we can read it while it hangs. */
function openWork() {
  const file = path.join(os.tmpdir(), `guildhall-work-${process.pid}-${process.hrtime.bigint()}`);
  const work = fs.openSync(file, 'w+', 0o600);
  fs.rmSync(file, { force: true });
  return work;
}

/** @param {number} work @returns {string} what is under way there, oldest first */
function underWay(work) {
  const lines = fs.readFileSync(work, 'utf8').split('\n');
  const begun = lines.filter((line) => /^\d+ \S/.test(line)).sort();
  const told = begun.map((line) => {
    const [since = '', ...name] = line.trim().split(' ');
    return `${name.join(' ')} (for ${Math.round((Date.now() - Number(since)) / 1_000)} s)`;
  });
  return told.join(', ') || 'nothing that it told';
}

/** Starts a part. It is told to end when this process is gone. @param {Program} program @returns {Child} */
export function start({ name, command: [file = '', ...args], env, log, shares }) {
  const output = openLog(log);
  const work = shares ? openWork() : 'ignore';
  const stdio = /** @type {import('node:child_process').StdioOptions} */ (['ignore', output, output, 'ipc', work]);
  const environment = { ...process.env, ...env, ...(shares && { WORK_FD: '4' }) };
  /** @type {Child} */
  let child;
  if (shares) {
    const [exec, ...rest] = args;
    cluster.setupPrimary({ exec, args: rest, execArgv: [], cwd: root, stdio });
    child = cluster.fork(environment).process;
  } else {
    // In a group of its own, so that Ctrl-C reaches this process alone, which then ends the others in order.
    child = spawn(file, ['--import', FOLLOW, ...args], { cwd: root, env: environment, stdio, detached: true });
  }
  if (typeof output === 'number') fs.closeSync(output);
  const known = { name, child };
  children.unshift(known);
  const watched = watchBeats(child, name, typeof work === 'number' ? work : undefined);
  child.once('error', () => {});
  child.once('exit', () => {
    children.splice(children.indexOf(known), 1);
    clearInterval(watched);
    if (typeof work === 'number') fs.closeSync(work);
  });
  return child;
}

/** @param {Child} child @param {string} name @param {number | undefined} work */
function watchBeats(child, name, work) {
  let silent = Number.NEGATIVE_INFINITY;
  child.on('message', (message) => {
    if (message === 'beat') silent = 0;
  });
  return setInterval(() => {
    if (++silent <= SILENT_SECONDS) return;
    const at = work === undefined ? '' : `; at work on ${underWay(work)}`;
    say(`The ${name} (process ${child.pid}) hangs: no sign of life for ${SILENT_SECONDS} s${at}. It is ended`);
    silent = Number.NEGATIVE_INFINITY;
    signalGroup(child, 'SIGKILL');
  }, 1_000).unref();
}

/** @param {Child} child */
export const hasEnded = (child) => child.exitCode !== null || child.signalCode !== null;

/** @param {Child} child @returns {Promise<string>} how it ended: `with code 1`, `by SIGKILL` */
async function endOf(child) {
  if (!hasEnded(child) && child.pid) await new Promise((resolve) => child.once('exit', resolve));
  if (child.signalCode) return `by ${child.signalCode}`;
  return child.exitCode === null ? 'it could not be run' : `with code ${child.exitCode}`;
}

/** @param {string} [log] */
const sizeOf = (log) => (log && fs.existsSync(log) ? fs.statSync(log).size : 0);

/**
 * Starts a part and waits until it works: it sends `ready`, or `answers`.
 * @param {Program} program @param {() => Promise<boolean>} [answers]
 * @returns {Promise<{ ended: Promise<string> }>} how it ended, once it has
 * @throws {CommandError} with the end of its output when it does not start
 */
export async function startReady(program, answers) {
  const { name, log } = program;
  const logged = sizeOf(log);
  const child = start(program);
  let ready = false;
  child.on('message', (message) => {
    ready ||= message === 'ready';
  });
  for (const until = Date.now() + READY_TIMEOUT_MS; !(ready || (await answers?.())); await sleep(50)) {
    const said = log && sizeOf(log) > logged ? ` The end of ${log}:\n\n${tailOf(log)}` : '';
    if (hasEnded(child)) throw new CommandError(`The ${name} ended ${await endOf(child)} while starting.${said}`);
    if (Date.now() < until) continue;
    child.kill('SIGKILL');
    throw new CommandError(`The ${name} does not answer.${said}`);
  }
  return { ended: endOf(child) };
}

/** Lets a program finish what it does; killed when that takes longer. @param {Child} child @param {number} [withinMs] */
export async function endInOrder(child, withinMs = GRACE_MS) {
  signalGroup(child, 'SIGTERM');
  const late = setTimeout(() => signalGroup(child, 'SIGKILL'), withinMs);
  await endOf(child);
  clearTimeout(late);
  // Its own children must not outlive it.
  signalGroup(child, 'SIGKILL');
}

/** Ends all parts, newest first and those of one name at once, within 10.5 s together; what takes longer is killed. */
export async function stopAll() {
  stopping = true;
  const until = Date.now() + GRACE_MS;
  for (const name of new Set(children.map((known) => known.name))) {
    const within = Math.max(until - Date.now(), 250);
    await Promise.all(children.filter((known) => known.name === name).map(({ child }) => endInOrder(child, within)));
  }
}

/**
 * @typedef {object} Part
 * @property {string} name as a sentence begins with it: `The database`
 * @property {() => Promise<{ ended: Promise<string> }>} begin starts it and waits until it works; `ended` tells how it ended.
 *   Rejects when it does not get to work
 * @property {(line: string) => void} tell says a line to whoever runs the command
 * @property {(message: string) => unknown} giveUp ends the command
 * @property {number[]} [delays] milliseconds before each start, as many as are tried
 */

/**
 * Starts a part again when it ends. Delays grow to ten seconds and start over once it ran for ten. Gives up after eight
 * failed starts in a row (about a minute), and after twenty ends in ten minutes.
 * @param {Part} part
 * @param {Promise<string>} ended of the part as it runs now
 */
export async function keepRunning({ name, begin, tell, giveUp, delays = DELAYS }, ended) {
  /** In milliseconds. @type {number[]} */
  const ends = [];
  let waits = 0;
  let running = ended;
  for (;;) {
    const since = Date.now();
    let why = await running;
    if (stopping) return;
    const down = Date.now();
    if (down - since > STEADY_MS) waits = 0;
    ends.push(down);
    if (ends.length > MOST_ENDS && down - (ends.shift() ?? 0) < ENDS_WITHIN_MS)
      return giveUp(`${name} ended ${MOST_ENDS} times within ten minutes, at last ${why}`);
    tell(`${name} ended (${why}); starting it again`);
    for (let starts = 1; ; starts++) {
      await sleep(delays[waits]);
      waits = Math.min(waits + 1, delays.length - 1);
      if (stopping) return;
      try {
        running = (await begin()).ended;
        break;
      } catch (error) {
        if (stopping) return;
        why = error instanceof Error ? error.message : String(error);
      }
      if (starts === delays.length) return giveUp(`${name} does not start again, tried ${starts} times: ${why}`);
    }
    tell(`${name} runs again after ${((Date.now() - down) / 1_000).toFixed(1)} s`);
  }
}
