import { generateNKeysBetween } from 'fractional-indexing';
import type pg from 'pg';
import type { Storage } from '../../lib/storage/storage';
import { acme } from './acme';
import type { DemoOrganisation, DemoProject, DemoTask } from './demo-data';
import { addFiles, type FileRows } from './demo-files';
import { globex } from './globex';
import { dayFrom, hoursBefore, insertRows, PASSWORD, passwordHash, type Row, seedId } from './rows';

export const DEMO_ORGANISATIONS = [acme, globex];
const DAY = 24;
const STATUS_LABEL = { 1: 'Pending', 2: 'In Process', 3: 'Testing', 4: 'Completed', 5: 'Backlogs' } as const;

/** By table, in an order that foreign keys accept. */
type Rows = Record<
  | 'person'
  | 'member'
  | 'category'
  | 'project'
  | 'project_member'
  | 'task_counter'
  | 'task'
  | 'task_assignee'
  | 'comment'
  | 'activity'
  | 'notification',
  Row[]
> &
  FileRows;

/**
 * One transaction, as the owner; nothing when they are there. The bytes of files go to `storage`.
 * @returns how many tasks were written; 0 when there was nothing to do
 */
export async function loadDemo(client: pg.ClientBase, storage: Storage, now = new Date()): Promise<number> {
  await client.query('begin');
  try {
    await client.query(`select pg_advisory_xact_lock(hashtextextended('demo data', 0))`);
    const { rowCount } = await client.query(`select from organisation where key = any ($1)`, [
      DEMO_ORGANISATIONS.map(({ key }) => key),
    ]);
    let tasks = 0;
    if (!rowCount) {
      const people = new Set<string>();
      for (const organisation of DEMO_ORGANISATIONS)
        tasks += await loadOrganisation(client, organisation, people, { storage, now });
    }
    await client.query('commit');
    return tasks;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

async function loadOrganisation(
  client: pg.ClientBase,
  organisation: DemoOrganisation,
  known: Set<string>,
  { storage, now }: { storage: Storage; now: Date },
) {
  const orgId = seedId(organisation.key);
  const founded = hoursBefore(now, 200 * DAY);
  const { key, name, tint } = organisation;
  await insertRows(client, 'organisation', [
    { id: orgId, key, name, tint, listed: true, verified_at: founded, created_at: founded },
  ]);
  const rows: Rows = {
    person: await newPeople(organisation, known, founded),
    member: memberRows(organisation, orgId, now),
    category: Object.entries(organisation.categories).map(([category, colour]) => ({
      id: seedId(`${key} ${category}`),
      org_id: orgId,
      name: category,
      colour,
      created_at: founded,
    })),
    project: [],
    project_member: [],
    task_counter: [],
    task: [],
    task_assignee: [],
    comment: [],
    activity: [],
    notification: [],
    file_content: [],
    storage_use: [],
    folder: [],
    file: [],
    file_version: [],
  };
  for (const project of organisation.projects) addProject(rows, organisation, project, now);
  for (const { to, by, kind, task, hoursAgo, read } of organisation.notifications)
    rows.notification.push({
      id: seedId(`${key} to ${to} ${kind} ${task} ${hoursAgo}`),
      org_id: orgId,
      member_id: seedId(`${key}.${to}`),
      actor_id: seedId(`${key}.${by}`),
      task_id: seedId(`${key} ${task}`),
      kind,
      data: kind === 'task.moved' ? movedTo(organisation, task) : {},
      created_at: hoursBefore(now, hoursAgo),
      read_at: read ? hoursBefore(now, hoursAgo - 1) : null,
    });
  await addFiles(rows, organisation, { storage, now });
  for (const [table, content] of Object.entries(rows)) await insertRows(client, table, content);
  return rows.task.length;
}

function movedTo({ projects }: DemoOrganisation, task: string): Row {
  const [key, number] = task.split('-');
  const to = projects.find((project) => project.key === key)?.tasks[Number(number) - 1]?.status;
  if (!to) throw new Error(`There is no task ${task}`);
  return { to, label: STATUS_LABEL[to] };
}

async function newPeople({ members }: DemoOrganisation, known: Set<string>, createdAt: string): Promise<Row[]> {
  const fresh = members.filter(({ email }) => !known.has(email));
  for (const { email } of fresh) known.add(email);
  return Promise.all(
    fresh.map(async ({ email, name }) => ({
      id: seedId(email),
      email,
      name,
      password_hash: await passwordHash(PASSWORD),
      email_verified_at: createdAt,
      password_changed_at: createdAt,
      created_at: createdAt,
    })),
  );
}

const memberRows = ({ key, members }: DemoOrganisation, orgId: string, now: Date): Row[] =>
  members.map((member, at) => ({
    id: seedId(`${key}.${member.seat}`),
    org_id: orgId,
    person_id: seedId(member.email),
    role: member.role,
    approval: member.pending ? 2 : 1,
    name: member.name,
    email: member.email,
    phone: member.phone ?? null,
    company: member.company ?? null,
    last_seen_at: member.pending ? null : hoursBefore(now, 3 + at * 5),
    created_at: hoursBefore(now, (member.pending ? 2 : 190 - at * 3) * DAY),
  }));

function addProject(rows: Rows, { key: org, categories }: DemoOrganisation, project: DemoProject, now: Date) {
  const orgId = seedId(org);
  const id = seedId(`${org} ${project.key}`);
  const seat = (name: string | undefined) => (name ? seedId(`${org}.${name}`) : null);
  const leader = project.members[0];
  const createdAt = hoursBefore(now, -project.start * DAY + 60);
  const categoryId = (name: string | undefined) => {
    if (name && !(name in categories)) throw new Error(`${project.key}: there is no category ${name}`);
    return name ? seedId(`${org} ${name}`) : null;
  };
  const newest = Math.min(...project.tasks.map(({ age }) => age));
  rows.project.push({
    id,
    org_id: orgId,
    key: project.key,
    name: project.name,
    description: project.description,
    type: project.type,
    status: project.status ?? 'active',
    tint: project.tint,
    category_id: categoryId(project.category),
    leader_id: seat(leader),
    start_date: dayFrom(now, project.start),
    due_date: dayFrom(now, project.due),
    version: 1,
    created_by_id: seat('admin'),
    created_at: createdAt,
    updated_at: hoursBefore(now, newest * 6),
  });
  for (const member of project.members)
    rows.project_member.push({
      org_id: orgId,
      project_id: id,
      member_id: seat(member),
      is_contact: project.contacts.includes(member),
      joined_at: createdAt,
    });
  rows.task_counter.push({ org_id: orgId, project_id: id, last: project.tasks.length });
  rows.activity.push({
    id: seedId(`${org} ${project.key} created`),
    org_id: orgId,
    project_id: id,
    task_id: null,
    task_audience: 'internal',
    audience: 'internal',
    actor_id: seat('admin'),
    kind: 'project.created',
    data: { name: project.name },
    created_at: createdAt,
  });
  const ranks = [1, 2, 3, 4, 5].map((status) =>
    generateNKeysBetween(null, null, project.tasks.filter((task) => task.status === status).length),
  );
  for (const [at, task] of project.tasks.entries()) {
    const rank = ranks[task.status - 1]?.shift() as string;
    addTask(rows, { org, orgId, project, projectId: id, number: at + 1, rank, seat, categoryId, now }, task);
  }
}

type TaskPlace = {
  org: string;
  orgId: string;
  project: DemoProject;
  projectId: string;
  number: number;
  rank: string;
  seat: (name: string | undefined) => string | null;
  categoryId: (name: string | undefined) => string | null;
  now: Date;
};

function addTask(rows: Rows, place: TaskPlace, task: DemoTask) {
  const { org, orgId, project, projectId, number, rank, seat, categoryId, now } = place;
  const name = `${org} ${project.key}-${number}`;
  const id = seedId(name);
  const audience = task.client ? 'client' : 'internal';
  const by = task.by ?? project.members[0];
  const age = task.age * DAY;
  const steps = stepsTo(task.status);
  const lastStep = age * 0.15 + 2;
  const lastComment = Math.min(...(task.comments ?? []).map(({ hoursAgo }) => hoursAgo), lastStep);
  rows.task.push({
    id,
    org_id: orgId,
    project_id: projectId,
    number,
    title: task.title,
    description: task.description ?? '',
    status: task.status,
    priority: task.priority ?? 'none',
    rank,
    audience,
    category_id: categoryId(task.category),
    start_date: dayFrom(now, task.start),
    due_date: dayFrom(now, task.due),
    estimate_minutes: task.estimate ?? null,
    parent_id: task.parent ? seedId(`${org} ${project.key}-${task.parent}`) : null,
    created_by_id: seat(by),
    version: steps.length + 1,
    completed_at: task.status === 4 ? hoursBefore(now, lastStep) : null,
    created_at: hoursBefore(now, age),
    updated_at: hoursBefore(now, steps.length ? lastComment : Math.min(age, lastComment)),
  });
  const line = (kind: string, actor: string | undefined, hours: number, forClients: boolean, data: Row) =>
    rows.activity.push({
      id: seedId(`${name} ${kind} ${hours}`),
      org_id: orgId,
      project_id: projectId,
      task_id: id,
      task_audience: audience,
      audience: forClients && task.client ? 'client' : 'internal',
      actor_id: seat(actor),
      kind,
      data,
      created_at: hoursBefore(now, hours),
    });
  line('task.created', by, age, true, {});
  const assignees = task.to ?? [];
  for (const member of assignees)
    rows.task_assignee.push({
      org_id: orgId,
      task_id: id,
      member_id: seat(member),
      project_id: projectId,
      audience,
      assigned_at: hoursBefore(now, age - 1),
    });
  if (assignees.length) line('task.assigned', by, age - 1, false, { added: assignees.map(seat), removed: [] });
  for (const [at, to] of steps.entries()) {
    const hours = age - ((age - lastStep) * (at + 1)) / steps.length;
    line('task.moved', assignees[0] ?? by, hours, true, { from: steps[at - 1] ?? 1, to });
  }
  for (const [at, comment] of (task.comments ?? []).entries()) {
    const shown = Boolean(comment.client && task.client);
    const commentId = seedId(`${name} comment ${at}`);
    rows.comment.push({
      id: commentId,
      org_id: orgId,
      task_id: id,
      project_id: projectId,
      task_audience: audience,
      audience: shown ? 'client' : 'internal',
      author_id: seat(comment.by),
      body: comment.text,
      created_at: hoursBefore(now, comment.hoursAgo),
    });
    line('comment.added', comment.by, comment.hoursAgo, shown, { comment_id: commentId });
  }
}

const stepsTo = (status: DemoTask['status']): number[] =>
  status === 1 ? [] : status === 5 ? [5] : [2, 3, 4].filter((step) => step <= status);
