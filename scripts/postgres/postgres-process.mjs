/** Processes of an embedded server: which are ours, what was left behind, when it ends. */
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandLine, processExists } from '../common/process-identity.mjs';

export const HOST = '127.0.0.1';
const WATCH_MS = 250;
const LEFTOVERS_MS = 2_000;

/** @param {number} port @returns {Promise<boolean>} */
export const answers = (port) =>
  new Promise((resolve) => {
    const socket = net.connect(port, HOST);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/** @returns {Promise<number>} */
export const freePort = () =>
  new Promise((resolve, reject) => {
    const server = net.createServer().once('error', reject);
    server.listen(0, HOST, () => {
      const { port } = /** @type {net.AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });

/**
 * From its own file; null when none runs. After a crash the number may belong to another program or PostgreSQL.
 * @param {string} data
 */
export function serverOf(data) {
  let lines;
  try {
    lines = fs.readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return null;
  }
  const pid = Number(lines[0]);
  if (!isOf(data, pid)) return null;
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
}

/** @param {string} data @param {number} pid */
function isOf(data, pid) {
  if (!(pid > 0) || !processExists(pid)) return false;
  if (process.platform !== 'linux') return /postgres/.test(commandLine(pid)) && commandLine(pid).includes(data);
  try {
    const works = fs.readlinkSync(`/proc/${pid}/cwd`);
    return works === fs.realpathSync(data) && fs.readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres');
  } catch {
    return false; // of another user, so none of ours
  }
}

/**
 * Ends what would keep the next server from the shared memory. Only without a running server (`serverOf`).
 * @param {string} data
 */
export async function clearLeftovers(data) {
  fs.rmSync(path.join(data, 'postmaster.pid'), { force: true });
  if (process.platform !== 'linux') return;
  const numbers = fs.readdirSync('/proc').map(Number);
  const left = () => numbers.filter((pid) => isOf(data, pid));
  const signal = (/** @type {NodeJS.Signals} */ name) => {
    for (const pid of left()) {
      try {
        process.kill(pid, name);
      } catch {}
    }
  };
  signal('SIGQUIT');
  for (const until = Date.now() + LEFTOVERS_MS; left().length && Date.now() < until; ) await sleep(50);
  signal('SIGKILL');
}

/**
 * @param {string} data its cluster @param {string} log its log @param {AbortSignal} signal ends the watch
 * @returns {Promise<string>} why it ended, as far as it has said so
 */
export async function serverEnd(data, log, signal) {
  const server = serverOf(data);
  const from = sizeOf(log);
  while (server && !signal.aborted && processExists(server.pid)) await sleep(WATCH_MS);
  return lastWords(log, from) ?? 'it was killed';
}

/** @param {string} log */
const sizeOf = (log) => (fs.existsSync(log) ? fs.statSync(log).size : 0);

/** Sent to clients: a consequence, not a cause. */
const TO_CLIENTS = /terminating connection|is starting up|is shutting down|not yet accepting|in recovery mode/;

/** The log's last severe line. @param {string} log @param {number} [from] bytes to skip @returns {string | null} */
function lastWords(log, from = 0) {
  if (!fs.existsSync(log)) return null;
  const text = fs.readFileSync(log).subarray(from).toString('utf8');
  const lines = text.match(/(?:PANIC|FATAL): .*/g) ?? [];
  return lines.findLast((line) => !TO_CLIENTS.test(line))?.replace(/\s+/g, ' ') ?? null;
}
