/** Finds or installs a Chromium for the browser tests. `node scripts/suite/chromium.mjs` prints where it is. */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { CommandError, main, nodeProgram, prepareProcess, run } from '../bootstrap.mjs';

/** Without windows and what they need it takes two thirds of the processor time. */
const USUAL_SHELLS = ['/usr/bin/chromium-headless-shell', '/usr/bin/headless_shell'];
const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const INSTALL_TIMEOUT_MS = 300_000;

/** Where Playwright keeps its own, if it has one. It is asked late, since it may not be installed yet. */
const downloaded = () => createRequire(import.meta.url)('@playwright/test').chromium.executablePath();

const firstThere = (/** @type {string[]} */ files) => files.find((file) => fs.existsSync(file));
const findShell = () => firstThere(USUAL_SHELLS);
const findBrowser = () => firstThere(USUAL_PLACES) ?? firstThere([downloaded()]);

/**
 * @param {{ shell?: boolean }} [options] `shell`: rather the headless shell, where there is one, than the browser
 * @returns {string | undefined} its program
 * @throws {CommandError} when CHROMIUM names a file that does not exist
 */
export function findChromium({ shell = false } = {}) {
  const named = process.env.CHROMIUM;
  if (named && !fs.existsSync(named)) throw new CommandError(`CHROMIUM=${named} does not exist`);
  if (named) return named;
  return shell ? (findShell() ?? findBrowser()) : (findBrowser() ?? findShell());
}

const LIMITS = [
  'DPkg::Lock::Timeout=60',
  'Acquire::Retries=1',
  'Acquire::http::Timeout=20',
  'Acquire::https::Timeout=20',
];
const APT = ['/usr/bin/apt-get', ...LIMITS.flatMap((limit) => ['-o', limit])];
const APT_INSTALL = [...APT, 'install', '-y', '--no-install-recommends', '--no-remove'];

/** @typedef {{ how: string, commands: string[][] }} Attempt */

/** How the system's package manager would install it, as root. @returns {Attempt[]} */
function systemAttempts() {
  const how = 'system package';
  if (process.getuid?.() !== 0) return [];
  if (fs.existsSync('/usr/bin/apt-get')) return [{ how, commands: [[...APT_INSTALL, 'chromium']] }];
  if (fs.existsSync('/sbin/apk')) return [{ how, commands: [['/sbin/apk', 'add', 'chromium']] }];
  if (fs.existsSync('/usr/bin/dnf')) return [{ how, commands: [['/usr/bin/dnf', 'install', '-y', 'chromium']] }];
  return [];
}

/** Of a system whose packages have it, as root; what is known of them may be out of date. @returns {Attempt[]} */
function shellAttempts() {
  if (process.getuid?.() !== 0 || !fs.existsSync('/usr/bin/apt-get')) return [];
  const how = 'system package of the headless shell';
  const install = [...APT_INSTALL, 'chromium-headless-shell'];
  return [
    { how, commands: [install] },
    { how, commands: [[...APT, 'update'], install] },
  ];
}

/**
 * One after the other, until it is there.
 * @param {Attempt[]} attempts @param {() => string | undefined} find @param {(note: string) => void} note
 * @returns {Promise<string>} why those that failed did
 */
async function install(attempts, find, note) {
  let reasons = '';
  for (const { how, commands } of attempts) {
    if (find()) break;
    note(how);
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    try {
      for (const command of commands) await run('chromium', command, { env, timeoutMs: INSTALL_TIMEOUT_MS });
    } catch (error) {
      reasons += `\n${how}: ${error instanceof Error ? error.message : error}`;
    }
  }
  return reasons;
}

/**
 * The headless shell where packages of the system have it, whether or not there is a browser; else any browser, by the
 * system's package manager (as root) or by Playwright.
 * @param {(note: string) => void} note told what is being tried
 * @returns {Promise<string>} its program
 * @throws {CommandError} that says what to install
 */
export async function ensureChromium(note) {
  const playwright = nodeProgram('@playwright/test/cli.js');
  const download = {
    how: 'download by Playwright',
    commands: [[...playwright, 'install', 'chromium']],
  };
  let reason = await install(shellAttempts(), () => process.env.CHROMIUM ?? findShell(), note);
  reason += await install([...systemAttempts(), download], findChromium, note);
  const found = findChromium({ shell: true });
  if (found) {
    note(found);
    return found;
  }
  throw new CommandError(
    `The browser tests need Chromium or Chrome. Install one (Debian: apt-get install chromium; macOS: brew install ` +
      `--cask chromium), or name its program: CHROMIUM=/path/to/chromium npm test\n${reason}`,
  );
}

if (process.argv[1] === import.meta.filename) {
  await main(async () => {
    prepareProcess();
    console.log(await ensureChromium(() => {}));
  });
}
