import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 100;
/** A holder that works longer than this is taken for gone (its process number may have been given to another). */
const STALE_MS = 15 * 60_000;

/**
 * Whether a process with this number exists.
 * @param {number} pid
 */
export function processExists(pid) {
  if (!pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/** @param {string} file */
function isStale(file) {
  try {
    const age = Date.now() - fs.statSync(file).mtimeMs;
    const owner = Number(fs.readFileSync(file, 'utf8'));
    // A lock that is a moment old and still empty is being written.
    return age > STALE_MS || (owner ? !processExists(owner) : age > 2_000);
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

/**
 * Runs `work` while holding the lock `file`, which other processes wait for. The lock of a killed process is taken over.
 * @template T
 * @param {string} file its folder is created when missing
 * @param {() => Promise<T> | T} work
 * @param {{ timeoutMs?: number, onWait?: () => void }} [options] `onWait` is called once, when somebody else holds it
 * @returns {Promise<T>}
 * @throws {Error} after `timeoutMs` of waiting (default ten minutes)
 */
export async function withFileLock(file, work, { timeoutMs = 600_000, onWait } = {}) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const until = Date.now() + timeoutMs;
  let told = false;
  for (;;) {
    try {
      fs.writeFileSync(file, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    }
    if (isStale(file)) {
      breakStaleLock(file);
      continue;
    }
    if (!told) onWait?.();
    told = true;
    if (Date.now() > until)
      throw new Error(`${file} has been held by process ${fs.readFileSync(file, 'utf8')} for too long`);
    await sleep(POLL_MS);
  }
  try {
    return await work();
  } finally {
    fs.rmSync(file, { force: true });
  }
}
