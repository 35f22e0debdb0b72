/**
 * The embedded PostgreSQL server: a daemon in one folder (usually `DATA_DIR/postgres`), shared by application, seed and
 * tests; its last user stops it. The folder holds `place` (see `clusterPlace`), `credentials.json` (0600), `users/PID`,
 * `lock`; the place `data`, `log` and perhaps `native` (a copy of the binaries).
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withFileLock } from '../common/file-lock.mjs';
import { isSameProcess, startOf } from '../common/process-identity.mjs';
import { environment, giveToServer, nativeFolder, run, runAs } from './postgres-binaries.mjs';
import { choosePlace, clusterPlace, lockOf, paths, writeWhole } from './postgres-place.mjs';
import { answers, clearLeftovers, freePort, HOST, serverEnd, serverOf } from './postgres-process.mjs';

const OWNER = 'guildhall';
const START_ATTEMPTS = 12;
/** Recovery after a crash can take this long. */
const SETTLE_MS = 60_000;

/**
 * @typedef {object} PostgresOptions
 * @property {string} dir folder of this server
 * @property {boolean} [unsafe] no fsync: faster, and lost with the machine. For tests.
 * @property {number} [port] a fixed port; otherwise a free one is chosen once and kept while it stays free
 *
 * @typedef {object} RunningPostgres
 * @property {number} port
 * @property {string} url the database `guildhall` as its owner, who is no superuser
 * @property {boolean} started whether this call started the server
 */

/** @param {string} file @returns {{ superuser: string, owner: string }} */
function credentials(file) {
  if (!fs.existsSync(file)) {
    const made = { superuser: randomBytes(24).toString('base64url'), owner: randomBytes(24).toString('base64url') };
    writeWhole(file, JSON.stringify(made), 0o600);
  }
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    throw new Error(
      `${file} is damaged: it holds the passwords of the embedded database. Put back a copy of it, or, to begin with an ` +
        `empty database, delete ${path.dirname(file)}.`,
    );
  }
}

/** Never starts anything. @param {{ dir: string }} options @returns {Promise<{ port: number, url: string } | null>} */
export async function runningPostgres({ dir }) {
  const at = paths(dir);
  const server = serverOf(at.data);
  if (!server?.ready || !fs.existsSync(at.ready) || !(await answers(server.port))) return null;
  const { owner } = credentials(at.credentials);
  return { port: server.port, url: `postgresql://${OWNER}:${owner}@${HOST}:${server.port}/${OWNER}` };
}

/**
 * Starts the server unless it runs. Safe after `kill -9` and with several starters. Counts this process as a user.
 * @param {PostgresOptions} options
 * @returns {Promise<RunningPostgres>}
 * @throws {Error} with the server's last log lines when it does not start
 */
export async function startPostgres(options) {
  const dir = path.resolve(options.dir);
  return withFileLock(lockOf(dir), async () => {
    // Two that chose at once would begin two clusters.
    await choosePlace(dir);
    const at = paths(dir);
    fs.mkdirSync(at.users, { recursive: true });
    writeOnce(path.join(at.users, String(process.pid)), startOf(process.pid));
    const already = await runningPostgres({ dir });
    if (already) return { ...already, started: false };
    const native = await nativeFolder(at.place);
    const secrets = credentials(at.credentials);
    await createCluster(native, at, secrets.superuser);
    const port = await launch(native, at, options);
    await createOwner(port, secrets);
    writeOnce(at.ready, '');
    return { port, url: `postgresql://${OWNER}:${secrets.owner}@${HOST}:${port}/${OWNER}`, started: true };
  });
}

/** A full disk must not fail what is written already. @param {string} file @param {string} text */
function writeOnce(file, text) {
  if (!fs.existsSync(file) || fs.readFileSync(file, 'utf8') !== text) fs.writeFileSync(file, text);
}

