/**
 * `npm run doctor`: which parts are configured and answer. Exits with 1 when a configured or necessary one does not.
 */
import fs from 'node:fs';
import path from 'node:path';
import nodemailer from 'nodemailer';
import pg from 'pg';
import Pusher from 'pusher';
import { secretComplaint } from '../lib/start-up';
import { storageAt } from '../lib/storage/storage';
import { filesElsewhere, LOOKED_FOR, ONE_FOLDER } from '../lib/storage/whereabouts';
import { dataDir, nodeComplaint, prepareProcess } from './bootstrap.mjs';
import { hasBuild } from './build.mjs';
import { OLDEST_SERVER, pendingMigrations } from './migration/pending-migrations.mjs';
import { postgresPlace, runningPostgres } from './postgres/embedded-postgres.mjs';
import { isRealtimeAt, publicRealtimeUrl } from './realtime/public-realtime';

const TIMEOUT_MS = 5_000;

/** `off`: not configured, and nothing breaks; the advice says what it would give. */
type Finding = { state: 'ok' | 'off' | 'bad'; text: string; advice?: string };
const ok = (text: string, advice?: string): Finding => ({ state: 'ok', text, ...(advice && { advice }) });
const off = (text: string, advice: string): Finding => ({ state: 'off', text, advice });
const bad = (text: string, advice: string): Finding => ({ state: 'bad', text, advice });

const setting = (name: string) => process.env[name]?.trim() || undefined;
const reason = (error: unknown) =>
  error instanceof AggregateError
    ? error.errors.map(String).join('; ')
    : error instanceof Error
      ? error.message
      : String(error);

function runningApplication(): string | undefined {
  const file = path.join(dataDir(), 'run.json');
  if (!fs.existsSync(file)) return undefined;
  try {
    return (JSON.parse(fs.readFileSync(file, 'utf8')) as { url?: string }).url;
  } catch {
    return undefined;
  }
}

const clientOf = (url: string) =>
  new pg.Client({ connectionString: url, connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS });

async function database(): Promise<Finding> {
  const given = setting('DATABASE_URL');
  const dir = path.join(dataDir(), 'postgres');
  const embedded = given ? null : await runningPostgres({ dir }).catch((error: Error) => error);
  if (embedded instanceof Error) return bad('embedded PostgreSQL cannot run', embedded.message);
  const url = given ?? embedded?.url;
  if (!url) {
    const made = fs.existsSync(path.join(dir, 'credentials.json'));
    return off(
      `embedded PostgreSQL, not running${made ? '' : ' and not created yet'}`,
      '`npm run demo` and `npm run dev` start it. To use a server of your own set DATABASE_URL.',
    );
  }
  const client = clientOf(url);
  try {
    await client.connect();
    const { rows } = await client.query(
      `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
        rolsuper or rolbypassrls as unbound, rolcreaterole as creates from pg_roles where rolname = current_user`,
    );
    const { version, number, unbound, creates } = rows[0];
    const where = `${given ? 'DATABASE_URL' : 'embedded'}: PostgreSQL ${version}`;
    if (number < OLDEST_SERVER) return bad(where, 'Guildhall needs PostgreSQL 16 or newer.');
    const pending = await pendingMigrations(url);
    if (pending.length) {
      const advice = creates
        ? '`npm run migrate` applies them.'
        : 'The login needs CREATEROLE; then `npm run migrate` applies them.';
      return bad(`${where}, ${pending.length} migration(s) not applied`, advice);
    }
    return ok(
      where,
      unbound
        ? 'The login is a superuser. Row-level security still applies, but an ordinary owner is safer.'
        : undefined,
    );
  } catch (error) {
    return bad(
      `${given ? 'DATABASE_URL' : 'embedded'} does not answer: ${reason(error)}`,
      given
        ? 'Check host, port, name and password in DATABASE_URL.'
        : `See ${path.join(postgresPlace({ dir }), 'log')}.`,
    );
  } finally {
    await client.end().catch(() => {});
  }
}

async function realtime(): Promise<Finding> {
  const [appId, key, secret] = [setting('PUSHER_APP_ID'), setting('PUSHER_KEY'), setting('PUSHER_SECRET')];
  if (appId && key && secret) {
    const host = setting('PUSHER_HOST');
    const cluster = setting('PUSHER_CLUSTER') ?? 'mt1';
    const port = setting('PUSHER_PORT');
    const useTLS = setting('PUSHER_USE_TLS') !== 'false';
    const address = host ? { host, useTLS, ...(port && { port }) } : { cluster, useTLS: true };
    const name = host ?? `cluster ${cluster}`;
    try {
      const answer = await new Pusher({ appId, key, secret, timeout: TIMEOUT_MS, ...address }).get({
        path: '/channels',
      });
      return answer.ok ? ok(`Pusher, ${name}`) : bad(`Pusher, ${name}, answered ${answer.status}`, 'Check PUSHER_*.');
    } catch (error) {
      return bad(
        `Pusher, ${name}, does not accept us: ${reason(error)}`,
        'Check PUSHER_APP_ID, PUSHER_KEY, PUSHER_SECRET and the cluster or host.',
      );
    }
  }
  if (appId || key || secret)
    return bad('Pusher is only partly configured', 'Set PUSHER_APP_ID, PUSHER_KEY and PUSHER_SECRET, or none of them.');
  const url = runningApplication();
  const advice = 'The start commands run a server of our own. Set PUSHER_* to use Pusher Channels.';
  if (!url) return off('our own server, which runs beside the application', advice);
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const { realtime: state } = (await answer.json()) as { realtime?: string };
    return state === 'ok'
      ? await behindProxy()
      : bad('our own server does not answer', `See ${path.join(dataDir(), 'logs', 'realtime.log')}.`);
  } catch {
    return off('our own server; the application does not run at the moment', advice);
  }
}

