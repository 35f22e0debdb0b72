/** Where an embedded server's files are: its folder, and the cluster, which may have to be elsewhere. */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { serverReaches } from './postgres-binaries.mjs';

/** Folders every user may enter; first the ones that no system clears. */
const ELSEWHERE = ['/var/lib', '/var/tmp'];

/** Held by whoever starts or stops it, or chooses its place. @param {string} dir folder of a server */
export const lockOf = (dir) => path.join(dir, 'lock');

/** @param {string} dir folder of a server */
export const paths = (dir) => {
  const place = clusterPlace(dir);
  return {
    place,
    data: path.join(place, 'data'),
    log: path.join(place, 'log', 'postgres.log'),
    port: path.join(dir, 'port'),
    credentials: path.join(dir, 'credentials.json'),
    ready: path.join(dir, 'ready'),
    users: path.join(dir, 'users'),
    lock: lockOf(dir),
  };
};

/**
 * `dir` itself, or the folder named in `dir/place`, when `nobody` cannot reach `dir` (such as below /root).
 * @param {string} dir
 * @throws {Error} in words when that is gone
 */
export function clusterPlace(dir) {
  const memo = path.join(dir, 'place');
  if (!fs.existsSync(memo)) return dir;
  const place = fs.readFileSync(memo, 'utf8').trim();
  if (path.isAbsolute(place) && fs.existsSync(place)) return place;
  throw new Error(
    `${memo} says that the database of this folder lies in "${place}", which is not there.\n` +
      `Put that folder back, or, to begin with an empty database, delete ${dir}.`,
  );
}

/** @param {string} dir */
export async function choosePlace(dir) {
  fs.mkdirSync(dir, { recursive: true });
  if (['place', 'data'].some((name) => fs.existsSync(path.join(dir, name))) || (await serverReaches(dir))) return;
  const place = makeElsewhere();
  fs.chmodSync(place, 0o755);
  writeWhole(path.join(dir, 'place'), place);
}

function makeElsewhere() {
  for (const folder of ELSEWHERE) {
    const place = path.join(folder, `guildhall-postgres-${randomBytes(6).toString('hex')}`);
    try {
      fs.mkdirSync(place);
      return place;
    } catch {}
  }
  throw new Error(
    `The database finds no place in ${ELSEWHERE.join(' or ')}: set DATA_DIR to a folder others may enter.`,
  );
}

/**
 * Whole or not at all, also for concurrent readers and after a crash.
 * @param {string} file @param {string} text @param {number} [mode]
 */
export function writeWhole(file, text, mode = 0o666) {
  const part = `${file}.${process.pid}.part`;
  try {
    fs.writeFileSync(part, text, { mode });
    fs.renameSync(part, file);
  } finally {
    fs.rmSync(part, { force: true });
  }
}
