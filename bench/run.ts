/** `npm run bench`: the performance suite. Ratios within one run count; absolute figures tell the order of size. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../scripts/postgres/embedded-postgres.mjs';
import { load } from './load';
import { peopleByFile } from './people-file';
import { firstLoadScripts } from './scripts-weight';

const ROOT = resolve(import.meta.dirname, '..');
const DATA_DIR = resolve(process.env.DATA_DIR ?? join(ROOT, '.data'), 'bench');
const PORT = Number(process.env.PORT ?? 3900);
const BASELINE_PORT = PORT + 10;
const BARE_PORT = PORT + 11;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 8);
const PASSWORD = 'correct horse battery staple';

const children: ChildProcess[] = [];
function start(command: string, args: string[], env: Record<string, string>, cwd = ROOT) {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  return child;
}
/** Waits until it says a word; goes on reading, so that it can say more. */
const says = (child: ChildProcess, word: string) =>
  new Promise<void>((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk) => {
      text = (text + chunk).slice(-4000);
      if (text.includes(word)) resolve();
    });
    child.once('exit', () => reject(new Error(`ended before it said "${word}":\n${text}`)));
  });
async function run(command: string, args: string[], env: Record<string, string>) {
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}`);
}
async function stopAll() {
  await Promise.all(
    children.map(async (child) => {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    }),
  );
}

type Row = { work: string; rps: number; p50: number; p99: number; against: string; ratio: number | null; goal: string };

async function measure(databaseUrl: string): Promise<{ rows: Row[]; notes: Record<string, unknown> }> {
  const app = `http://localhost:${PORT}`;
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  const { rows: projects } = await database.query(
    `select p.id, p.key, o.key as org, count(*)::int as tasks from project p join organisation o on o.id = p.org_id
       join task t on t.org_id = p.org_id and t.project_id = p.id and t.deleted_at is null
      where o.key like 'org-%' group by 1, 2, 3 order by abs(count(*) - 1000), p.id limit 1`,
  );
  const project = projects[0] as { id: string; key: string; org: string; tasks: number };
  const { rows: tasks } = await database.query<{ id: string }>(
    'select id from task where project_id = $1 and deleted_at is null limit 200',
    [project.id],
  );
  const signedIn = await fetch(`${app}/api/signinwithorgs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `admin@${project.org}.test`, password: PASSWORD, sub_domain: project.org }),
  });
  const { token } = ((await signedIn.json()) as { data: { token: string } }).data;
  const bearer = { authorization: token, 'accept-encoding': 'gzip' };
  const cookie = { cookie: `guildhall.session=${await browserCookie(app, project.org)}`, 'accept-encoding': 'gzip' };

  const baseline = start(process.execPath, [join(ROOT, 'bench/node-baseline.mjs')], {
    BASELINE_PORT: String(BASELINE_PORT),
    DATABASE_URL: databaseUrl,
    BENCH_PROJECT: project.id,
  });
  await says(baseline, 'baseline listening');
  const bare = start(
    'npx',
    ['next', 'start', join(ROOT, 'bench/bare-next'), '-p', String(BARE_PORT), '-H', 'localhost'],
    {
      DATABASE_URL: databaseUrl,
      BENCH_PROJECT: project.id,
    },
  );
  await says(bare, 'Ready');

  const N = `http://localhost:${BASELINE_PORT}`;
  const X = `http://localhost:${BARE_PORT}`;
  const at = { connections: 16, seconds: SECONDS };
  const json = { ...bearer, 'content-type': 'application/json' };
  let n = 0;
  const rows: Row[] = [];
  const compare = async (
    work: string,
    goal: string,
    ours: Parameters<typeof load>[0],
    against: string,
    line?: Parameters<typeof load>[0],
  ) => {
    // Warm both sides, then take turns: noise of the machine meets both.
    if (line) await load({ ...line, seconds: 2 });
    await load({ ...ours, seconds: 2 });
    const base = line ? await load(line) : null;
    const result = await load(ours);
    rows.push({ work, ...result, against, ratio: base && base.rps > 0 ? result.rps / base.rps : null, goal });
    console.log(format(rows.at(-1) as Row));
  };

  const boardApi = `${app}/api/taskListByProject?project_id=${project.id}&group=status&limit=200`;
  await compare(
    `board data, ${Math.min(project.tasks, 1000)} tasks`,
    '≥ 50 % of N',
    { ...at, url: boardApi, headers: bearer },
    'N',
    { ...at, url: `${N}/board` },
  );
  await compare(
    'list of 50 by API',
    '≥ 60 % of N',
    { ...at, url: `${app}/api/taskListByProject?project_id=${project.id}&limit=50`, headers: bearer },
    'N, 50 rows',
    { ...at, url: `${N}/list` },
  );
  await compare(
    'board page',
    '≥ 70 % of X',
    { ...at, url: `${app}/${project.org}/task?view=board&project=${project.key}`, headers: cookie },
    'X, 250 cards',
    { ...at, url: `${X}/?cards=250` },
  );
  await compare(
    'list page of 50',
    '≥ 80 % of X',
    { ...at, url: `${app}/${project.org}/task?project=${project.key}`, headers: cookie },
    'X, 50 cards',
    { ...at, url: `${X}/?cards=50` },
  );
  await compare(
    'create a task',
    '≥ 30 % of a bare insert; p50 ≤ 15, p99 ≤ 60 ms',
    {
      ...at,
      url: `${app}/api/Task`,
      method: 'POST',
      headers: json,
      body: () => JSON.stringify({ project_id: project.id, title: `Bench ${n++}` }),
    },
    'bare insert',
    { ...at, url: `${N}/insert`, method: 'POST', body: () => '{}' },
  );
  await compare(
    'move a task',
    'p50 ≤ 15, p99 ≤ 60 ms',
    {
      ...at,
      url: `${app}/api/changeTaskStatus`,
      method: 'POST',
      headers: json,
      body: () => JSON.stringify({ task_id: tasks[n++ % tasks.length]?.id, status: 1 + (n % 5) }),
    },
    'bare insert',
    { ...at, url: `${N}/insert`, method: 'POST', body: () => '{}' },
  );
  await compare(
    'comment',
    'p50 ≤ 15, p99 ≤ 60 ms',
    {
      ...at,
      url: `${app}/api/addTaskComment`,
      method: 'POST',
      headers: json,
      body: () => JSON.stringify({ task_id: tasks[n++ % tasks.length]?.id, body: `Bench ${n}` }),
    },
    'bare insert',
    { ...at, url: `${N}/insert`, method: 'POST', body: () => '{}' },
  );
  const weights = await firstLoadScripts(app, cookie, project);
  const people = await peopleByFile(app, token, database);
  console.log(`10,000 people by CSV        ${people.seconds.toFixed(1)} s  (goal < 30 s)`);
  await database.end();
  return { rows, notes: { project, weights_kb_gzip: weights, people_by_file: people } };
}

