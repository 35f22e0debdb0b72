import { generateNKeysBetween } from 'fractional-indexing';
import type pg from 'pg';
import { dayFrom, hoursBefore, insertRows, passwordHash, type Row, seedId } from './rows';
import { CATEGORIES, COMMENTS, FAMILY_NAMES, GIVEN_NAMES, OBJECTS, PROJECT_NAMES, VERBS } from './words';

export type Size = {
  orgs: number;
  users: number;
  tasks: number;
  seed: number;
};
/** Called after each organisation with what was written so far. */
export type Progress = (written: { orgs: number; tasks: number; rows: number; skipped: number }) => void;

const TASKS_A_PROJECT = 250;
const ROLES = ['admin', 'subadmin', 'leader', 'user', 'client', 'observer'] as const;
const ROLE_OF: Record<string, string> = { leader: 'team_leader' };
const PRIORITIES = ['none', 'none', 'none', 'low', 'medium', 'medium', 'high', 'urgent'];
const STATUSES = [1, 1, 1, 2, 2, 3, 4, 4, 4, 4, 5, 5];

/** Numbers in [0, 1), always the same for a seed (mulberry32). */
function randomFrom(seed: number) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}

class Dice {
  readonly #next: () => number;
  constructor(seed: number) {
    this.#next = randomFrom(seed);
  }
  below(limit: number) {
    return Math.floor(this.#next() * limit);
  }
  of<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)] as T;
  }
  chance(part: number) {
    return this.#next() < part;
  }
}

export async function generate(client: pg.ClientBase, size: Size, progress: Progress, now = new Date()) {
  const password = await passwordHash();
  const written = { orgs: 0, tasks: 0, rows: 0, skipped: 0 };
  const { rows } = await client.query<{ key: string }>(`select key from organisation where key like 'org-%'`);
  const existing = new Set(rows.map(({ key }) => key));
  for (let at = 0; at < size.orgs; at++) {
    const key = `org-${String(at + 1).padStart(4, '0')}`;
    const tasks = Math.floor(((at + 1) * size.tasks) / size.orgs) - Math.floor((at * size.tasks) / size.orgs);
    if (existing.has(key)) written.skipped++;
    else {
      const tables = organisationRows(key, at, tasks, size, password, now);
      await client.query('begin');
      try {
        for (const [table, content] of tables) written.rows += await insertRows(client, table, content);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw error;
      }
      written.orgs++;
      written.tasks += tasks;
    }
    progress(written);
  }
  await client.query('analyze');
  return written;
}

function organisationRows(key: string, index: number, tasks: number, size: Size, password: string, now: Date) {
  const dice = new Dice(Math.imul(size.seed + 1, 2_654_435_761) ^ (index * 40_503));
  const id = (name: string) => seedId(`${size.seed} ${key} ${name}`);
  const org_id = id('organisation');
  const since = hoursBefore(now, 24 * 400);
  const organisation = {
    id: org_id,
    key,
    name: `${dice.of(FAMILY_NAMES)} & ${dice.of(FAMILY_NAMES)}`,
    tint: `c${1 + (index % 8)}`,
    listed: true,
    verified_at: since,
    created_at: since,
  };
  const person: Row[] = [];
  const member: Row[] = [];
  const byRole: Record<string, string[]> = {
    admin: [],
    subadmin: [],
    team_leader: [],
    user: [],
    client: [],
    observer: [],
  };
  for (let at = 0; at < size.users; at++) {
    const known = ROLES[at];
    const role = known ? (ROLE_OF[known] ?? known) : at % 10 === 6 ? 'client' : at % 10 === 7 ? 'team_leader' : 'user';
    const name = `${dice.of(GIVEN_NAMES)} ${dice.of(FAMILY_NAMES)}`;
    const email = known ? `${known}@${key}.test` : `${name.toLowerCase().replace(/[^a-z]+/g, '.')}.${at}@${key}.test`;
    person.push({
      id: seedId(email),
      email,
      name,
      password_hash: password,
      email_verified_at: since,
      password_changed_at: since,
      created_at: since,
    });
    member.push({ id: id(email), org_id, person_id: seedId(email), role, approval: 1, name, email, created_at: since });
    byRole[role]?.push(id(email));
  }
  const category = CATEGORIES.map((name, at) => ({
    id: id(name),
    org_id,
    name,
    colour: `c${at + 1}`,
    created_at: since,
  }));
  const tables: Record<string, Row[]> = {
    project: [],
    project_member: [],
    task_counter: [],
    task: [],
    task_assignee: [],
    comment: [],
    activity: [],
  };
  const projects = Math.max(1, Math.ceil(tasks / TASKS_A_PROJECT));
  for (let at = 0; at < projects; at++) {
    const count = Math.floor(((at + 1) * tasks) / projects) - Math.floor((at * tasks) / projects);
    addProject(tables, { dice, id, org_id, at, count, byRole, categories: category.map((one) => one.id), now });
  }
  return [
    ['organisation', [organisation]],
    ['person', person],
    ['member', member],
    ['category', category],
    ...Object.entries(tables),
  ] as [string, Row[]][];
}

