import 'server-only';
import { findsOwnOnly, findsProjects } from '@/lib/bin/policy';
import type { BinnedRecord, ListBinned } from '@/lib/bin/schema';
import type { Page } from '@/lib/contract/endpoint';
import type { Ctx } from '@/lib/org';
import { paginate } from '@/lib/paging';
import { canBringBack } from '@/lib/permission/policy';
import { canDeleteProject } from '@/lib/project/policy';
import { isId } from '@/lib/project/queries.people';
import { BIN_DAYS, binnedSince } from '@/lib/retention';
import { sql } from '@/lib/sql';
import { canPurgeTask } from '@/lib/task/policy';

const DAY = 86_400_000;

/** What the caller may restore, last deleted first: tasks, and for admins projects; leaders find what others deleted too. */
export async function listBinned(ctx: Ctx, { kind, ...range }: ListBinned): Promise<Page<BinnedRecord>> {
  const { db, actor } = ctx;
  if (findsProjects(actor)) await ctx.openBin();
  const found = sql`
      select 'task' as kind, t.id, p.key || '-' || t.number as key, t.title as name, t.deleted_at, t.deleted_by_id, t.project_id, t.created_by_id,
             p.leader_id, null::int as task_count,
             json_build_object('_id', p.id, 'key', p.key, 'name', p.name) as project
        from task t join project p on p.org_id = t.org_id and p.id = t.project_id
       where t.deleted_at is not null and p.deleted_at is null and ${kind}::text in ('all', 'task')
         and (not ${findsOwnOnly(actor)}::boolean or t.created_by_id = ${actor.memberId}::uuid and t.deleted_by_id = ${actor.memberId}::uuid)
      union all
      select 'project', p.id, p.key, p.name, p.deleted_at, null, p.id, p.created_by_id, p.leader_id,
             (select count(*)::int from task t where t.project_id = p.id and t.deleted_at is null), null
        from project p
       where p.deleted_at > ${binnedSince()}::timestamptz and ${kind}::text in ('all', 'project') and ${findsProjects(actor)}::boolean`;
  const columns = sql`s.*,
           case when m.id is null then null else json_build_object('_id', m.id, 'name', shown_name(m.name, m.namesake), 'pic', m.picture) end as deleted_by`;
  const joins = sql`
      left join lateral (
        select a.actor_id from activity a where s.kind = 'project' and a.project_id = s.id and a.kind = 'project.deleted'
         order by a.created_at desc limit 1) of_project on true
      left join member m on m.id = coalesce(s.deleted_by_id, of_project.actor_id)`;
  const order = sql`deleted_at desc, id desc`;
  return paginate(db, range, { found, order, columns, joins }, (row: Row) => recordOf(ctx, row));
}

/** By id or key; null if absent or the caller may not restore it. */
export async function findBinnedProject(
  ctx: Ctx,
  reference: string,
): Promise<{ _id: string; key: string; name: string } | null> {
  if (!canDeleteProject(ctx.actor)) return null;
  await ctx.openBin();
  const project = await ctx.db.project.findFirst({
    where: { ...(isId(reference) ? { id: reference } : { key: reference }), deletedAt: { gt: binnedSince() } },
    select: { id: true, key: true, name: true },
  });
  return project && { _id: project.id, key: project.key, name: project.name };
}

function recordOf({ actor }: Ctx, row: Row): BinnedRecord {
  const { id, deleted_at: at, kind, key, name, project, task_count, deleted_by } = row;
  const purge = kind === 'task' ? canPurgeTask(actor, { leaderId: row.leader_id }) : canDeleteProject(actor);
  return {
    kind,
    _id: id,
    key,
    name,
    project,
    task_count,
    deleted_by,
    deleted_at: at.toISOString(),
    removed_at: new Date(at.getTime() + BIN_DAYS * DAY).toISOString(),
    rights: { restore: kind === 'project' || canBringBack(actor, row.deleted_by_id), purge },
  };
}

type Row = Pick<BinnedRecord, 'kind' | 'key' | 'name' | 'project' | 'task_count' | 'deleted_by'> & {
  id: string;
  deleted_at: Date;
  deleted_by_id: string | null;
  leader_id: string | null;
};
