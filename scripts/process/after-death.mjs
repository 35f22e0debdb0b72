/**
 * After `npm run demo` or `dev` was killed: `sh` waits for the end of its pipe, then runs this with `DATA_DIR PID
 * START`.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isSameProcess, startOf } from '../common/process-identity.mjs';

const LATEST_MS = 10_750;

/**
 * A process that clears up if this one is killed.
 * @param {string} dataDir
 * @returns {() => void} sends them away, when this process has cleared up itself
 */
export function leaveKeeper(dataDir) {
  if (process.platform === 'win32') return () => {};
  const work = [process.execPath, import.meta.filename, dataDir, String(process.pid), startOf(process.pid)];
  const keeper = spawn('sh', ['-c', 'cat > /dev/null; exec "$@"', 'sh', ...work], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  keeper.on('error', () => {});
  keeper.stdin.on('error', () => {});
  keeper.unref();
  return () => {
    try {
      if (keeper.pid) process.kill(-keeper.pid, 'SIGKILL');
    } catch {}
  };
}

/** @param {string} file */
function readRun(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}

/** @param {string} dataDir @param {number} pid @param {string} start */
async function clearUp(dataDir, pid, start) {
  const run = readRun(path.join(dataDir, 'run.json'));
  // Another command may have begun meanwhile; its programs must stay.
  if (run.pid === pid && run.start === start) {
    const runs = () =>
      run.children.some((/** @type {number} */ child, /** @type {number} */ at) =>
        isSameProcess(child, run.starts[at]),
      );
    for (const until = Date.now() + LATEST_MS; runs() && Date.now() < until; ) await sleep(100);
    const { takeOver } = await import('./processes.mjs');
    takeOver(dataDir);
  }
  const { releasePostgres } = await import('../postgres/embedded-postgres.mjs');
  await releasePostgres({ dir: path.join(dataDir, 'postgres') });
}

if (process.argv[1] === import.meta.filename) {
  const [dataDir = '', pid = '', start = ''] = process.argv.slice(2);
  await clearUp(dataDir, Number(pid), start);
}
