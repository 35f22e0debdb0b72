/** What is measured: the application, a bare Next application and a bare Node server, each in as many processes. */
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { nodeProgram, root, run, tailOf, typescriptProgram } from '../scripts/bootstrap.mjs';
import { startPostgres } from '../scripts/postgres/embedded-postgres.mjs';
import { hasEnded, start, startReady } from '../scripts/process/parts.mjs';
import { type Boards, prepareBoards } from './boards';

const START_TIMEOUT_MS = 600_000;
const BARE = path.join(root, 'bench/bare-next');
const nextProgram = nodeProgram('next/dist/bin/next');
const PASSWORD = 'correct horse battery staple';

export type Installation = {
  dataDir: string;
  processes: number;
  databaseUrl: string;
  database: pg.Client;
  boards: Boards;
  /** URLs without a slash at the end: application, bare Next, bare Node. */
  app: string;
  next: string;
  node: string;
  /** Builds and starts the bare ones, which not every part needs. */
  startBare: () => Promise<void>;
  /** Of an admin: `Bearer …`, and the value of the session's cookie. */
  token: string;
  cookie: string;
};

/** Starts `count` processes of a program on one port; waits until each has said that it is ready. */
const startSharing = (name: string, args: string[], env: Record<string, string>, count: number, log: string) =>
  Promise.all(
    Array.from({ length: count }, () =>
      startReady({ name, command: [process.execPath, ...args], env, log, shares: true }),
    ),
  );

/** Next looks for middleware, instrumentation and settings in the folders above too. */
function refuseOurs(built: string) {
  const ours = fs
    .readdirSync(built, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js') && fs.readFileSync(path.join(built, file), 'utf8').includes('guildhall'));
  if (ours.length) throw new Error(`The bare page would do the application's work: ${ours.join(', ')}`);
}

async function buildBare() {
  await run('bench-bare', [...nextProgram, 'build', BARE], { env: { NODE_ENV: 'production' } });
  refuseOurs(path.join(BARE, '.next/server'));
}

/** Starts the demo, with generated data beside its own. `more`: further settings. */
export async function startDemo(
  dataDir: string,
  port: number,
  processes: number,
  seed: string[],
  more: Record<string, string> = {},
): Promise<void> {
  fs.mkdirSync(dataDir, { recursive: true });
  const log = path.join(dataDir, 'demo.log');
  const settings = {
    DATA_DIR: dataDir,
    PORT: String(port),
    RATE_LIMIT_FACTOR: '100000',
    WEB_CONCURRENCY: String(processes),
    ...more,
  };
  fs.rmSync(log, { force: true });
  const demo = start({ name: 'demo', command: [process.execPath, 'scripts/demo.mjs'], env: settings, log });
  for (const giveUp = Date.now() + START_TIMEOUT_MS; !tailOf(log).includes('ready http'); await sleep(50))
    if (hasEnded(demo) || Date.now() > giveUp) throw new Error(`The application did not start:\n${tailOf(log)}`);
  await run('bench-seed', [...typescriptProgram('scripts/seed.ts'), ...seed], { env: settings });
}

/** Starts everything but the bare ones; ended by `stopAll` of scripts/process/parts.mjs. `port` and the next ten are used. */
export async function startEverything(dataDir: string, port: number, processes: number): Promise<Installation> {
  const log = (name: string) => path.join(dataDir, `${name}.log`);
  await startDemo(dataDir, port, processes, ['--orgs', '2', '--users', '20', '--tasks', '20000', '--seed', '7']);
  const databaseUrl = process.env.DATABASE_URL ?? (await startPostgres({ dir: path.join(dataDir, 'postgres') })).url;
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  const boards = await prepareBoards(database);
  await run(
    'bench-rendered',
    [process.execPath, '--conditions=react-server', ...typescriptProgram('bench/rendered.ts').slice(1)],
    {
      env: {
        APP_MODE: 'development',
        AUTH_SECRET: 'a-secret-for-measuring-that-is-long-enough',
        DATABASE_URL: databaseUrl,
        DATA_DIR: dataDir,
      },
    },
  );
  // Nothing measured begins with what so many new rows leave behind.
  await database.query('vacuum (analyze)');

  const [nextPort, nodePort] = [String(port + 1), String(port + 2)];
  const env = { DATABASE_URL: databaseUrl, BENCH_PROJECT: boards.of(1_000).id, NODE_ENV: 'production' };
  let bare: Promise<void> | undefined;
  const startBare = async () => {
    await buildBare();
    const nextArgs = [...nextProgram.slice(1), 'start', BARE, '-p', nextPort, '-H', 'localhost'];
    await startSharing('bare Next', nextArgs, env, processes, log('bare-next'));
    const baseline = [path.join(root, 'bench/node-baseline.mjs')];
    await startSharing('bare Node', baseline, { ...env, PORT: nodePort }, processes, log('bare-node'));
  };
  const app = `http://localhost:${port}`;
  return {
    ...{ dataDir, processes, databaseUrl, database, boards, app },
    startBare: () => (bare ??= startBare()),
    next: `http://localhost:${nextPort}`,
    node: `http://localhost:${nodePort}`,
    ...(await signIn(app, boards.org)),
  };
}

/** As an admin, or as whoever has this address. */
export async function signIn(
  app: string,
  org: string,
  email = `admin@${org}.test`,
): Promise<{ token: string; cookie: string }> {
  const answer = await fetch(`${app}/api/signinwithorgs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD, sub_domain: org }),
  });
  const { data } = (await answer.json()) as { data: { token: string } };
  return { token: data.token, cookie: data.token.replace(/^Bearer /, '') };
}