/** Our server runs; this checks whether browsers reach it through the proxy. */
async function behindProxy(): Promise<Finding> {
  const url = publicRealtimeUrl(setting('APP_URL'), setting('REALTIME_PUBLIC_URL'));
  if (!url) return ok('our own server, beside the application');
  return (await isRealtimeAt(url, TIMEOUT_MS))
    ? ok(`our own server, at ${url}`)
    : bad(
        `our own server runs, but is not heard at ${url}`,
        'Have the proxy hand that on to REALTIME_PORT with WebSockets (README), or set REALTIME_PUBLIC_URL.',
      );
}

async function files(): Promise<Finding> {
  const token = setting('UPLOADTHING_TOKEN');
  const folder = path.join(dataDir(), 'files');
  try {
    await storageAt({ token, dataDir: dataDir() }).check();
    const complaint = await filesElsewhere(storageAt({ dataDir: dataDir() }), await newestOnDisk());
    if (complaint) return bad(`${complaint}: ${folder}`, ONE_FOLDER);
    return token
      ? ok('UploadThing')
      : ok(`the folder ${folder}`, 'Several servers need one folder that all of them share, or UPLOADTHING_TOKEN.');
  } catch (error) {
    return token
      ? bad(
          `UploadThing does not answer this UPLOADTHING_TOKEN: ${reason(error)}`,
          'Copy the whole token from the UploadThing dashboard: one line of base64.',
        )
      : bad(
          `${folder} cannot be written: ${reason(error)}`,
          'Set DATA_DIR to a folder that can, or UPLOADTHING_TOKEN.',
        );
  }
}

/** Empty where no database answers, or has no files yet: what is wrong with it is said elsewhere. */
async function newestOnDisk(): Promise<string[]> {
  const url = setting('DATABASE_URL') ?? (await runningPostgres({ dir: path.join(dataDir(), 'postgres') }))?.url;
  if (!url) return [];
  const client = clientOf(url);
  try {
    await client.connect();
    const { rows } = await client.query<{ key: string }>(
      `select storage_key as key from file_content where stored_in = 'local' order by id desc limit $1`,
      [LOOKED_FOR],
    );
    return rows.map(({ key }) => key);
  } catch {
    return [];
  } finally {
    await client.end().catch(() => {});
  }
}

async function mail(): Promise<Finding> {
  const url = setting('SMTP_URL');
  if (!url) {
    return off(
      'not configured: written to files in demo and development, not sent in production',
      'Set SMTP_URL, such as smtps://user:password@mail.example.org:465.',
    );
  }
  try {
    await nodemailer
      .createTransport({ url, connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS })
      .verify();
    return ok(`SMTP_URL: ${new URL(url).host} accepts us`);
  } catch (error) {
    return bad(
      `SMTP_URL does not accept us: ${reason(error)}`,
      'Check its host and port, name and password, and whether this machine may reach it.',
    );
  }
}

function production(): Finding {
  const missing = [
    nodeComplaint(),
    setting('DATABASE_URL') ? null : 'DATABASE_URL is not set',
    secretComplaint(setting('AUTH_SECRET')),
    setting('APP_URL') ? null : 'APP_URL is not set',
    hasBuild() ? null : 'there is no build (npm run build)',
  ].filter((complaint) => complaint !== null);
  return missing.length
    ? off(`\`npm start\` would miss: ${missing.join('; ')}`, '`npm run demo` and `npm run dev` need none of these.')
    : ok('`npm start` has what it needs');
}

const MARK = { ok: '✓', off: '·', bad: '✗' };

prepareProcess();
const findings: Record<string, Finding> = {
  database: await database(),
  realtime: await realtime(),
  files: await files(),
  mail: await mail(),
  production: production(),
};
for (const [part, { state, text, advice }] of Object.entries(findings)) {
  console.log(`${MARK[state]} ${part.padEnd(11)} ${text}`);
  if (advice) console.log(`  ${' '.repeat(11)} ${advice}`);
}
const failing = Object.values(findings).filter(({ state }) => state === 'bad').length;
console.log(failing ? `\n${failing} of them need${failing === 1 ? 's' : ''} attention` : '\nNothing is broken');
process.exit(failing ? 1 : 0);
