/** Runs before anything is installed: it must not import any dependency. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { withFileLock } from './common/file-lock.mjs';
import { step } from './common/progress.mjs';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const TAIL_LINES = 60;

/** These end with this process. @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/** Shown as its message, without a stack. */
export class CommandError extends Error {}

/** @param {string} [version] of Node.js @returns {string | null} what is wrong with it */
export function nodeComplaint(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const fits = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major >= 24;
  if (fits) return null;
  return `Guildhall needs Node.js 24, best of all, 22.12 or later, or 20.19 or later. This is ${version}: see https://nodejs.org/`;
}

export const dataDir = () => path.resolve(root, process.env.DATA_DIR || '.data');

/** Exits with a message when Node.js does not fit; reads `.env`, which does not override the environment. */
export function prepareProcess({ readEnvFile = true } = {}) {
  // Output that cannot be written (a full disk, a closed pipe) costs its lines and nothing else.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  const complaint = nodeComplaint();
  if (complaint) {
    console.error(complaint);
    process.exit(1);
  }
  if (Number.parseInt(process.versions.node, 10) > 24) console.warn('Guildhall is only tested with Node.js 20 to 24');
  process.chdir(root);
  if (readEnvFile && fs.existsSync('.env')) process.loadEnvFile('.env');
  process.env.DATA_DIR = dataDir();
  process.env.NEXT_TELEMETRY_DISABLED = '1';
  process.once('exit', endPrograms);
}

export function endPrograms() {
  for (const child of running) signalGroup(child, 'SIGTERM');
}

export function signalGroup(
  /** @type {import('node:child_process').ChildProcess} */ child,
  /** @type {NodeJS.Signals} */ signal,
) {
  if (!child.pid) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // It is gone, or of our own group.
    child.kill(signal);
  }
}

/** @param {string} file */
export function tailOf(file, lines = TAIL_LINES) {
  const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trimEnd() : '';
  return text.split('\n').slice(-lines).join('\n');
}

/** @param {string} name */
export function logFile(name) {
  const folder = path.join(dataDir(), 'logs');
  fs.mkdirSync(folder, { recursive: true });
  return path.join(folder, `${name}.log`);
}

/**
 * Runs a program to its end; its output goes to `DATA_DIR/logs/NAME.log`.
 * @param {string} name of the log
 * @param {string[]} command program and arguments
 * @param {{ env?: Partial<NodeJS.ProcessEnv>, timeoutMs?: number, codes?: number[], onLine?: (line: string) => void }} [options]
 *   `codes`: exit codes that are no failure (0); `onLine`: told each line of output
 * @returns {Promise<number>} the exit code
 * @throws {CommandError} with the end of its output
 */
export async function run(name, [program, ...args], { env, timeoutMs = 900_000, codes = [0], onLine } = {}) {
  const file = logFile(name);
  // A log that cannot be written is no failure.
  const log = fs.createWriteStream(file).on('error', () => {});
  const child = spawn(/** @type {string} */ (program), args, {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  running.add(child);
  let rest = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (/** @type {string} */ chunk) => {
      const text = stripVTControlCharacters(chunk);
      log.write(text);
      if (!onLine) return;
      const lines = `${rest}${text}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) onLine(line);
    });
  }
  let overdue = false;
  const timer = setTimeout(() => {
    overdue = true;
    signalGroup(child, 'SIGKILL');
  }, timeoutMs);
  /** @type {number | string | null} */
  const code = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (status, signal) => resolve(status ?? signal));
  });
  clearTimeout(timer);
  running.delete(child);
  if (!log.destroyed) await new Promise((resolve) => log.once('error', resolve).end(resolve));
  if (typeof code === 'number' && codes.includes(code)) return code;
  const reason = overdue ? `took longer than ${timeoutMs / 1_000} s` : `ended with ${code}`;
  throw new CommandError(
    `${path.basename(args[0] ?? program ?? name)} ${reason}. The end of ${file}:\n\n${tailOf(file)}\n`,
  );
}

/** What `npx NAME` would run, without npx. @param {string} file below node_modules */
export const nodeProgram = (file) => [process.execPath, path.join(root, 'node_modules', file)];

/** In one process, so that signals reach it directly. @param {string} file */
export const typescriptProgram = (file) => [process.execPath, '--import', 'tsx', path.join(root, file)];

const lockFile = path.join(root, 'package-lock.json');
const stampFile = path.join(root, 'node_modules/.guildhall-lock');
const lockHash = () => createHash('sha256').update(fs.readFileSync(lockFile)).digest('hex');

function isInstalled() {
  if (!fs.existsSync(path.join(root, 'node_modules/next/package.json'))) return false;
  if (fs.existsSync(stampFile) && fs.readFileSync(stampFile, 'utf8') === lockHash()) return true;
  const installed = path.join(root, 'node_modules/.package-lock.json');
  if (!fs.existsSync(installed)) return false;
  const { packages: wanted } = JSON.parse(fs.readFileSync(lockFile, 'utf8'));
  const { packages: present } = JSON.parse(fs.readFileSync(installed, 'utf8'));
  for (const [key, { version, optional, link }] of Object.entries(wanted)) {
    if (!key || link) continue;
    if (present[key] ? present[key].version !== version : !optional) return false;
  }
  fs.writeFileSync(stampFile, lockHash());
  return true;
}

export async function installPackages() {
  await step('packages', async (note) => {
    if (isInstalled()) return note('up to date');
    const onWait = () => note('waiting for another copy of this command');
    await withFileLock(
      path.join(root, '.data/locks/install'),
      async () => {
        if (isInstalled()) return;
        note('npm ci');
        const npm = process.env.npm_execpath?.endsWith('.js') ? [process.execPath, process.env.npm_execpath] : ['npm'];
        await run('install', [...npm, 'ci', '--include=dev', '--loglevel=warn'], { timeoutMs: 1_800_000 });
        fs.writeFileSync(stampFile, lockHash());
        note('installed');
      },
      { onWait },
    );
  });
}

/** Runs `work`; a failure becomes a message and exit code 1. @param {() => Promise<void>} work */
export async function main(work) {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof CommandError || error instanceof RangeError ? `\n${error.message}` : error);
    process.exit(1);
  }
}
