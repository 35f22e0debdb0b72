import { createHash } from 'node:crypto';
import { generateNKeysBetween } from 'fractional-indexing';
import type pg from 'pg';
import type { Storage } from '../../lib/storage/storage';
import { STANDARD } from '../../lib/workflow/vocabulary';
import { dateOfDay, mondayOf } from '../../lib/working-days';
import { acme } from './acme';
import { acmeChat } from './acme-chat';
import { acmeMeetings } from './acme-meetings';
import { addChat } from './demo-chat';
import type { DemoOrganisation, DemoProject } from './demo-data';
import { addFiles } from './demo-files';
import { addMeetings } from './demo-meetings';
import { addSignOffs } from './demo-sign-offs';
import { addTask, DAY, type Rows } from './demo-task';
import { templateRow } from './demo-template';
import { globex } from './globex';
import { dayFrom, hoursBefore, insertRows, PASSWORD, passwordHash, type Row, seedId } from './rows';

export const DEMO_ORGANISATIONS = [acme, globex];
const STATUS_LABEL = { 1: 'Pending', 2: 'In Process', 3: 'Testing', 4: 'Completed', 5: 'Backlogs' } as const;

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
    category: tinted(organisation, organisation.categories, 'category', founded),
    label: tinted(organisation, organisation.labels, 'label', founded),
    custom_field: fieldRows(organisation, founded),
    project: [],
    project_picture: [],
    custom_field_project: [],
    milestone: [],
    project_update: [],
    saved_view: [],
    workflow: [],
    rule: [],
    template: organisation.templates.map((template) => templateRow(organisation, template, founded)),
    project_member: [],
    task_counter: [],
    task: [],
    task_assignee: [],
    task_label: [],
    custom_value: [],
    dependency: [],
    time_entry: [],
    checklist_item: [],
    client_request: [],
    task_recurrence: [],
    comment: [],
    comment_reaction: [],
    activity: [],
    notification: [],
    file_content: [],
    folder: [],
    file: [],
    file_version: [],
    locked_week: [],
  };
  for (const project of organisation.projects) {
    const picture = (await project.picture?.()) ?? null;
    addProject(rows, organisation, { project, picture, now });
  }
  for (const { to, by, kind, task, hoursAgo, read, archived, snoozedHours } of organisation.notifications)
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
      archived_at: archived ? hoursBefore(now, hoursAgo - 1) : null,
      snoozed_until: snoozedHours ? hoursBefore(now, -snoozedHours) : null,
      arrived_at: hoursBefore(now, snoozedHours ? -snoozedHours : hoursAgo),
    });
  rows.locked_week = lockedWeeks(organisation, now);
  await addFiles(rows, organisation, { storage, now });
  for (const [table, content] of Object.entries(rows)) await insertRows(client, table, content);
  await addSignOffs(client, key, organisation.signOffs ?? [], now);
  if (key === acme.key) {
    await addChat(client, key, acmeChat, now);
    await addMeetings(client, key, acmeMeetings, now);
  }
  return rows.task.length;
}

/** Weeks of UTC, as the demo's organisations are. */
const lockedWeeks = ({ key, lockedWeeks = [] }: DemoOrganisation, now: Date): Row[] =>
  lockedWeeks.map(({ of, by, weeksAgo }) => {
    const monday = mondayOf(Math.floor(now.getTime() / 86_400_000)) - 7 * weeksAgo;
    return {
      ...{ org_id: seedId(key), member_id: seedId(`${key}.${of}`), locked_by_id: seedId(`${key}.${by}`) },
      ...{ monday: dateOfDay(monday), begins_at: dateOfDay(monday), ends_at: dateOfDay(monday + 7) },
      locked_at: hoursBefore(now, 20),
    };
  });

const fieldRows = ({ key, fields }: DemoOrganisation, founded: string): Row[] =>
  fields.map(({ name, kind, client, choices = {}, projects }, position) => ({
    id: seedId(`${key} field ${name}`),
    org_id: seedId(key),
    name,
    kind,
    audience: client ? 'client' : 'internal',
    choices: Object.entries(choices).map(([choice, colour]) => ({
      _id: seedId(`${key} choice ${name} ${choice}`),
      name: choice,
      colour,
    })),
    every_project: !projects,
    position,
    version: 1,
    live: true,
    created_at: founded,
  }));

const tinted = ({ key }: DemoOrganisation, names: Record<string, string>, kind: string, founded: string): Row[] =>
  Object.entries(names).map(([name, colour]) => ({
    id: seedId(kind === 'category' ? `${key} ${name}` : `${key} ${kind} ${name}`),
    org_id: seedId(key),
    name,
    colour,
    created_at: founded,
  }));

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

