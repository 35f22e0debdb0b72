import 'server-only';
import type { Page } from '@/lib/api/endpoint';
import type { ListNotifications, NotificationRecord } from '@/lib/notification/schema';
import type { Ctx } from '@/lib/org';

/**
 * The caller's notifications, newest first. One whose task or project the caller sees no more is left out; a project
 * that one speaks of comes with it in `data.project`, by the name it has now.
 */
export async function listNotifications(
  { db, actor }: Ctx,
  { filter, page, limit }: ListNotifications,
): Promise<Page<NotificationRecord>> {
  const rows = await db.$queryRaw<NotificationRow[]>`
    with found as (
      select n.* from notification n
       where n.member_id = ${actor.memberId}::uuid and (${filter}::text = 'all' or n.read_at is null)
         and (n.data ->> 'project_id' is null or exists (select from project p where p.id = (n.data ->> 'project_id')::uuid))),
    shown as (select * from found order by created_at desc, id desc limit ${limit}::int offset ${(page - 1) * limit}::bigint)
    select (select count(*)::int from found) as total, n.id as _id, n.kind, n.created_at, n.read_at,
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

/** How many of the list the caller has not read; counting stops at 100, which shows as 99+. */
export async function unreadCount({ db, actor }: Ctx): Promise<number> {
  const [row] = await db.$queryRaw<[{ unread: number }]>`
    select count(*)::int as unread
      from (select from notification n where n.member_id = ${actor.memberId}::uuid and n.read_at is null
               and (n.data ->> 'project_id' is null or exists (select from project p where p.id = (n.data ->> 'project_id')::uuid))
             limit 100) few`;
  return row.unread;
}

type NotificationRow = Omit<NotificationRecord, 'created_at' | 'read_at'> & {
  created_at: Date;
  read_at: Date | null;
  total: number;
};
