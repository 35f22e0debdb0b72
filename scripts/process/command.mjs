/** One command for each folder of data, which ends with npm. */
import fs from 'node:fs';
import path from 'node:path';
import { commandLine, isSameProcess, parentOf, processExists, startOf } from '../common/process-identity.mjs';
import { say } from '../common/progress.mjs';
import { childPids } from './parts.mjs';

const INTERVAL_MS = 250;
const NPM = /(^|[\s/])(npm|npx|pnpm|yarn)\b|npm-cli/;
const SHELL = /(^|[\s/])(sh|bash|dash|cmd)(\.exe)?\s/;

/**
 * npm signals at most the shell between us, and nothing when killed. Without npm a command may outlive its terminal.
 * @param {() => void} end
 */
export function followNpm(end) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const npm = SHELL.test(`${commandLine(parent)} `) ? parentOf(parent) : parent;
  if (!NPM.test(commandLine(npm))) return;
  const timer = setInterval(() => {
    if (process.ppid === parent && processExists(npm)) return;
    clearInterval(timer);
    end();
  }, INTERVAL_MS).unref();
}

/** @param {string} file @returns {{ pid: number, start: string, url: string } | null} null when none can be read */
function readRun(file) {
  try {
    const run = JSON.parse(fs.readFileSync(file, 'utf8'));
    return Number.isInteger(run.pid) && typeof run.start === 'string' ? run : null;
  } catch {
    return null;
  }
}

/**
 * @param {string} dataDir
 * @returns {{ other: { pid: number, url: string } | null, record: (url: string) => void, forget: () => void }}
 *   `other`: a command that runs with the same folder; `record` writes down ours, with its parts
 */
export function takeOver(dataDir) {
  fs.mkdirSync(dataDir, { recursive: true });
  const file = path.join(dataDir, 'run.json');
  const record = (/** @type {string} */ url) => {
    const run = { pid: process.pid, start: startOf(process.pid), url, children: childPids() };
    try {
      fs.writeFileSync(`${file}.part`, JSON.stringify(run));
      fs.renameSync(`${file}.part`, file);
    } catch (error) {
      say(`${file} cannot be written (${/** @type {NodeJS.ErrnoException} */ (error).code})`);
    }
  };
  const last = readRun(file);
  const other = last && last.pid !== process.pid && isSameProcess(last.pid, last.start) ? last : null;
  return { other, record, forget: () => fs.rmSync(file, { force: true }) };
}
