import 'server-only';
import type { Page } from '@/lib/contract/endpoint';
import { notFound } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { paginate, type Turned } from '@/lib/paging';
import { findProject } from '@/lib/project/queries.people';
import { canDeleteUpdate, canEditUpdate, isStillOpen } from '@/lib/project-update/policy';
import type { ListUpdates, UpdateRecord } from '@/lib/project-update/schema';
import type { UpdateHealth } from '@/lib/project-update/vocabulary';
import { badge, type Db, type Sql, sql } from '@/lib/sql';

type Row = Omit<UpdateRecord, 'created_at' | 'edited_at' | 'since' | 'rights' | 'facts'> & {
  leader_id: string | null;
  author_id: string | null;
  since: Date;
  completed: number;
  added: number;
  late: number;
  milestones: UpdateRecord['facts']['milestones'] | null;
  created_at: Date;
  edited_at: Date | null;
};

function toRecord({ actor }: Ctx, row: Row): UpdateRecord {
  const { leader_id, author_id, since, completed, added, late, milestones, created_at, edited_at, ...rest } = row;
  const ruled = { leaderId: leader_id, authorId: author_id, createdAt: created_at };
  return {
    ...rest,
    since: since.toISOString(),
    facts: { completed, added, late, milestones: milestones ?? [] },
    created_at: created_at.toISOString(),
    edited_at: edited_at?.toISOString() ?? null,
    rights: { edit: canEditUpdate(actor, ruled) && isStillOpen(ruled), delete: canDeleteUpdate(actor, ruled) },
  };
}

const updates: Sql = sql`
  select u.id as _id, u.org_id, u.project_id, u.author_id, u.health, u.done, u.next, u.trouble, u.audience, u.version, u.created_at,
         u.edited_at, p.leader_id,
         coalesce(lag(u.created_at) over (partition by u.project_id order by u.created_at, u.id), p.created_at) as since
    from project_update u join project p on p.org_id = u.org_id and p.id = u.project_id
   where u.deleted_at is null`;

/** Of an update `s`, under the reader's own sight: nothing is counted that they do not see. Subtasks are no tasks of their own here. */
const happened = (ctx: Ctx): Sql => sql`
  left join lateral (select ${badge(ctx)} as author from member m where m.org_id = s.org_id and m.id = s.author_id) who on true
  left join lateral (
    select (count(*) filter (where t.completed_at > s.since and t.completed_at <= s.created_at))::int as completed,
           (count(*) filter (where t.created_at > s.since and t.created_at <= s.created_at))::int as added,
           (count(*) filter (where t.due_date < s.created_at::date and t.created_at <= s.created_at
              and (t.completed_at is null or t.completed_at > s.created_at)))::int as late
      from task t where t.org_id = s.org_id and t.project_id = s.project_id and t.parent_id is null and t.deleted_at is null) counted on s._id is not null
  left join lateral (
    select json_agg(json_build_object('name', g.name, 'change', case a.kind when 'milestone.moved' then 'moved' else 'reached' end,
                                      'to', a.data ->> 'to') order by a.created_at, a.id) as milestones
      from activity a join milestone g on g.org_id = a.org_id and g.id = (a.data ->> 'milestone_id')::uuid and g.deleted_at is null
     where a.org_id = s.org_id and a.project_id = s.project_id and a.kind in ('milestone.moved', 'milestone.reached')
       and a.created_at > s.since and a.created_at <= s.created_at) moved on s._id is not null`;

const COLUMNS = sql`s._id, s.project_id, s.author_id, s.health, s.done, s.next, s.trouble, s.audience, s.version, s.created_at, s.edited_at,
  s.leader_id, s.since, who.author, counted.completed, counted.added, counted.late, moved.milestones`;

/** Newest first. */
export async function listUpdates(
  ctx: Ctx,
  { project_id: reference, ...range }: ListUpdates,
): Promise<Page<UpdateRecord>> {
  return updatesOf(ctx, (await findProject(ctx, reference)).id, range);
}

/** Newest first, of a project that the caller has found already. */
export function updatesOf(ctx: Ctx, projectId: string, range: Turned): Promise<Page<UpdateRecord>> {
  const list = {
    found: sql`${updates} and u.project_id = ${projectId}::uuid`,
    order: sql`created_at desc, _id desc`,
    columns: COLUMNS,
    joins: happened(ctx),
  };
  return paginate(ctx.db, range, list, (row: Row) => toRecord(ctx, row));
}

export async function getUpdate(ctx: Ctx, id: string): Promise<UpdateRecord> {
  const [row] = await ctx.db.$queryRaw<Row[]>`
    select ${COLUMNS} from (${updates}) s ${happened(ctx)} where s._id = ${id}::uuid`;
  if (!row) throw notFound('The update');
  return toRecord(ctx, row);
}

export type UpdateFacts = {
  id: string;
  projectId: string;
  leaderId: string | null;
  authorId: string | null;
  health: UpdateHealth;
  audience: string;
  version: number;
  createdAt: Date;
};

/** Locked until the transaction ends. `deleted`: whether one is wanted that was deleted. */
export async function lockUpdate({ db }: Ctx, id: string, deleted = false): Promise<UpdateFacts> {
  const [row] = await db.$queryRaw<UpdateFacts[]>`
    select u.id, u.project_id as "projectId", p.leader_id as "leaderId", u.author_id as "authorId", u.health, u.audience, u.version,
           u.created_at as "createdAt"
      from project_update u join project p on p.org_id = u.org_id and p.id = u.project_id
     where u.id = ${id}::uuid and (u.deleted_at is not null) = ${deleted} for update of u`;
  if (!row) throw notFound(deleted ? 'The deleted update' : 'The update');
  return row;
}

export const forgetDeletedUpdates = (db: Db) =>
  db.$executeRaw`delete from project_update where deleted_at < now() - interval '1 day'`;
