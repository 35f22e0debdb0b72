import 'server-only';
import { generateKeyBetween } from 'fractional-indexing';
import { isOpen } from '@/lib/archived';
import type { Page } from '@/lib/contract/endpoint';
import { notFound } from '@/lib/errors';
import type { ListMilestones, MilestoneRecord } from '@/lib/milestone/schema';
import type { Ctx } from '@/lib/org';
import { paginate, type Turned } from '@/lib/paging';
import { findProject } from '@/lib/project/queries.people';
import { type SignOffRow, signOffOfMilestone, toSignOff } from '@/lib/sign-off/queries.record';
import { type Db, empty, type Sql, sql } from '@/lib/sql';
import { COMPLETED } from '@/lib/task/vocabulary';

type Row = Omit<MilestoneRecord, 'reached_at' | 'created_at' | 'updated_at' | 'tasks' | 'sign_off'> & {
  sign_off?: SignOffRow | null;
  total: number;
  completed: number;
  reached_at: Date | null;
  created_at: Date;
  updated_at: Date;
};

const toRecord = (
  ctx: Ctx,
  { total, completed, sign_off, reached_at, created_at, updated_at, ...row }: Row,
): MilestoneRecord => ({
  ...row,
  tasks: { total, completed },
  ...(sign_off !== undefined && { sign_off: sign_off && toSignOff(ctx, sign_off) }),
  reached_at: reached_at?.toISOString() ?? null,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
});

const columns: Sql = sql`g.id as _id, g.project_id, p.key as project_key, g.name, to_char(g.due_date, 'YYYY-MM-DD') as due_date,
  g.audience, g.reached_at, g.version, g.created_at, g.updated_at`;

/** Of the milestone `s._id`: the caller's own sight of its tasks, never a number over more than that. */
const counted: Sql = sql`left join lateral (
  select count(*)::int as total, (count(*) filter (where t.status = ${COMPLETED}::smallint))::int as completed
    from task t where t.milestone_id = s._id and t.project_id = s.project_id and t.deleted_at is null) c on s._id is not null`;

/** In the order of their work, project by project; of all projects that are not archived, unless one is named. */
export async function listMilestones(
  ctx: Ctx,
  { project_id: reference, ...range }: ListMilestones,
): Promise<Page<MilestoneRecord>> {
  return milestonesOf(ctx, reference ? (await findProject(ctx, reference)).id : null, range);
}

/** Of a project that the caller has found already, or of all that are not archived. */
export function milestonesOf(ctx: Ctx, projectId: string | null, range: Turned): Promise<Page<MilestoneRecord>> {
  const where = projectId ? sql`g.project_id = ${projectId}::uuid` : isOpen;
  const list = {
    found: sql`select ${columns}, g.rank from milestone g join project p on p.org_id = g.org_id and p.id = g.project_id
                where g.deleted_at is null and ${where}`,
    order: sql`project_key, project_id, rank, _id`,
    columns: sql`s.*, c.total, c.completed${projectId ? sql`, ${signOffOfMilestone(ctx)} as sign_off` : empty}`,
    joins: counted,
  };
  return paginate(ctx.db, range, list, ({ rank: _rank, ...row }: Row & { rank: string }) => toRecord(ctx, row));
}

export async function getMilestone(ctx: Ctx, id: string): Promise<MilestoneRecord> {
  const [row] = await ctx.db.$queryRaw<Row[]>`
    select s.*, c.total, c.completed, ${signOffOfMilestone(ctx)} as sign_off
      from (select ${columns} from milestone g join project p on p.org_id = g.org_id and p.id = g.project_id
             where g.id = ${id}::uuid and g.deleted_at is null) s ${counted}`;
  if (!row) throw notFound('The milestone');
  return toRecord(ctx, row);
}

export type MilestoneFacts = {
  id: string;
  projectId: string;
  leaderId: string | null;
  projectStatus: string;
  name: string;
  dueDate: string | null;
  rank: string;
  audience: string;
  reached: boolean;
  version: number;
};

/** Locked until the transaction ends. `deleted`: whether one is wanted that was deleted. */
export async function lockMilestone({ db }: Ctx, id: string, deleted = false): Promise<MilestoneFacts> {
  const [row] = await db.$queryRaw<MilestoneFacts[]>`
    select g.id, g.project_id as "projectId", p.leader_id as "leaderId", p.status as "projectStatus", g.name,
           to_char(g.due_date, 'YYYY-MM-DD') as "dueDate", g.rank, g.audience, g.reached_at is not null as reached, g.version
      from milestone g join project p on p.org_id = g.org_id and p.id = g.project_id
     where g.id = ${id}::uuid and (g.deleted_at is not null) = ${deleted} for update of g`;
  if (!row) throw notFound(deleted ? 'The deleted milestone' : 'The milestone');
  return row;
}

type Placed = { id: string; rank: string; due: string | null };

/**
 * Its rank among the milestones of the project, which are locked for the transaction: behind `after` (null: first), or
 * behind the last one that is due no later. Null where `after` is none of them.
 */
export async function milestoneRank(
  { db }: Ctx,
  projectId: string,
  { own, due, after }: { own: string; due: string | null; after: string | null | undefined },
): Promise<string | null> {
  await db.$executeRaw`select pg_advisory_xact_lock(hashtextextended('milestone:' || ${projectId}::text, 0))`;
  const others = await db.$queryRaw<Placed[]>`
    select g.id, g.rank, to_char(g.due_date, 'YYYY-MM-DD') as due from milestone g
     where g.project_id = ${projectId}::uuid and g.id <> ${own}::uuid and g.deleted_at is null order by g.rank, g.id`;
  const isBefore = (one: Placed) => (due === null ? true : one.due !== null && one.due <= due);
  const at = after === undefined ? others.findLastIndex(isBefore) : others.findIndex(({ id }) => id === after);
  if (after && at < 0) return null;
  const above = others[at]?.rank ?? null;
  return generateKeyBetween(
    above,
    others.slice(at + 1).find(({ rank }) => above === null || rank > above)?.rank ?? null,
  );
}

/** Ids of its tasks that the caller sees. */
export async function tasksOfMilestone({ db }: Ctx, id: string): Promise<string[]> {
  const rows = await db.task.findMany({ where: { milestoneId: id, deletedAt: null }, select: { id: true } });
  return rows.map((row) => row.id);
}

/** Active members of the project, clients only where they see what it is about. */
export async function projectFollowers(
  { db }: Pick<Ctx, 'db'>,
  projectId: string,
  audience: string,
): Promise<string[]> {
  const rows = await db.projectMember.findMany({
    where: {
      projectId,
      member: { approval: 1, deactivatedAt: null, ...(audience !== 'client' && { role: { not: 'client' } }) },
    },
    select: { memberId: true },
  });
  return rows.map(({ memberId }) => memberId);
}

export const forgetDeletedMilestones = (db: Db) =>
  db.$executeRaw`delete from milestone where deleted_at < now() - interval '1 day'`;
