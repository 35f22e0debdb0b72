/**
 * `npm run bench:clients`: 500 people of one organisation with the chat open, on one machine with the server: how fast all
 * are subscribed, how fast a message reaches them, and what the realtime process holds. The people are processes of their
 * own (`BENCH_CLIENTS`, `BENCH_MESSAGES`, `PORT`). Exit code 1: a goal is missed.
 */
import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { memberChannel, organisationChannel, projectChannel } from '../lib/realtime/events';
import { dataDir, main, prepareProcess, root } from '../scripts/bootstrap.mjs';
import { generatedRealtimeKeys } from '../scripts/common/secrets.mjs';
import { releasePostgres, startPostgres } from '../scripts/postgres/embedded-postgres.mjs';
import { processCount } from '../scripts/process/application.mjs';
import { stopAll } from '../scripts/process/parts.mjs';
import type { Crowd, Order, Report } from './clients-crowd';
import { type Figure, lineOf, meetsGoal } from './figures';
import { signIn, startDemo } from './installation';
import { quantile } from './load';

const CLIENTS = Number(process.env.BENCH_CLIENTS ?? 500);
const MESSAGES = Number(process.env.BENCH_MESSAGES ?? 2_000);
const PORT = Number(process.env.PORT ?? 3950);
const REALTIME = PORT + 5;
const ORG = 'org-0001';
const CROWDS = 2;
const COME_MS = 8_000;
/** One after the other, as people speak. */
const TIMED = 40;
const TIMED_EVERY_MS = 250;
const READ = 5;
const READ_EVERY_MS = 3_000;
const AUTHORS = 8;
const app = `http://localhost:${PORT}`;

type Person = { id: string; email: string; org_id: string; projects: string[] };

/** People who are no clients, with the projects they hear of. */
async function peopleOf(database: pg.Client): Promise<Person[]> {
  const { rows } = await database.query<Person>(
    `select m.id, m.email, m.org_id, array(select project_id from project_member p where p.org_id = m.org_id and p.member_id = m.id) as projects
       from member m join organisation o on o.id = m.org_id
      where o.key = $1 and m.role <> 'client' order by m.role = 'observer', m.id limit $2`,
    [ORG, CLIENTS],
  );
  if (rows.length < CLIENTS) throw new Error(`There are ${rows.length} people; delete the folder of the data.`);
  return rows;
}

const crowds: ChildProcess[] = [];
async function tell(order: (at: number) => Order): Promise<Report[]> {
  return Promise.all(
    crowds.map(async (crowd, at) => {
      const reported = once(crowd, 'message') as Promise<[Report]>;
      crowd.send(order(at));
      return (await reported)[0];
    }),
  );
}

async function startCrowds(database: pg.Client, room: string): Promise<string[]> {
  const people = await peopleOf(database);
  const cookies: string[] = [];
  const next = people.keys();
  await Promise.all(
    Array.from({ length: 10 }, async () => {
      for (const at of next) cookies[at] = (await signIn(app, ORG, people[at]?.email)).cookie;
    }),
  );
  const all: Crowd['people'] = people.map(({ id, org_id, projects }, at) => ({
    cookie: `guildhall.session=${cookies[at]}`,
    channels: [organisationChannel(org_id), memberChannel(id), ...projects.map(projectChannel)],
  }));
  const socket = `ws://localhost:${REALTIME}/app/${generatedRealtimeKeys(dataDir()).key}?protocol=7&client=bench&version=1`;
  for (let at = 0; at < CROWDS; at++)
    crowds.push(fork(path.join(import.meta.dirname, 'clients-crowd.ts'), { execArgv: ['--import', 'tsx'] }));
  await tell((at) => ({
    do: 'crowd',
    crowd: { app, socket, room, people: all.filter((_, of) => of % CROWDS === at) },
  }));
  return cookies;
}

function realtimePid(): number {
  const { children } = JSON.parse(fs.readFileSync(path.join(dataDir(), 'run.json'), 'utf8')) as { children: number[] };
  const lines = execFileSync('ps', ['-o', 'pid=,args=', '-p', children.join(',')], { encoding: 'utf8' }).split('\n');
  const line = lines.find((one) => one.includes('realtime.ts'));
  if (!line) throw new Error('The realtime server does not run');
  return Number.parseInt(line, 10);
}
const resident = () =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(realtimePid())], { encoding: 'utf8' })) / 1024;

const together = (reports: Report[]) => ({
  times: reports.flatMap(({ times }) => times),
  failed: reports.flatMap(({ failed }) => failed),
  took: Math.max(...reports.map(({ last }) => last)) - Math.min(...reports.map(({ first }) => first)),
});
const figures: Figure[] = [];
function note(figure: Figure): void {
  figures.push(figure);
  console.log(lineOf(figure));
}
const ms = (name: string, value: number, goal?: number, detail?: string) =>
  note({ name, value, unit: 'ms', ...(goal && { goal }), ...(detail && { detail }) });
