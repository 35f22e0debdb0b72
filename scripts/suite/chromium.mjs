/** Finds or installs a Chromium for the browser tests. `node scripts/suite/chromium.mjs` prints where it is. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CommandError, main, nodeProgram, prepareProcess, run } from '../bootstrap.mjs';

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

function playwrightCache() {
  if (process.env.PLAYWRIGHT_BROWSERS_PATH) return process.env.PLAYWRIGHT_BROWSERS_PATH;
  const mac = process.platform === 'darwin';
  return path.join(os.homedir(), mac ? 'Library/Caches/ms-playwright' : '.cache/ms-playwright');
}

function downloaded() {
  const cache = playwrightCache();
  if (!fs.existsSync(cache)) return [];
  const folders = fs.readdirSync(cache).filter((name) => /^chromium-\d+$/.test(name));
  folders.sort((a, b) => Number(b.split('-')[1]) - Number(a.split('-')[1]));
  const within = [
    'chrome-linux64/chrome',
    'chrome-linux/chrome',
    'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
    'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
  ];
  return folders.flatMap((folder) => within.map((file) => path.join(cache, folder, file)));
}

/** @returns {string | undefined} its program @throws {CommandError} when CHROMIUM names a file that does not exist */
export function findChromium() {
  const named = process.env.CHROMIUM;
  if (named && !fs.existsSync(named)) throw new CommandError(`CHROMIUM=${named} does not exist`);
  return named || [...USUAL_PLACES, ...downloaded()].find((file) => fs.existsSync(file));
}

/** How the system's package manager would install it, as root. @returns {string[][]} */
function systemCommands() {
  if (process.getuid?.() !== 0) return [];
  if (fs.existsSync('/usr/bin/apt-get')) {
    const get = ['/usr/bin/apt-get', '-o', 'DPkg::Lock::Timeout=60', '-o', 'Acquire::Retries=2'];
    return [
      [...get, 'update'],
      [...get, 'install', '-y', '--no-install-recommends', 'chromium'],
    ];
  }
  if (fs.existsSync('/sbin/apk')) return [['/sbin/apk', 'add', 'chromium']];
  if (fs.existsSync('/usr/bin/dnf')) return [['/usr/bin/dnf', 'install', '-y', 'chromium']];
  return [];
}

/**
 * By the system's package manager (as root), else by Playwright.
 * @param {(note: string) => void} note told what is being tried
 * @returns {Promise<string>} its program
 * @throws {CommandError} that says what to install
 */
export async function ensureChromium(note) {
  const attempts = [
    { how: 'system package', commands: systemCommands(), env: { DEBIAN_FRONTEND: 'noninteractive' } },
    {
      how: 'download by Playwright',
      commands: [[...nodeProgram('@playwright/test/cli.js'), 'install', 'chromium']],
      env: {},
    },
  ];
  let reason = '';
  for (const { how, commands, env } of attempts) {
    if (findChromium()) break;
    if (!commands.length) continue;
    note(how);
    try {
      for (const command of commands) await run('chromium', command, { env, timeoutMs: INSTALL_TIMEOUT_MS });
    } catch (error) {
      reason += `\n${how}: ${error instanceof Error ? error.message : error}`;
    }
  }
  const found = findChromium();
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
