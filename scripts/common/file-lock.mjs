import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isSameProcess, startOf } from './process-identity.mjs';

const POLL_MS = 100;
/** No work under a lock takes longer; a holder that does hangs. */
const STALE_MS = 15 * 60_000;
/** A younger lock without a complete holder is still being written. */
const WRITTEN_MS = 2_000;
const TELL_MS = 5_000;

/** `PID START`. @param {string} file */
function holderOf(file) {
  const [, pid, start] = /^(\d+) (\S.*)$/.exec(fs.readFileSync(file, 'utf8').trim()) ?? [];
  return pid && start ? { pid: Number(pid), start } : null;
}

/** @param {string} file */
function isStale(file) {
  try {
    const age = Date.now() - fs.statSync(file).mtimeMs;
    const holder = holderOf(file);
    return age > STALE_MS || (holder ? !isSameProcess(holder.pid, holder.start) : age > WRITTEN_MS);
  } catch {
    return false;
  }
}

/** @param {string} file */
function breakStaleLock(file) {
  const moved = `${file}.${process.pid}`;
  try {
    fs.renameSync(file, moved);
  } catch {
    return; // somebody else did it
  }
  if (!isStale(moved)) {
    // Between looking and moving it got a new owner: give it back.
    try {
      fs.linkSync(moved, file);
    } catch {}
  }
  fs.rmSync(moved, { force: true });
}

/** @param {string} file @param {string} [since] */
function complaint(file, since = '') {
  const pid = fs.existsSync(file) ? holderOf(file)?.pid : undefined;
  const who = pid ? `process ${pid}, which holds ${file}` : `whoever holds ${file}`;
  return `Waiting${since} for ${who}. If that is not a command of Guildhall, delete the file.`;
}

/**
 * The lock of a dead process is taken over, also when its number was reused.
 * @template T
 * @param {string} file its folder is created when missing
 * @param {() => Promise<T> | T} work
 * @param {{ timeoutMs?: number, onWait?: () => void }} [options] `onWait` is called once, when somebody else holds it;
 *   without it standard error tells whom a wait of five seconds is for
 * @returns {Promise<T>}
 * @throws {Error} after `timeoutMs` of waiting (default ten minutes)
 */
export async function withFileLock(file, work, { timeoutMs = 600_000, onWait } = {}) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const since = Date.now();
  let told = false;
  for (;;) {
    try {
      fs.writeFileSync(file, `${process.pid} ${startOf(process.pid)}`, { flag: 'wx' });
      break;
    } catch (error) {
      const { code } = /** @type {NodeJS.ErrnoException} */ (error);
      // A full disk creates the file without its content.
      if (code === 'ENOSPC') fs.rmSync(file, { force: true });
      if (code !== 'EEXIST') throw error;
    }
    if (isStale(file)) {
      breakStaleLock(file);
      continue;
    }
    if (Date.now() - since > timeoutMs) throw new Error(complaint(file, ` since ${Math.round(timeoutMs / 1_000)} s`));
    if (!told && (onWait || Date.now() - since > TELL_MS)) {
      told = true;
      if (onWait) onWait();
      else console.error(complaint(file));
    }
    await sleep(POLL_MS);
  }
  try {
    return await work();
  } finally {
    fs.rmSync(file, { force: true });
  }
}