function addProject(
  rows: Rows,
  { key: org, categories, fields: all }: DemoOrganisation,
  { project, picture, now }: { project: DemoProject; picture: Buffer | null; now: Date },
) {
  const orgId = seedId(org);
  const id = seedId(`${org} ${project.key}`);
  const seat = (name: string | undefined) => (name ? seedId(`${org}.${name}`) : null);
  const leader = project.members[0];
  const fields = all.filter(({ projects }) => !projects || projects.includes(project.key));
  const createdAt = hoursBefore(now, -project.start * DAY + 60);
  const categoryId = (name: string | undefined) => {
    if (name && !(name in categories)) throw new Error(`${project.key}: there is no category ${name}`);
    return name ? seedId(`${org} ${name}`) : null;
  };
  const newest = Math.min(...project.tasks.map(({ age }) => age));
  const version = picture && createHash('sha256').update(picture).digest('base64url').slice(0, 22);
  if (picture && version)
    rows.project_picture.push({ org_id: orgId, project_id: id, version, bytes: `\\x${picture.toString('hex')}` });
  rows.project.push({
    id,
    org_id: orgId,
    key: project.key,
    name: project.name,
    description: project.description,
    type: project.type,
    status: project.status ?? 'active',
    tint: project.tint,
    picture: version && `/api/picture/${id}/${version}.webp`,
    category_id: categoryId(project.category),
    leader_id: seat(leader),
    start_date: dayFrom(now, project.start),
    due_date: dayFrom(now, project.due),
    version: 1,
    created_by_id: seat('admin'),
    created_at: createdAt,
    updated_at: hoursBefore(now, newest * 6),
  });
  for (const { name } of fields.filter(({ projects }) => projects))
    rows.custom_field_project.push({ org_id: orgId, field_id: seedId(`${org} field ${name}`), project_id: id });
  for (const { health, done = '', next = '', trouble = '', client, hoursAgo } of project.updates ?? [])
    rows.project_update.push({
      id: seedId(`${org} ${project.key} update ${hoursAgo}`),
      ...{ org_id: orgId, project_id: id, author_id: seat(leader), health, done, next, trouble },
      audience: client ? 'client' : 'internal',
      created_at: hoursBefore(now, hoursAgo),
    });
  for (const [at, { name, due, reached, client }] of (project.milestones ?? []).entries())
    rows.milestone.push({
      id: seedId(`${org} ${project.key} milestone ${name}`),
      org_id: orgId,
      project_id: id,
      name,
      due_date: dayFrom(now, due),
      rank: `a${at}`,
      audience: client ? 'client' : 'internal',
      reached_at: reached ? hoursBefore(now, reached * DAY) : null,
      version: reached ? 2 : 1,
      created_at: createdAt,
      updated_at: createdAt,
    });
  for (const [position, { by, group, swimlane, layout = 'list', shared = false, ...view }] of (
    project.views ?? []
  ).entries())
    rows.saved_view.push({
      ...view,
      id: seedId(`${org} ${project.key} view ${view.name}`),
      org_id: orgId,
      owner_id: seat(by),
      project_id: id,
      layout,
      grouping: group ?? null,
      swimlane: swimlane ?? null,
      shared,
      position,
    });
  if (project.columns)
    rows.workflow.push({
      id: seedId(`${org} ${project.key} workflow`),
      org_id: orgId,
      project_id: id,
      columns: STANDARD.columns.map((column) => ({ ...column, ...project.columns?.[column.status] })),
      over_limit: 'warn',
      version: 1,
      updated_at: createdAt,
    });
  for (const { value = null, filter = '', ...rule } of project.rules ?? [])
    rows.rule.push({
      ...rule,
      id: seedId(`${org} ${project.key} rule ${rule.name}`),
      org_id: orgId,
      project_id: id,
      enabled: true,
      value,
      filter,
      actor_id: seat(project.members[0]),
      version: 1,
      created_at: createdAt,
      updated_at: createdAt,
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
  for (const { by, title, body, hoursAgo, task, declined } of project.requests ?? []) {
    const decided = task !== undefined || declined !== undefined;
    rows.client_request.push({
      id: seedId(`${org} ${project.key} request ${title}`),
      org_id: orgId,
      project_id: id,
      author_id: seat(by),
      title,
      body,
      state: task !== undefined ? 'accepted' : declined !== undefined ? 'declined' : 'received',
      reason: declined ?? null,
      decided_by_id: decided ? seat(leader) : null,
      decided_at: decided ? hoursBefore(now, hoursAgo - 20) : null,
      task_id: task === undefined ? null : seedId(`${org} ${project.key}-${task}`),
      body_html: '',
      body_renderer: 0,
      version: decided ? 2 : 1,
      created_at: hoursBefore(now, hoursAgo),
      updated_at: hoursBefore(now, decided ? hoursAgo - 20 : hoursAgo),
    });
  }
  const ranks = [1, 2, 3, 4, 5].map((status) =>
    generateNKeysBetween(null, null, project.tasks.filter((task) => task.status === status).length),
  );
  for (const [at, task] of project.tasks.entries()) {
    const rank = ranks[task.status - 1]?.shift() as string;
    addTask(rows, { org, orgId, project, fields, projectId: id, number: at + 1, rank, seat, categoryId, now }, task);
  }
}