/** Signs in through next-auth's own address, as a browser would. */
async function browserCookie(app: string, org: string): Promise<string> {
  const jar = new Map<string, string>();
  const keep = (response: Response) => {
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
  };
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const csrf = await fetch(`${app}/api/auth/csrf`);
  keep(csrf);
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  keep(
    await fetch(`${app}/api/auth/callback/credentials`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: cookies(), 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ csrfToken, sub_domain: org, email: `admin@${org}.test`, password: PASSWORD }),
    }),
  );
  const session = jar.get('guildhall.session');
  if (!session) throw new Error('could not sign in');
  return session;
}

const format = ({ work, rps, p50, p99, against, ratio, goal }: Row) =>
  `${work.padEnd(26)} ${rps.toFixed(0).padStart(6)} req/s  p50 ${p50.toFixed(0).padStart(4)} ms  p99 ${p99.toFixed(0).padStart(5)} ms  ${ratio === null ? '' : `${(ratio * 100).toFixed(0)} % of ${against}`}  (goal ${goal})`;

try {
  mkdirSync(DATA_DIR, { recursive: true });
  const env = { DATA_DIR, PORT: String(PORT), RATE_LIMIT_FACTOR: '100000' };
  console.log('starting the application …');
  await says(start(process.execPath, [join(ROOT, 'scripts/demo.mjs')], env), 'ready http');
  console.log('generating data …');
  await run('npx', ['tsx', 'scripts/seed.ts', '--orgs', '2', '--users', '20', '--tasks', '20000', '--seed', '7'], env);
  console.log('building the bare page …');
  await run('npx', ['next', 'build', join(ROOT, 'bench/bare-next')], {});
  const url = process.env.DATABASE_URL ?? (await startPostgres({ dir: join(DATA_DIR, 'postgres') })).url;
  const { rows, notes } = await measure(url);
  const results = {
    at: new Date().toISOString(),
    machine: `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GB`,
    node: process.version,
    next: JSON.parse(readFileSync(join(ROOT, 'node_modules/next/package.json'), 'utf8')).version,
    rows,
    ...notes,
  };
  writeFileSync(join(ROOT, 'bench/results.json'), `${JSON.stringify(results, null, 2)}\n`);
  console.log(
    `\nFirst-load JavaScript, KB gzip:\n${Object.entries(notes.weights_kb_gzip as Record<string, number>)
      .map(([route, kb]) => `  ${route.padEnd(20)} ${kb.toFixed(1)}`)
      .join('\n')}`,
  );
  console.log('\nwritten to bench/results.json');
} finally {
  await stopAll();
}
