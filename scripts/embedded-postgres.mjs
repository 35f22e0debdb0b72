/**
 * The PostgreSQL server that comes with the npm packages, run as a daemon of its own under one folder (usually
 * `DATA_DIR/postgres`). The application, the seed and the tests share it; whoever leaves last stops it.
 *
 * The folder holds `place` (where the cluster lies, see `clusterPlace`), `credentials.json` (0600), `users/PID` (who uses
 * the server) and `lock`. The cluster's place holds `data`, `log` and, if needed, `native` (a copy of the binaries).
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processExists, withFileLock } from './file-lock.mjs';
import { environment, giveToServer, nativeFolder, run, runAs, serverReaches } from './postgres-binaries.mjs';

const HOST = '127.0.0.1';
const OWNER = 'guildhall';
const START_ATTEMPTS = 40;

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

/** @param {string} dir */
const paths = (dir) => {
  const place = clusterPlace(dir);
  return {
    place,
    data: path.join(place, 'data'),
    log: path.join(place, 'log', 'postgres.log'),
    port: path.join(dir, 'port'),
    credentials: path.join(dir, 'credentials.json'),
    ready: path.join(dir, 'ready'),
    users: path.join(dir, 'users'),
    lock: path.join(dir, 'lock'),
  };
};

/**
 * Where the cluster lies: `dir` itself, or, when `nobody` cannot reach that (a clone below a private folder such as
 * /root), a folder under /var/tmp that `dir/place` remembers.
 * @param {string} dir
 */
function clusterPlace(dir) {
  const memo = path.join(dir, 'place');
  if (fs.existsSync(memo)) return fs.readFileSync(memo, 'utf8').trim();
  return dir;
}

/** @param {string} dir */
async function choosePlace(dir) {
  fs.mkdirSync(dir, { recursive: true });
  if (['place', 'data'].some((name) => fs.existsSync(path.join(dir, name))) || (await serverReaches(dir))) return;
  const place = `/var/tmp/guildhall-postgres-${randomBytes(6).toString('hex')}`;
  fs.mkdirSync(place);
  fs.chmodSync(place, 0o755);
  fs.writeFileSync(path.join(dir, 'place'), place);
}

