import 'server-only';
import { allow, DomainError, invalidField, notFound, stale } from '@/lib/errors';
import { renderedFor } from '@/lib/markdown/kept';
import type { Ctx } from '@/lib/org';
import { addFirstMembers, seatLeader } from '@/lib/project/membership';
import {
  type Candidate,
  canAppointLeader,
  canArchiveProject,
  canCreateProject,
  canEditProject,
  canPlace,
  whyNotJoin,
  whyNotLead,
} from '@/lib/project/policy';
import { getProjectCard, isKeyTaken } from '@/lib/project/queries';
import { candidates, findProject } from '@/lib/project/queries.people';
import type { ChangeProjectStatus, CreateProject, EditProject, ProjectCard } from '@/lib/project/schema';
import { keyFromName } from '@/lib/project/vocabulary';
import { startNumbering } from '@/lib/task/queries.rank';
import { fromDate, newId, toDate } from '@/lib/validation';

/** Without `code` the key is numbered until free. Throws `forbidden`, `invalid` (people), `conflict` (`code`). */
export async function createProject(ctx: Ctx, input: CreateProject): Promise<ProjectCard> {
  const { actor } = ctx;
  const rendered = renderedFor('description', input.description);
  allow(canCreateProject(actor), 'Your role cannot create projects.');
  const leaderId = input.team_leader_id ?? actor.memberId;
  allow(leaderId === actor.memberId || canAppointLeader(actor), 'You lead the projects you create.');

  const memberIds = new Set([leaderId, actor.memberId, ...input.member_ids, ...input.client_ids]);
  const people = await candidates(ctx, [...memberIds]);
  check('team_leader_id', whyNotLead(people.get(leaderId)));
  for (const id of input.member_ids) check('member_ids', whyNotJoin(people.get(id), 'team'));
  for (const id of input.client_ids) check('client_ids', whyNotJoin(people.get(id), 'client'));
  for (const [id, { role }] of people)
    allow(id === actor.memberId || canPlace(actor, role), 'A team leader can only add users and clients.');
  await checkCategory(ctx, input.category_id);

  const id = newId();
  await ctx.joined(id);
  await insertWithKey(ctx, input, { id, leaderId, rendered });
  await addFirstMembers(ctx, id, [...memberIds], leaderId);
  await startNumbering(ctx, id);
  ctx.happened('project.created', { id, version: 1, people: [...memberIds] }, { name: input.name });
  return getProjectCard(ctx, id);
}

/** A new leader becomes a member and its clients' contact. */
export async function editProject(ctx: Ctx, { project_id: id, version, ...input }: EditProject): Promise<ProjectCard> {
  const { db, actor } = ctx;
  const rendered = input.description === undefined ? null : renderedFor('description', input.description);
  const named = { select: { name: true } };
  const before = await db.project.findFirst({ where: { id }, include: { category: named, leader: named } });
  if (!before) throw notFound('The project');
  allow(canEditProject(actor, before), 'Only the project’s leader, or an admin or sub-admin, can change it.');
  if (before.version !== version) throw stale(await getProjectCard(ctx, id));

  const [startDate, dueDate] = [toDate(input.start_date), toDate(input.due_date)];
  const after = {
    name: input.name,
    key: input.code,
    description: input.description,
    type: input.type,
    categoryId: input.category_id,
    leaderId: input.team_leader_id,
    startDate,
    dueDate,
    tint: input.tint,
  };
  const changed = (Object.keys(after) as (keyof typeof after)[]).filter(
    (field) => after[field] !== undefined && comparable(after[field]) !== comparable(before[field]),
  );
  if (!changed.length) return getProjectCard(ctx, id);
  const [start, due] = [
    startDate === undefined ? before.startDate : startDate,
    dueDate === undefined ? before.dueDate : dueDate,
  ];
  if (start && due && start > due) throw invalidField('due_date', 'The due date is before the start date.');
  if (changed.includes('key')) await changeKey(ctx, before, after.key ?? before.key);
  const category = changed.includes('categoryId') ? await checkCategory(ctx, after.categoryId) : null;
  let leader: Candidate | undefined;
  if (changed.includes('leaderId')) {
    allow(canAppointLeader(actor), 'Only an admin or sub-admin can choose another leader.');
    leader = after.leaderId ? (await candidates(ctx, [after.leaderId])).get(after.leaderId) : undefined;
    if (after.leaderId) check('team_leader_id', whyNotLead(leader));
  }

  const data = Object.fromEntries(changed.map((field) => [field, after[field]]));
  const { count } = await db.project.updateMany({
    where: { id, version },
    data: {
      ...data,
      ...(rendered && { descriptionHtml: rendered.html, descriptionRenderer: rendered.renderer }),
      version: { increment: 1 },
      updatedAt: new Date(),
    },
  });
  if (!count) throw stale(await getProjectCard(ctx, id));
  if (changed.includes('leaderId')) {
    if (after.leaderId) await seatLeader(ctx, [id], after.leaderId);
    const from = before.leaderId ? { _id: before.leaderId, name: before.leader?.name ?? '' } : null;
    const to = after.leaderId && leader ? { _id: after.leaderId, name: leader.name } : null;
    ctx.happened('project.leader_changed', { id, version: version + 1 }, { from, to });
  }
  for (const field of changed) {
    if (field === 'leaderId') continue;
    const [from, to] = field === 'categoryId' ? [before.category?.name, category?.name] : [before[field], after[field]];
    // Long text: history only says that it changed.
    const values = field === 'description' ? {} : { from: comparable(from), to: comparable(to) };
    ctx.happened('project.edited', { id, version: version + 1 }, { field: WIRE[field], ...values });
  }
  return getProjectCard(ctx, id);
}

