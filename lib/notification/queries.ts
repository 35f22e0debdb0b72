import 'server-only';
import type { Page } from '@/lib/contract/endpoint';
import type { Condition } from '@/lib/contract/event';
import { kindsWhere, namesOf } from '@/lib/event/registry';
import { notificationInWords } from '@/lib/event/words';
import { formatsFor } from '@/lib/formats';
import type { ListNotifications, NotificationRecord } from '@/lib/notification/schema';
import type { Ctx } from '@/lib/org';
import { paginate } from '@/lib/paging';
import { join, type Sql, sql } from '@/lib/sql';

/** Notifications with one subject share a row of the inbox. */
const subject: Sql = sql`coalesce(n.task_id::text, n.data ->> 'project_id', n.data ->> 'deleted_project_id', n.id::text)`;

/** The conditions of `notify.while`, for a notification `n` with its task `t` and project `p`. */
const HOLDS: Record<Condition, Sql> = {
  'status is the same': sql`n.data ->> 'to' is null or (n.data ->> 'to')::int = t.status`,
  'still assigned': sql`exists (select from task_assignee ta
    where ta.org_id = n.org_id and ta.task_id = n.task_id and ta.member_id = n.member_id)`,
  'still leads': sql`p.leader_id = n.member_id`,
  'still in the project': sql`exists (select from project_member pm
    where pm.org_id = n.org_id and pm.project_id = p.id and pm.member_id = n.member_id)`,
  'project is gone': sql`not exists (select from project there
    where there.id = (n.data ->> 'deleted_project_id')::uuid)`,
  'role is the same': sql`coalesce(n.data ->> 'to', n.data ->> 'role', (select app_role())) = (select app_role())`,
  'role request waits': sql`exists (select from role_request r
    where r.org_id = n.org_id and r.member_id = n.actor_id and r.granted is null)`,
  'member waits': sql`exists (select from member m
    where m.org_id = n.org_id and m.id = n.actor_id and m.approval = 2)`,
};

const kindsWaitingOn = (condition: Condition): string[] =>
  kindsWhere(({ notify }) => notify?.while === condition).flatMap(namesOf);

/** True and visible: a move while the task is there, a request while it waits; nothing hidden or in the bin. */
const current = ({ actor }: Ctx): Sql => sql`
  select n.id, n.kind, n.actor_id, n.task_id, n.data, n.created_at, n.read_at, n.org_id, ${subject} as subject
    from notification n
    left join task t on t.org_id = n.org_id and t.id = n.task_id
    left join project p on p.org_id = n.org_id and p.id = (n.data ->> 'project_id')::uuid
   where n.member_id = ${actor.memberId}::uuid
     and (n.task_id is null or (t.id is not null and t.deleted_at is null))
     and (n.data ->> 'project_id' is null or p.id is not null)
     and case ${join(
       Object.entries(HOLDS).map(
         ([condition, holds]) =>
           sql`when n.kind = any(${kindsWaitingOn(condition as Condition)}::text[]) then ${holds}`,
       ),
       ' ',
     )} else true end`;

/** Newest first: one row per task or project, with its newest event; `data.project` has the project's present name. */
export async function listNotifications(
  ctx: Ctx,
  { filter, ...range }: ListNotifications,
): Promise<Page<NotificationRecord>> {
  await ctx.settle();
  const found = sql`
    with events as (
      select now.*, row_number() over (partition by subject order by created_at desc, id desc) as place,
             count(*) filter (where read_at is null) over (partition by subject)::int as unread
        from (${current(ctx)}) now)
    select * from events where place = 1 and (${filter}::text = 'all' or unread > 0)`;
  const columns = sql`s.id as _id, s.kind, s.created_at,
           case when s.unread = 0 then s.read_at end as read_at,
           s.unread - case when s.read_at is null then 1 else 0 end as more,
           case when m.id is null then null else json_build_object('_id', m.id, 'name', shown_name(m.name, m.namesake), 'pic', m.picture) end as actor,
           case when t.id is null then null else json_build_object('_id', t.id, 'key', tp.key || '-' || t.number, 'title', t.title) end as task,
           case when p.id is null then s.data
                else s.data || jsonb_build_object('project', jsonb_build_object('_id', p.id, 'key', p.key, 'name', p.name)) end as data`;
  const joins = sql`
      left join member m on m.org_id = s.org_id and m.id = s.actor_id
      left join task t on t.org_id = s.org_id and t.id = s.task_id
      left join project tp on tp.org_id = t.org_id and tp.id = t.project_id
      left join project p on p.org_id = s.org_id and p.id = (s.data ->> 'project_id')::uuid`;
  const order = sql`created_at desc, id desc`;
  const formats = formatsFor(ctx.actor);
  return paginate(
    ctx.db,
    range,
    { found, order, columns, joins },
    ({ created_at, read_at, ...row }: NotificationRow) => ({
      ...row,
      ...notificationInWords(row, formats),
      created_at: created_at.toISOString(),
      read_at: read_at?.toISOString() ?? null,
    }),
  );
}

/** Unread rows of the inbox; counting stops at 100, shown as 99+. */
export async function unreadCount(ctx: Ctx): Promise<number> {
  await ctx.settle();
  const [row] = await ctx.db.$queryRaw<[{ unread: number }]>`
    select count(*)::int as unread
      from (select distinct subject from (${current(ctx)}) now where read_at is null limit 100) few`;
  return row.unread;
}

/** All unread ones, or the inbox rows of `ids`. Returns how many. */
export function markRead({ db, actor }: Ctx, ids: readonly string[] | undefined): Promise<number> {
  const mine = sql`n.member_id = ${actor.memberId}::uuid`;
  const named = sql`select ${subject} from notification n where ${mine} and n.id = any(${[...(ids ?? [])]}::uuid[])`;
  return db.$executeRaw`
    update notification n set read_at = now()
     where ${mine} and n.read_at is null and (${ids === undefined}::boolean or ${subject} in (${named}))`;
}

/** All, or `ids`. Returns how many. */
export async function markUnread({ db, actor }: Ctx, ids: readonly string[] | undefined): Promise<number> {
  const { count } = await db.notification.updateMany({
    where: { memberId: actor.memberId, ...(ids && { id: { in: [...ids] } }), readAt: { not: null } },
    data: { readAt: null },
  });
  return count;
}

type NotificationRow = Omit<NotificationRecord, 'created_at' | 'read_at' | 'says' | 'page'> & {
  created_at: Date;
  read_at: Date | null;
  total: number;
};
