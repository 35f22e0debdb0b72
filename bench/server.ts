/** Calls and pages under load, each beside a bare line with as many rows. */
import type { Figure } from './figures';
import type { Installation } from './installation';
import { compare, load, type Pace, type Target } from './load';

const AT = { connections: 16, seconds: Number(process.env.BENCH_SECONDS ?? 9) };
const CROWD = { connections: 64, seconds: AT.seconds / 3 };

type Line = { name: string; ours: Target; base: Target; goal?: number; writes?: true };

/** In the order in which they run: writes last, since they change what is read. */
export function linesOf({ app, next, node, token, cookie, boards }: Installation): Line[] {
  const board = boards.of(1_000);
  const bearer = { authorization: token, 'accept-encoding': 'gzip' };
  const browser = { cookie: `guildhall.session=${cookie}`, 'accept-encoding': 'gzip' };
  const json = { ...bearer, 'content-type': 'application/json' };
  let n = 0;
  const task = () => board.tasks[n++ % board.tasks.length];
  const read = (path: string, headers: Record<string, string>): Target => ({ url: `${app}${path}`, headers });
  // A page is asked for under a URL that nobody asked for before, so that no copy of it can be measured.
  const page = (path: string, headers: Record<string, string>): Target => ({
    url: () => `${app}${path}${path.includes('?') ? '&' : '?'}first=${n++}`,
    headers,
  });
  const write = (path: string, body: () => object): Target => ({
    url: `${app}/api/${path}`,
    method: 'POST',
    headers: json,
    body: () => JSON.stringify(body()),
  });
  const cards = (count: number): Target => ({ url: `${next}/?cards=${count}`, headers: { 'accept-encoding': 'gzip' } });
  const insert: Target = { url: `${node}/insert`, method: 'POST', body: () => '{}' };
  const tasksOf = `/api/taskListByProject?project_id=${board.id}`;
  return [
    { name: 'nothing', ours: read('/healthz', {}), base: { url: `${next}/nothing` } },
    { name: 'seat', ours: read('/api/loggedInUser', bearer), base: { url: `${next}/nothing` }, goal: 0.4 },
    { name: 'list data', ours: read(`${tasksOf}&limit=50`, bearer), base: { url: `${node}/list` }, goal: 0.3 },
    {
      name: 'board data',
      ours: read(`${tasksOf}&group=status&limit=200`, bearer),
      base: { url: `${node}/board` },
      goal: 0.45,
    },
    { name: 'list page', ours: page(`/${boards.org}/task?project=${board.key}`, browser), base: cards(50), goal: 0.5 },
    {
      name: 'board page',
      ours: page(`/${boards.org}/task?view=board&project=${board.key}`, browser),
      base: cards(250),
      goal: 0.5,
    },
    { name: 'sign-in page', ours: page(`/${boards.org}/login`, {}), base: cards(0), goal: 0.5 },
    { name: 'dashboard page', ours: page(`/${boards.org}/dashboard`, browser), base: cards(0), goal: 0.4 },
    { name: 'settings page', ours: page(`/${boards.org}/settings`, browser), base: cards(0), goal: 0.4 },
    {
      name: 'create',
      ours: write('Task', () => ({ project_id: board.id, title: `Bench ${n++}` })),
      base: insert,
      writes: true,
    },
    {
      name: 'move',
      ours: write('changeTaskStatus', () => ({ task_id: task(), status: 1 + (n % 5) })),
      base: insert,
      writes: true,
    },
    {
      name: 'comment',
      ours: write('addTaskComment', () => ({ task_id: task(), body: `Bench ${n}` })),
      base: insert,
      writes: true,
    },
  ];
}

const words = ({ rps, p50, p99 }: Pace) => `${rps.toFixed(0)} req/s, p50 ${p50.toFixed(0)}, p99 ${p99.toFixed(0)} ms`;

/** Sixteen connections; what writes has goals of its own, and is tried with sixty-four too. */
export async function measureLine({ name, ours, base, goal, writes }: Line): Promise<Figure[]> {
  const seen = await compare(ours, base, AT);
  const detail = `${words(seen.ours)}; bare ${seen.base.rps.toFixed(0)} req/s`;
  const share: Figure = { name, value: seen.ratio, unit: '×', detail, ...(goal !== undefined && { goal }) };
  const refused = seen.ours.refused + seen.base.refused;
  if (!writes)
    return refused ? [share, { name: `${name}: refused`, value: refused, unit: 'refused', goal: 0 }] : [share];
  const crowd = await load(ours, CROWD);
  return [
    share,
    { name: `${name}: p50`, value: seen.ours.p50, unit: 'ms', goal: 60 },
    { name: `${name}: p99`, value: seen.ours.p99, unit: 'ms', goal: 250 },
    {
      name: `${name}: refused at ${CROWD.connections}`,
      value: refused + crowd.refused,
      unit: 'refused',
      goal: 0,
      detail: words(crowd),
    },
  ];
}

const GROUPS = ['status', 'assignee', 'priority', 'label'] as const;

/** The board of 10,000 tasks by what no index has in order, one call after the other. */
export async function measureGroupedBoards({ app, token, boards }: Installation): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const group of GROUPS) {
    const url = `${app}/api/taskBoard?project_id=${boards.of(10_000).id}&group=${group}`;
    const seen = await load({ url, headers: { authorization: token } }, { connections: 1, seconds: AT.seconds / 3 });
    figures.push({ name: `board of 10000 by ${group}: p50`, value: seen.p50, unit: 'ms', detail: words(seen) });
    if (seen.refused)
      figures.push({ name: `board by ${group}: refused`, value: seen.refused, unit: 'refused', goal: 0 });
  }
  return figures;
}