type ProjectPlace = {
  dice: Dice;
  id: (name: string) => string;
  org_id: string;
  at: number;
  count: number;
  byRole: Record<string, string[]>;
  categories: string[];
  now: Date;
};

function addProject(
  tables: Record<string, Row[]>,
  { dice, id, org_id, at, count, byRole, categories, now }: ProjectPlace,
) {
  const key = `P${at + 1}`.padEnd(2, '0');
  const project_id = id(key);
  const leaders = byRole.team_leader?.length ? byRole.team_leader : (byRole.admin ?? []);
  const leader = leaders[at % Math.max(1, leaders.length)] ?? null;
  const users = (byRole.user ?? []).filter((_, user) => user === 0 || (user + at) % 3 === 0);
  const clients = (byRole.client ?? []).filter((_, client) => client === 0 || (client + at) % 2 === 0);
  const team = [...new Set([...(leader ? [leader] : []), ...users])];
  const createdAt = hoursBefore(now, 24 * 300);
  tables.project?.push({
    id: project_id,
    org_id,
    key,
    name: `${dice.of(PROJECT_NAMES)} ${at + 1}`,
    description: 'Generated for measurements.',
    type: at % 3 === 2 ? 'mobile_application' : 'web_application',
    status: 'active',
    tint: `c${1 + (at % 8)}`,
    category_id: dice.of(categories),
    leader_id: leader,
    start_date: dayFrom(now, -300),
    due_date: dayFrom(now, 60),
    version: 1,
    created_by_id: byRole.admin?.[0] ?? leader,
    created_at: createdAt,
    updated_at: hoursBefore(now, dice.below(200)),
  });
  for (const member_id of [...team, ...clients])
    tables.project_member?.push({
      org_id,
      project_id,
      member_id,
      is_contact: member_id === leader,
      joined_at: createdAt,
    });
  tables.task_counter?.push({ org_id, project_id, last: count });
  const statuses = Array.from({ length: count }, () => dice.of(STATUSES));
  const ranks = [1, 2, 3, 4, 5].map((status) =>
    generateNKeysBetween(null, null, statuses.filter((one) => one === status).length),
  );
  for (const [index, status] of statuses.entries()) {
    const task_id = id(`${key}-${index + 1}`);
    const audience = dice.chance(0.4) ? 'client' : 'internal';
    const title = `${dice.of(VERBS)} ${dice.of(OBJECTS)}`;
    const age = 24 + dice.below(24 * 280);
    const by = team.length ? dice.of(team) : null;
    const due = dice.chance(0.7) ? dice.below(90) - (status === 4 ? 80 : 15) : undefined;
    const changed = hoursBefore(now, Math.floor(age / 4));
    tables.task?.push({
      id: task_id,
      org_id,
      project_id,
      number: index + 1,
      title,
      description: dice.chance(0.3) ? `${title}.\n\n- ${dice.of(COMMENTS)}\n- ${dice.of(COMMENTS)}` : '',
      status,
      priority: dice.of(PRIORITIES),
      rank: ranks[status - 1]?.shift(),
      audience,
      category_id: dice.chance(0.6) ? dice.of(categories) : null,
      due_date: dayFrom(now, due),
      estimate_minutes: dice.chance(0.3) ? 30 * (1 + dice.below(20)) : null,
      created_by_id: by,
      version: status === 1 ? 1 : 2,
      completed_at: status === 4 ? changed : null,
      created_at: hoursBefore(now, age),
      updated_at: changed,
    });
    const assignee = team.length && dice.chance(0.8) ? dice.of(team) : null;
    if (assignee)
      tables.task_assignee?.push({
        org_id,
        task_id,
        member_id: assignee,
        project_id,
        audience,
        assigned_at: hoursBefore(now, age - 1),
      });
    const line = (kind: string, data: Row, created_at: string, shown: boolean) =>
      tables.activity?.push({
        id: id(`${task_id} ${kind}`),
        org_id,
        project_id,
        task_id,
        task_audience: audience,
        audience: shown ? audience : 'internal',
        actor_id: by,
        kind,
        data,
        created_at,
      });
    line('task.created', {}, hoursBefore(now, age), true);
    if (status !== 1) line('task.moved', { from: 1, to: status }, changed, true);
    if (dice.chance(0.3))
      tables.comment?.push({
        id: id(`${task_id} comment`),
        org_id,
        task_id,
        project_id,
        task_audience: audience,
        audience: dice.chance(0.5) ? audience : 'internal',
        author_id: by,
        body: dice.of(COMMENTS),
        created_at: changed,
      });
  }
}
