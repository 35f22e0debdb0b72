/** Which process a number belongs to: numbers are reused. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';

/** Fields of `/proc/PID/stat` after the name, which may hold spaces and brackets. */
const STATE = 0;
const PARENT = 1;
const STARTED = 19;

/** @param {number} pid @returns {string[] | null} null without such a process, and on systems without /proc */
function stat(pid) {
  try {
    const text = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

/** @param {number} pid @param {string} column of `ps` */
function ask(pid, column) {
  try {
    const output = execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return output.trim();
  } catch {
    return '';
  }
}

/** Whether a process with this number runs; zombies do not count. @param {number} pid */
export function processExists(pid) {
  if (!pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EPERM') return false;
  }
  return !/[ZX]/.test(stat(pid)?.[STATE] ?? '');
}

/** In the system's own unit: number and start together identify a process. @param {number} pid */
export const startOf = (pid) => (process.platform === 'linux' ? stat(pid)?.[STARTED] : ask(pid, 'lstart')) || '?';

/** Whether the process with this number and start still runs. @param {number} pid @param {string} start of `startOf` */
export const isSameProcess = (pid, start) => processExists(pid) && startOf(pid) === start;

/** @param {number} pid @returns {number} 0 when unknown */
export const parentOf = (pid) => Number(process.platform === 'linux' ? stat(pid)?.[PARENT] : ask(pid, 'ppid')) || 0;

/** @param {number} pid @returns {string} its command line, empty when unknown */
export function commandLine(pid) {
  if (process.platform !== 'linux') return ask(pid, 'command');
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}
