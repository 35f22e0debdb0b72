import 'server-only';
import type { Page } from '@/lib/contract/endpoint';
import { notificationInWords } from '@/lib/event/words';
import { formatsFor } from '@/lib/formats';
import { plainLine } from '@/lib/markdown/plain-line';
import { current, kindsOf, unreadRows } from '@/lib/notification/queries.current';
import type { ListNotifications, NotificationRecord } from '@/lib/notification/schema';
import { FILTER_TOPICS, type Reason, reasonInWords } from '@/lib/notification/vocabulary';
import type { Ctx } from '@/lib/org';
import { type Actor, may } from '@/lib/permission/policy';
import { canSend } from '@/lib/room/policy';
import { roomNames } from '@/lib/room/queries.names';
import type { RoomKind } from '@/lib/room/vocabulary';
import { empty, type Sql, sql } from '@/lib/sql';
import { beginningOf, pointsFor } from '@/lib/text';

type Row = Pick<NotificationRecord, '_id' | 'kind' | 'actor' | 'task' | 'quote' | 'data' | 'state' | 'more'> & {
  room_id: string | null;
  room_kind: RoomKind | null;
  room_project: string | null;
  created_at: Date;
  arrived_at: Date;
  read_at: Date | null;
  snoozed_until: Date | null;
  reason: Reason | null;
  project_key: string | null;
  page_total: number;
  page_row: number | null;
};

/** Letters of what was said. */
const BEGINNING = 200;

/** Before the words of an imported comment `c`, which are not its author's own. */
const importedMark: Sql = sql`case when c.imported_from is null then ''
  else 'Imported, written there by ' || coalesce(c.imported_name, 'somebody') || ': ' end`;

/** What a row `s` tells of the notification that stands for it. */
const columns: Sql = sql`s.id as _id, s.kind, s.state, s.created_at, s.arrived_at, s.snoozed_until,
  case when s.unread = 0 then s.read_at end as read_at,
  s.unread - case when s.read_at is null then 1 else 0 end as more,
  case when m.id is null then null else json_build_object('_id', m.id, 'name', shown_name(m.name, m.namesake), 'pic', m.picture) end as actor,
  case when t.id is null then null else json_build_object('_id', t.id, 'key', tp.key || '-' || t.number, 'title', t.title,
    'project_id', t.project_id, 'audience', t.audience) end as task,
  p.key as project_key,
  s.room_id, r.kind as room_kind, r.project_id as room_project,
  left(coalesce((select c.body from message c where c.org_id = s.org_id and c.room_id = s.room_id and c.id = s.message_id),
    (select ${importedMark} || c.body from comment c where c.org_id = s.org_id and c.task_id = s.task_id
        and c.id = nullif(s.data ->> 'comment_id', '')::uuid and c.deleted_at is null),
    (select concat_ws(' ', nullif(u.done, ''), nullif(u.next, ''), nullif(u.trouble, '')) from project_update u
      where s.kind = 'update.written' and u.org_id = s.org_id and u.id = nullif(s.data ->> 'update_id', '')::uuid and u.deleted_at is null)), ${pointsFor(BEGINNING)}) as quote,
  case when p.id is null then s.data
       else s.data || jsonb_build_object('project', jsonb_build_object('_id', p.id, 'key', p.key, 'name', p.name)) end as data,
  case when s.mentioned then 'mentioned'
       when starts_with(s.kind, 'sign_off.') then 'approval'
       when s.kind = 'message.direct' then 'direct'
       when s.kind = 'message.replied' then 'thread'
       when r.id is not null then 'member'
       when t.id is not null then
         case when exists (select from task_assignee ta where ta.org_id = t.org_id and ta.task_id = t.id and ta.member_id = s.member_id) then 'assigned'
              when t.created_by_id = s.member_id then 'created' else 'watching' end
       when p.id is not null then case when p.leader_id = s.member_id then 'leading' else 'member' end end as reason`;

const joins: Sql = sql`
  left join member m on m.org_id = s.org_id and m.id = s.actor_id
  left join task t on t.org_id = s.org_id and t.id = s.task_id
  left join project tp on tp.org_id = t.org_id and tp.id = t.project_id
  left join room r on r.org_id = s.org_id and r.id = s.room_id
  left join project p on p.org_id = s.org_id and p.id = (s.data ->> 'project_id')::uuid`;

/**
 * Rows of the inbox, or of what is archived or comes back later: those of one task, room or project, with the newest one
 * that is unread. A thread's may be older than what was read of its room.
 */
const rowsOf = (ctx: Ctx, { state, filter }: Pick<ListNotifications, 'state' | 'filter'>): Sql => {
  const topic = FILTER_TOPICS[filter];
  const fits = topic ? sql`n.kind = any(${kindsOf(topic)}::text[])` : sql`true`;
  const mention = sql`n.kind = any(${kindsOf('mentioned')}::text[])`;
  return sql`
    select * from (
      select n.*, ${ctx.actor.memberId}::uuid as member_id,
             row_number() over (partition by subject order by read_at is not null, arrived_at desc, id desc) as place,
             count(*) filter (where read_at is null) over (partition by subject)::int as unread,
             bool_or(${mention} and read_at is null) over (partition by subject) or ${mention} as mentioned,
             bool_or(${fits}) over (partition by subject) as fits
        from (${current(ctx)}) n where in_app and state = ${state}) n
     where place = 1 and fits and (${filter}::text <> 'unread' or unread > 0)`;
};