/** @param {string} native @param {ReturnType<typeof paths>} at @param {string} password */
async function createCluster(native, at, password) {
  if (fs.existsSync(at.data)) return;
  for (const folder of [`${at.data}.part`, path.dirname(at.log)]) {
    fs.rmSync(folder, { recursive: true, force: true });
    fs.mkdirSync(folder, { mode: 0o700 });
    giveToServer(folder);
  }
  const passwordFile = path.join(path.dirname(at.log), 'password');
  fs.writeFileSync(passwordFile, password, { mode: 0o600 });
  giveToServer(passwordFile);
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const auth = ['-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  const args = ['-D', `${at.data}.part`, ...auth, ...locale, '--no-sync', '--no-instructions'];
  try {
    await run(path.join(native, 'bin', 'initdb'), args, { ...runAs, env: environment, cwd: at.place });
  } catch (error) {
    const { stderr } = /** @type {{ stderr?: string }} */ (error);
    throw new Error(`The embedded PostgreSQL cannot be set up (DATABASE_URL would replace it): ${stderr || error}`);
  }
  fs.rmSync(passwordFile);
  fs.renameSync(`${at.data}.part`, at.data);
}

/** @param {string} native @param {ReturnType<typeof paths>} at @param {PostgresOptions} options */
async function launch(native, at, { unsafe, port: fixed }) {
  const present = await settled(at.data);
  if (present) return present;
  await clearLeftovers(at.data);
  let port = fixed ?? (fs.existsSync(at.port) ? Number(fs.readFileSync(at.port, 'utf8')) : 0);
  if (!fixed && (!port || (await answers(port)))) port = await freePort();
  const settings = [`listen_addresses=${HOST}`, "unix_socket_directories=''", 'max_connections=200'];
  // An autovacuum worker in a database keeps a non-superuser from dropping it.
  // Of a password that is compared a thousand times one round is enough where nothing is worth stealing.
  if (unsafe)
    settings.push(
      ...['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off', 'scram_iterations=1'],
    );
  for (let attempt = 1; ; attempt++) {
    const flags = [`-p ${port}`, ...settings.map((setting) => `-c ${setting}`)].join(' ');
    const failed = await control(native, at, ['-l', at.log, '-w', '-t', '60', '-s', '-o', flags, 'start']);
    if (!failed) break;
    const tail = fs.existsSync(at.log) ? fs.readFileSync(at.log, 'utf8').slice(-2_000) : String(failed);
    if (attempt === START_ATTEMPTS) throw new Error(`PostgreSQL did not start:\n${tail}`);
    // After a crash the old children still hold the shared memory, and the port may have been taken.
    await sleep(250);
    if (!fixed && (await answers(port))) port = await freePort();
  }
  writeOnce(at.port, String(port));
  return port;
}

/** @param {string} data @returns {Promise<number | null>} its port, or null when there is none any more */
async function settled(data) {
  for (const until = Date.now() + SETTLE_MS; ; ) {
    const server = serverOf(data);
    if (!server) return null;
    if (server.ready && (await answers(server.port))) return server.port;
    if (Date.now() > until)
      throw new Error(
        `PostgreSQL (process ${server.pid}) runs with ${data} and does not answer. End it and start again.`,
      );
    await sleep(250);
  }
}

/** Runs pg_ctl; answers null or what went wrong. @param {string} native @param {ReturnType<typeof paths>} at @param {string[]} args */
const control = (native, at, args) =>
  new Promise((resolve) => {
    const options = { ...runAs, env: environment, cwd: at.place, stdio: /** @type {const} */ ('ignore') };
    const child = spawn(path.join(native, 'bin', 'pg_ctl'), ['-D', at.data, ...args], options);
    child.once('error', resolve);
    child.once('exit', (code) => resolve(code === 0 ? null : new Error(`pg_ctl ended with ${code}`)));
  });

/** The superuser is used for this alone. @param {number} port @param {{ superuser: string, owner: string }} secrets */
async function createOwner(port, { superuser, owner }) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({
    host: HOST,
    port,
    user: 'postgres',
    password: superuser,
    database: 'postgres',
    ssl: false,
  });
  await client.connect();
  try {
    const role = await client.query('select 1 from pg_roles where rolname = $1', [OWNER]);
    const rights = `LOGIN CREATEROLE CREATEDB NOSUPERUSER NOBYPASSRLS PASSWORD ${client.escapeLiteral(owner)}`;
    if (!role.rowCount) await client.query(`CREATE ROLE ${OWNER} ${rights}`);
    const database = await client.query('select 1 from pg_database where datname = $1', [OWNER]);
    if (!database.rowCount) await client.query(`CREATE DATABASE ${OWNER} OWNER ${OWNER}`);
  } finally {
    await client.end();
  }
}

/**
 * @param {{ dir: string, signal: AbortSignal }} options `signal` ends the wait
 * @returns {Promise<string>} why it ended, in a few words
 */
export function postgresEnd({ dir, signal }) {
  const { data, log } = paths(dir);
  return serverEnd(data, log, signal);
}

/** @param {{ dir: string }} options */
export const postgresPlace = ({ dir }) => clusterPlace(dir);

/**
 * Stops the server when no other process uses it.
 * @param {{ dir: string }} options
 * @returns {Promise<boolean>} whether the server was stopped
 */
export async function releasePostgres({ dir }) {
  const at = paths(dir);
  if (!fs.existsSync(at.users)) return false;
  return withFileLock(at.lock, async () => {
    fs.rmSync(path.join(at.users, String(process.pid)), { force: true });
    const others = fs.readdirSync(at.users).filter((pid) => {
      if (isSameProcess(Number(pid), fs.readFileSync(path.join(at.users, pid), 'utf8'))) return true;
      fs.rmSync(path.join(at.users, pid), { force: true });
      return false;
    });
    if (!others.length) await stop(at);
    return !others.length;
  });
}

/** Stops the server even when others use it. @param {{ dir: string }} options */
export async function stopPostgres({ dir }) {
  const at = paths(dir);
  if (fs.existsSync(at.data)) await withFileLock(at.lock, () => stop(at));
}

/** @param {ReturnType<typeof paths>} at */
async function stop(at) {
  if (!serverOf(at.data)) return;
  await control(await nativeFolder(at.place), at, ['-m', 'fast', '-w', '-s', 'stop']);
}

/** @param {{ dir: string }} options */
export async function deletePostgres({ dir }) {
  if (fs.existsSync(dir) && isPlaced(dir)) {
    await stopPostgres({ dir });
    fs.rmSync(clusterPlace(dir), { recursive: true, force: true });
  }
  fs.rmSync(dir, { recursive: true, force: true });
}

/** @param {string} dir */
function isPlaced(dir) {
  try {
    return Boolean(clusterPlace(dir));
  } catch {
    return false;
  }
}