/** The same status again changes nothing. */
export async function changeProjectStatus(ctx: Ctx, { id, status }: ChangeProjectStatus): Promise<ProjectCard> {
  const before = await findProject(ctx, id);
  const archives = status === 'archived' || before.status === 'archived';
  allow(
    archives ? canArchiveProject(ctx.actor, before) : canEditProject(ctx.actor, before),
    'Only the project’s leader, or an admin or sub-admin, can change its status.',
  );
  const { count } = await ctx.db.project.updateMany({
    where: { id, status: { not: status } },
    data: { status, version: { increment: 1 }, updatedAt: new Date() },
  });
  const card = await getProjectCard(ctx, id);
  if (!count) return card;
  const from = before.status as ProjectCard['status'];
  ctx.happened('project.status_changed', { id, version: card.version }, { from, to: status });
  return card;
}

const WIRE = {
  name: 'name',
  key: 'code',
  description: 'description',
  type: 'type',
  categoryId: 'category',
  startDate: 'start_date',
  dueDate: 'due_date',
  tint: 'tint',
} as const;

const comparable = (value: Date | string | null | undefined) =>
  value instanceof Date ? fromDate(value) : (value ?? null);

function check(field: string, problem: string | null) {
  if (problem) throw invalidField(field, problem);
}

async function checkCategory({ db }: Ctx, id: string | null | undefined) {
  const category = id ? await db.category.findFirst({ where: { id }, select: { name: true } }) : null;
  if (id && !category) throw invalidField('category_id', 'This category does not exist.');
  return category;
}

const keyTaken = (key: string) =>
  new DomainError('conflict', `The code ${key} is taken.`, { errors: { code: ['This code is taken.'] } });

/** The code that it had stays its own, and leads to it; one that it had before can become its code again. */
async function changeKey({ db }: Ctx, { id, key: former }: { id: string; key: string }, key: string): Promise<void> {
  if (await isKeyTaken(db, key, id)) throw keyTaken(key);
  await db.projectFormerKey.deleteMany({ where: { key, projectId: id } });
  await db.projectFormerKey.create({ data: { key: former, projectId: id } });
}

/** The insert itself finds a taken key: it may belong to a project that the caller cannot see. */
async function insertWithKey(
  ctx: Ctx,
  input: CreateProject,
  { id, leaderId, rendered }: { id: string; leaderId: string; rendered: ReturnType<typeof renderedFor> },
) {
  const base = input.code ?? keyFromName(input.name);
  const taken = await ctx.db.project.findMany({ where: { key: { startsWith: base } }, select: { key: true } });
  const numbers = taken.map(({ key }) => key.slice(base.length) || '1').filter((rest) => /^\d{1,3}$/.test(rest));
  const highest = Math.max(0, ...numbers.map(Number));
  for (let number = input.code ? 1 : highest + 1; number <= highest + 100; number++) {
    const key = number === 1 ? base : `${base}${number}`;
    const taken = await isKeyTaken(ctx.db, key, id);
    if (taken && input.code) throw keyTaken(base);
    if (taken) continue;
    const { count } = await ctx.db.project.createMany({
      data: [
        {
          id,
          key,
          name: input.name,
          description: input.description,
          descriptionHtml: rendered.html,
          descriptionRenderer: rendered.renderer,
          type: input.type,
          tint: input.tint ?? `c${1 + (Number.parseInt(id.slice(-2), 16) % 8)}`,
          categoryId: input.category_id,
          leaderId,
          startDate: toDate(input.start_date),
          dueDate: toDate(input.due_date),
          createdById: ctx.actor.memberId,
        },
      ],
      skipDuplicates: true,
    });
    if (count) return;
    if (input.code) throw keyTaken(base);
  }
  throw new DomainError('conflict', `No code that starts with ${base} is free. Choose one.`);
}