/** Newest first: one row per task, room or project, as `rowsOf` says; `data.project` has the project's present name. */
export async function listNotifications(ctx: Ctx, input: ListNotifications): Promise<Page<NotificationRecord>> {
  await ctx.settle();
  const { page, limit, cursor } = input;
  const newer = cursor?.newer ?? false;
  const at = cursor && sql`(${cursor.from.slice(0, 24)}::timestamptz, ${cursor.from.slice(25)}::uuid)`;
  const beyond = !at ? empty : newer ? sql`where (arrived_at, id) > ${at}` : sql`where (arrived_at, id) < ${at}`;
  const order = newer ? sql`arrived_at, id` : sql`arrived_at desc, id desc`;
  // At least one row: on an empty page it carries only the total.
  const rows = await ctx.db.$queryRaw<Row[]>`
    with found as (${rowsOf(ctx, input)}),
    shown as (select f.*, (row_number() over (order by arrived_at desc, id desc))::int as page_row
                from (select * from found ${beyond} order by ${order} limit ${limit + 1}::int
                      offset ${cursor ? 0 : (page - 1) * limit}::bigint) f)
    select (select count(*)::int from found) as page_total, s.page_row, ${columns}
      from (values (1)) as one(row) left join shown s on true ${joins}
     order by s.page_row`;
  const found = rows.filter((row) => row.page_row !== null);
  const more = found.length > limit;
  const shown = newer ? found.slice(more ? 1 : 0) : found.slice(0, limit);
  const [first, last] = [shown.at(0), shown.at(-1)];
  const older = newer || more;
  const before = newer ? more : Boolean(cursor) || page > 1;
  return {
    docs: await recordsOf(ctx, shown),
    total: rows[0]?.page_total ?? 0,
    page,
    limit,
    next_cursor: older && last ? cursorOf(last) : null,
    prev_cursor: before && first ? `>${cursorOf(first)}` : null,
  };
}

const cursorOf = ({ arrived_at, _id }: Pick<Row, 'arrived_at' | '_id'>) => `${arrived_at.toISOString()}_${_id}`;

async function recordsOf(ctx: Ctx, rows: readonly Row[]): Promise<NotificationRecord[]> {
  const names = await roomNames(
    ctx,
    rows.flatMap(({ room_id }) => room_id ?? []),
  );
  return rows.map((row) => recordOf(ctx, row, (row.room_id && names.get(row.room_id)) || null));
}

function recordOf(ctx: Ctx, row: Row, name: string | null): NotificationRecord {
  const { _id, kind, actor, task, quote, data, state, more, reason, room_id, room_kind } = row;
  const where = { workflows: ctx.workflows, projectId: task?.project_id ?? null };
  return {
    ...{ _id, kind, actor, task, data, state, more },
    quote: quote && beginningOf(plainLine(quote), BEGINNING),
    room: room_id && room_kind && name !== null ? { _id: room_id, name, kind: room_kind } : null,
    ...notificationInWords(row, formatsFor(ctx.actor), where),
    reason: reason && reasonInWords(reason, task?.key ?? name ?? row.project_key ?? ''),
    rights: { reply: quote !== null && canReply(ctx.actor, row) },
    created_at: row.created_at.toISOString(),
    arrived_at: row.arrived_at.toISOString(),
    read_at: row.read_at?.toISOString() ?? null,
    snoozed_until: state === 'snoozed' ? (row.snoozed_until?.toISOString() ?? null) : null,
  };
}

function canReply(actor: Actor, row: Row): boolean {
  const { task, room_kind: kind } = row;
  if (kind) return canSend(actor, { kind, projectId: row.room_project });
  return task !== null && may(actor, 'comment.add', { projectId: task.project_id, audience: task.audience });
}

/** Those of `ids` that still apply and were not seen, oldest first. */
export async function noticesOf(ctx: Ctx, ids: readonly string[]): Promise<NotificationRecord[]> {
  const rows = await ctx.db.$queryRaw<Row[]>`
    select ${columns} from (
      select n.*, ${ctx.actor.memberId}::uuid as member_id, 1 as unread, n.kind = any(${kindsOf('mentioned')}::text[]) as mentioned
        from (${current(ctx)}) n where n.id = any(${[...ids]}::uuid[]) and n.read_at is null and n.state = 'inbox') s ${joins}
     order by s.created_at, s.id`;
  return recordsOf(ctx, rows);
}

/** As the frame of every page counts. */
export async function unreadCount(ctx: Ctx): Promise<number> {
  await ctx.settle();
  const [row] = await ctx.db.$queryRaw<[{ unread: number }]>`select ${unreadRows(ctx)} as unread`;
  return row.unread;
}