/** @param {number} port @returns {Promise<boolean>} */
const answers = (port) =>
  new Promise((resolve) => {
    const socket = net.connect(port, HOST);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/** @returns {Promise<number>} */
const freePort = () =>
  new Promise((resolve, reject) => {
    const server = net.createServer().once('error', reject);
    server.listen(0, HOST, () => {
      const { port } = /** @type {net.AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });

/** What the server wrote about itself. @param {string} data */
function readPidFile(data) {
  try {
    const lines = fs.readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
  } catch {
    return null;
  }
}

/** After a crash the number in the pid file may belong to another program. @param {number} pid */
async function isPostgres(pid) {
  if (!processExists(pid)) return false;
  if (process.platform === 'linux') {
    try {
      // `PID (NAME) STATE …`; a dead process that nobody has collected yet is in state Z.
      return /\(postgres\) [^ZX]/.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'));
    } catch {
      return false;
    }
  }
  const { stdout } = await run('ps', ['-o', 'comm=', '-p', String(pid)]).catch(() => ({ stdout: 'postgres' }));
  return stdout.includes('postgres');
}

/** @param {string} file @returns {{ superuser: string, owner: string }} */
function credentials(file) {
  if (fs.existsSync(file)) return JSON.parse(fs.readFileSync(file, 'utf8'));
  const made = { superuser: randomBytes(24).toString('base64url'), owner: randomBytes(24).toString('base64url') };
  fs.writeFileSync(file, JSON.stringify(made), { mode: 0o600 });
  return made;
}

/**
 * The address of the running server, or null. Never starts anything.
 * @param {{ dir: string }} options
 * @returns {Promise<{ port: number, url: string } | null>}
 */
export async function runningPostgres({ dir }) {
  const at = paths(dir);
  const file = readPidFile(at.data);
  if (!file?.ready || !fs.existsSync(at.ready) || !(await isPostgres(file.pid)) || !(await answers(file.port)))
    return null;
  const { owner } = credentials(at.credentials);
  return { port: file.port, url: `postgresql://${OWNER}:${owner}@${HOST}:${file.port}/${OWNER}` };
}

/**
 * Starts the server unless it runs, creating the cluster, the role and the database the first time. Survives `kill -9`
 * of the server or of an earlier starter; several starters at once end up with the same server.
 * Registers this process as a user of the server until `releasePostgres`.
 * @param {PostgresOptions} options
 * @returns {Promise<RunningPostgres>}
 * @throws {Error} with the server's last log lines when it does not start
 */
export async function startPostgres(options) {
  const dir = path.resolve(options.dir);
  await choosePlace(dir);
  const at = paths(dir);
  return withFileLock(at.lock, async () => {
    fs.mkdirSync(at.users, { recursive: true });
    fs.writeFileSync(path.join(at.users, String(process.pid)), '');
    const already = await runningPostgres({ dir });
    if (already) return { ...already, started: false };
    const native = await nativeFolder(at.place);
    const secrets = credentials(at.credentials);
    await createCluster(native, at, secrets.superuser);
    const port = await launch(native, at, options);
    await createOwner(port, secrets);
    fs.writeFileSync(at.ready, '');
    return { port, url: `postgresql://${OWNER}:${secrets.owner}@${HOST}:${port}/${OWNER}`, started: true };
  });
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
  const stale = readPidFile(at.data);
  if (stale && !(await isPostgres(stale.pid))) fs.rmSync(path.join(at.data, 'postmaster.pid'), { force: true });
  let port = fixed ?? (fs.existsSync(at.port) ? Number(fs.readFileSync(at.port, 'utf8')) : 0);
  if (!fixed && (!port || (await answers(port)))) port = await freePort();
  const settings = [`listen_addresses=${HOST}`, "unix_socket_directories=''", 'max_connections=200'];
  // A worker of autovacuum in a database keeps whoever is no superuser from dropping it.
  if (unsafe) settings.push('fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off');
  for (let attempt = 1; ; attempt++) {
    const flags = [`-p ${port}`, ...settings.map((setting) => `-c ${setting}`)].join(' ');
    const failed = await control(native, at, ['-l', at.log, '-w', '-t', '60', '-s', '-o', flags, 'start']);
    if (!failed) break;
    const tail = fs.existsSync(at.log) ? fs.readFileSync(at.log, 'utf8').slice(-2_000) : String(failed);
    if (attempt === START_ATTEMPTS) throw new Error(`PostgreSQL did not start:\n${tail}`);
    // Right after a crash the old children still hold the shared memory; a port may have been taken in between.
    await sleep(250);
    if (!fixed && (await answers(port))) port = await freePort();
  }
  fs.writeFileSync(at.port, String(port));
  return port;
}

/** Runs pg_ctl; answers null or what went wrong. @param {string} native @param {ReturnType<typeof paths>} at @param {string[]} args */
const control = (native, at, args) =>
  new Promise((resolve) => {
    const options = { ...runAs, env: environment, cwd: at.place, stdio: /** @type {const} */ ('ignore') };
    const child = spawn(path.join(native, 'bin', 'pg_ctl'), ['-D', at.data, ...args], options);
    child.once('error', resolve);
    child.once('exit', (code) => resolve(code === 0 ? null : new Error(`pg_ctl ended with ${code}`)));
  });

/** The superuser is for this alone. @param {number} port @param {{ superuser: string, owner: string }} secrets */
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
 * Says that this process needs the server no longer; stops it when nobody else does.
 * @param {{ dir: string }} options
 * @returns {Promise<boolean>} whether the server was stopped
 */
export async function releasePostgres({ dir }) {
  const at = paths(dir);
  if (!fs.existsSync(at.users)) return false;
  return withFileLock(at.lock, async () => {
    fs.rmSync(path.join(at.users, String(process.pid)), { force: true });
    const others = fs.readdirSync(at.users).filter((pid) => {
      if (processExists(Number(pid))) return true;
      fs.rmSync(path.join(at.users, pid), { force: true });
      return false;
    });
    if (!others.length) await stop(at);
    return !others.length;
  });
}

/**
 * Stops the server, whoever uses it.
 * @param {{ dir: string }} options
 */
export async function stopPostgres({ dir }) {
  const at = paths(dir);
  if (fs.existsSync(at.data)) await withFileLock(at.lock, () => stop(at));
}

/** @param {ReturnType<typeof paths>} at */
async function stop(at) {
  const file = readPidFile(at.data);
  if (!file || !(await isPostgres(file.pid))) return;
  await control(await nativeFolder(at.place), at, ['-m', 'fast', '-w', '-s', 'stop']);
}

/**
 * Stops the server and deletes its folder with all data.
 * @param {{ dir: string }} options
 */
export async function deletePostgres({ dir }) {
  await stopPostgres({ dir });
  const { place } = paths(dir);
  for (const folder of new Set([place, dir])) fs.rmSync(folder, { recursive: true, force: true });
}