const refused = (name: string, count: number) => note({ name, value: count, unit: 'refused', goal: 0 });
const mb = (name: string, value: number, goal?: number) => note({ name, value, unit: 'MB', ...(goal && { goal }) });

/** @returns when each was sent, by its id */
async function say(cookie: string, room_id: string, count: number, everyMs: number): Promise<Record<string, number>> {
  const began: Record<string, number> = {};
  for (let at = 0; at < count; at++) {
    const since = Date.now();
    const answer = await fetch(`${app}/api/message`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: `guildhall.session=${cookie}`, origin: app },
      body: JSON.stringify({ room_id, body: `Said at ${since}`, client_id: randomUUID() }),
    });
    const { data } = (await answer.json()) as { data?: { _id: string } };
    if (data) began[data._id] = since;
    await sleep(Math.max(0, since + everyMs - Date.now()));
  }
  return began;
}

async function reached(began: Record<string, number>, reads = false) {
  for (const giveUp = Date.now() + 20_000; ; await sleep(200)) {
    const heard = together(await tell(() => ({ do: 'tell', began, reads })));
    if (heard.failed.length === 0 || Date.now() > giveUp) return heard;
  }
}

async function measure(database: pg.Client): Promise<void> {
  const { rows } = await database.query<{ id: string }>(
    `select r.id from room r join organisation o on o.id = r.org_id where o.key = $1 and r.kind = 'organisation'`,
    [ORG],
  );
  const room = rows[0]?.id as string;
  const cookies = await startCrowds(database, room);
  const alone = resident();
  mb('realtime: resident alone', alone);

  const come = together(await tell(() => ({ do: 'come', over: COME_MS })));
  ms(`${CLIENTS} are subscribed after`, come.took, 10_000, `they came within ${COME_MS} ms`);
  ms('one is subscribed: p50', quantile(come.times, 0.5));
  ms('one is subscribed: longest', quantile(come.times, 1), 2_000);
  refused('could not subscribe', come.failed.length);
  mb(`realtime: resident with ${CLIENTS}`, resident(), 200);

  const timed = await reached(await say(cookies[0] as string, room, TIMED, TIMED_EVERY_MS));
  ms('a message is heard: p50', quantile(timed.times, 0.5));
  ms('a message is heard: p95', quantile(timed.times, 0.95), 1_000, `${timed.times.length} hearings`);
  refused('not heard', timed.failed.length);

  await tell(() => ({ do: 'read', reads: true }));
  const read = await reached(await say(cookies[0] as string, room, READ, READ_EVERY_MS), true);
  ms('its words are there for all: p50', quantile(read.times, 0.5));
  ms(
    'its words are there for all: p95',
    quantile(read.times, 0.95),
    undefined,
    'each asks for them, in the same moment',
  );
  await tell(() => ({ do: 'read', reads: false }));

  const since = Date.now();
  const counts = Array.from({ length: AUTHORS }, (_, at) => Math.ceil((MESSAGES - at) / AUTHORS));
  const many = await Promise.all(counts.map((count, at) => say(cookies[at] as string, room, count, 0)));
  const all = await reached(Object.assign({}, ...many));
  ms(
    `${MESSAGES} messages are heard after`,
    Date.now() - since,
    undefined,
    `each: p95 ${quantile(all.times, 0.95).toFixed(0)} ms`,
  );
  refused('not heard of these', all.failed.length);
  mb(`realtime: resident after ${MESSAGES}`, resident(), 200);

  const lost = tell(() => ({ do: 'lose' }));
  process.kill(realtimePid(), 'SIGKILL');
  const back = together(await lost);
  ms('all are back after the realtime server was killed', quantile(back.times, 1), 30_000);
  refused('did not come back', back.failed.length);
  mb(`realtime: resident with ${CLIENTS} at once`, resident(), 200);
}

await main(async () => {
  prepareProcess({ readEnvFile: false });
  process.env.DATA_DIR = path.join(path.resolve(process.env.DATA_DIR ?? path.join(root, '.data')), 'bench-clients');
  let code = 1;
  try {
    const seed = ['--orgs', '1', '--users', String(Math.ceil(CLIENTS * 1.15)), '--tasks', '500'];
    const settings = { REALTIME_PORT: String(REALTIME) };
    await startDemo(dataDir(), PORT, processCount(), seed, settings);
    const { url } = await startPostgres({ dir: path.join(dataDir(), 'postgres') });
    const database = new pg.Client({ connectionString: url });
    await database.connect();
    await measure(database);
    await database.end();
    code = figures.every(meetsGoal) ? 0 : 1;
  } finally {
    for (const crowd of crowds) crowd.kill();
    await stopAll();
    await releasePostgres({ dir: path.join(dataDir(), 'postgres') });
  }
  process.exit(code);
});
