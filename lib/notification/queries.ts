import 'server-only';
import type { Page } from '@/lib/api/endpoint';
import type { ListNotifications, NotificationRecord } from '@/lib/notification/schema';
import type { Ctx } from '@/lib/org';
import { type Sql, sql } from '@/lib/sql';

/** What several notifications are about together: one row of the inbox each. */
const subject: Sql = sql`coalesce(n.task_id::text, n.data ->> 'project_id', n.data ->> 'deleted_project_id', n.id::text)`;

/**
 * The caller's notifications that are still true, with their subjects: a move only while the task is where it says, a
 * request only while it waits, a place only while one has it; and nothing of what the caller sees no more, or what is in
 * the bin.
 */
const current = ({ actor }: Ctx): Sql => sql`
  select n.id, n.kind, n.actor_id, n.task_id, n.data, n.created_at, n.read_at, n.org_id, ${subject} as subject
    from notification n
    left join task t on t.org_id = n.org_id and t.id = n.task_id
    left join project p on p.org_id = n.org_id and p.id = (n.data ->> 'project_id')::uuid
   where n.member_id = ${actor.memberId}::uuid
     and (n.task_id is null or (t.id is not null and t.deleted_at is null))
     and (n.data ->> 'project_id' is null or p.id is not null)
     and case n.kind
           when 'task.moved' then n.data ->> 'to' is null or (n.data ->> 'to')::int = t.status
           when 'task.assigned' then exists (select from task_assignee ta
             where ta.org_id = n.org_id and ta.task_id = n.task_id and ta.member_id = n.member_id)
           when 'project.leader' then p.leader_id = n.member_id
           when 'project.added' then exists (select from project_member pm
             where pm.org_id = n.org_id and pm.project_id = p.id and pm.member_id = n.member_id)
           when 'project.deleted' then not exists (select from project there
             where there.id = (n.data ->> 'deleted_project_id')::uuid)
           when 'role.changed' then n.data ->> 'role' is null or n.data ->> 'role' = (select app_role())
           when 'role.requested' then exists (select from role_request r
             where r.org_id = n.org_id and r.member_id = n.actor_id and r.granted is null)
           when 'member.requested' then exists (select from member m
             where m.org_id = n.org_id and m.id = n.actor_id and m.approval = 2)
           else true end`;

/**
 * The caller's notifications, newest first: one row for each task or project, holding its newest event. A project that one
 * speaks of comes with it in `data.project`, by the name it has now.
 */
export async function listNotifications(
  ctx: Ctx,
  { filter, page, limit }: ListNotifications,
): Promise<Page<NotificationRecord>> {
  const rows = await ctx.db.$queryRaw<NotificationRow[]>`
    with events as (
      select now.*, row_number() over (partition by subject order by created_at desc, id desc) as place,
             count(*) filter (where read_at is null) over (partition by subject)::int as unread
        from (${current(ctx)}) now),
    found as (select * from events where place = 1 and (${filter}::text = 'all' or unread > 0)),
    shown as (select * from found order by created_at desc, id desc limit ${limit}::int offset ${(page - 1) * limit}::bigint)
    select (select count(*)::int from found) as total, n.id as _id, n.kind, n.created_at,
           case when n.unread = 0 then n.read_at end as read_at,
           n.unread - case when n.read_at is null then 1 else 0 end as more,
           case when m.id is null then null else json_build_object('_id', m.id, 'name', m.name, 'pic', m.picture) end as actor,
           case when t.id is null then null else json_build_object('_id', t.id, 'key', tp.key || '-' || t.number, 'title', t.title) end as task,
           case when p.id is null then n.data
                else n.data || jsonb_build_object('project', jsonb_build_object('_id', p.id, 'key', p.key, 'name', p.name)) end as data
      from (values (1)) as one(row)
      left join shown n on true
      left join member m on m.org_id = n.org_id and m.id = n.actor_id
      left join task t on t.org_id = n.org_id and t.id = n.task_id
      left join project tp on tp.org_id = t.org_id and tp.id = t.project_id
      left join project p on p.org_id = n.org_id and p.id = (n.data ->> 'project_id')::uuid
     order by n.created_at desc, n.id desc`;
  // The one row of an empty page carries the total alone.
  const docs = rows
    .filter(({ _id }) => _id !== null)
    .map(({ total: _total, created_at, read_at, ...row }) => ({
      ...row,
      created_at: created_at.toISOString(),
      read_at: read_at?.toISOString() ?? null,
    }));
  return { docs, total: rows[0]?.total ?? 0, page, limit };
}

/** How many rows of the inbox the caller has not read; counting stops at 100, which shows as 99+. */
export async function unreadCount(ctx: Ctx): Promise<number> {
  const [row] = await ctx.db.$queryRaw<[{ unread: number }]>`
    select count(*)::int as unread
      from (select distinct subject from (${current(ctx)}) now where read_at is null limit 100) few`;
  return row.unread;
}

/** Marks as read what is unread: all of it, or whatever shares a row of the inbox with `ids`. How many were marked. */
export function markRead({ db, actor }: Ctx, ids: readonly string[] | undefined): Promise<number> {
  const mine = sql`n.member_id = ${actor.memberId}::uuid`;
  const named = sql`select ${subject} from notification n where ${mine} and n.id = any(${[...(ids ?? [])]}::uuid[])`;
  return db.$executeRaw`
    update notification n set read_at = now()
     where ${mine} and n.read_at is null and (${ids === undefined}::boolean or ${subject} in (${named}))`;
}

type NotificationRow = Omit<NotificationRecord, 'created_at' | 'read_at'> & {
  created_at: Date;
  read_at: Date | null;
  total: number;
};
