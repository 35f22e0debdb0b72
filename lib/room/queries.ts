import 'server-only';
import type { Page } from '@/lib/contract/endpoint';
import { notFound } from '@/lib/errors';
import { plainLine } from '@/lib/markdown/plain-line';
import type { Ctx } from '@/lib/org';
import { paginate, turned } from '@/lib/paging';
import type { PersonBadge } from '@/lib/person/schema';
import { canRemove, canRename, canSend } from '@/lib/room/policy';
import { roomNamed } from '@/lib/room/queries.names';
import { unreadCalls } from '@/lib/room/queries.unread';
import type { ListRooms, RoomRecord } from '@/lib/room/schema';
import { badge, empty, instant, type Sql, sql } from '@/lib/sql';
import { beginningOf, pointsFor } from '@/lib/text';

type RoomRow = Omit<RoomRecord, 'last_message' | 'rights'> & {
  creator_id: string | null;
  last: { _id: string; author: PersonBadge | null; body: string; at: number } | null;
};

/** Letters of the newest message in a list of rooms. */
const BEGINNING = 120;

/** Of the room `s`, with what the caller has read of it, `rd`, and the project `p`. */
const columns = (ctx: Ctx): Sql => {
  const read = sql`coalesce(rd.seq, 0)`;
  const people = sql`room_member rm join member m on m.org_id = rm.org_id and m.id = rm.member_id
    where rm.org_id = s.org_id and rm.room_id = s.id`;
  return sql`s.id as _id, s.kind, s.project_id, s.version, s.created_by_id as creator_id, coalesce(rd.muted, false) as muted,
    ${roomNamed(ctx)} as name,
    greatest(0, s.last_place - coalesce(rd.place, 0) - (select count(*)::int from message c
      where c.org_id = s.org_id and c.room_id = s.id and c.thread_id is null and c.deleted_at is not null and c.seq > ${read})) as unread_count,
    calls.count as mention_count, calls.in_thread as called_in,
    (select c.id from message c where c.org_id = s.org_id and c.room_id = s.id and c.thread_id is null and c.seq <= ${read}
      order by c.seq desc limit 1) as last_read_id,
    (select json_build_object('_id', c.id, 'at', extract(epoch from c.created_at)::float8,
        'body', case when c.deleted_at is null then left(c.body, ${pointsFor(BEGINNING)}) else '' end,
        'author', (select ${badge(ctx)} from member m where m.org_id = c.org_id and m.id = c.author_id))
       from message c where c.org_id = s.org_id and c.room_id = s.id and c.thread_id is null order by c.seq desc limit 1) as last,
    case when s.kind = 'organisation' then (select count(*)::int from member m where m.org_id = s.org_id and m.role <> 'client'
           and m.approval = 1 and m.deactivated_at is null)
      when s.project_id is null then (select count(*)::int from room_member rm where rm.org_id = s.org_id and rm.room_id = s.id)
      else (select count(*)::int from project_member pm join member m on m.org_id = pm.org_id and m.id = pm.member_id
             where pm.org_id = s.org_id and pm.project_id = s.project_id and (s.kind = 'project_clients' or m.role <> 'client')) end as member_count,
    coalesce((select json_agg(one.badge) from (select ${badge(ctx)} as badge from ${people} order by m.name, m.id limit 10) one), '[]') as members`;
};

const joins = (ctx: Ctx): Sql => sql`
  left join room_reading rd on rd.org_id = s.org_id and rd.room_id = s.id and rd.member_id = ${ctx.actor.memberId}::uuid
  left join lateral (select count(*)::int as count, (array_agg(c.id order by c.seq) filter (where c.thread_id is not null))[1] as in_thread
    from (${unreadCalls(ctx)}) c) calls on true
  left join project p on p.org_id = s.org_id and p.id = s.project_id`;

function toRoom({ actor }: Ctx, { creator_id: creatorId, last, ...row }: RoomRow): RoomRecord {
  const room = { kind: row.kind, projectId: row.project_id, creatorId };
  return {
    ...row,
    last_message: last && {
      _id: last._id,
      author: last.author,
      body: beginningOf(plainLine(last.body), BEGINNING),
      created_at: instant(last.at),
    },
    rights: { send: canSend(actor, room), rename: canRename(actor, room), remove: canRemove(actor, room) },
  };
}

type Range = Omit<ListRooms, 'kind'>;

export function listRooms(ctx: Ctx, { kind: named, ...range }: ListRooms): Promise<Page<RoomRecord>> {
  const kind = named ?? null;
  return roomsIn(ctx, range, sql`select r.* from room r where ${kind}::text is null or r.kind = ${kind}`);
}

/** Where the caller has not read all that was said, in threads too, or in rooms that are muted. */
export const listUnreadRooms = (ctx: Ctx, range: Range): Promise<Page<RoomRecord>> =>
  roomsIn(
    ctx,
    range,
    sql`select r.* from room r left join room_reading rd
          on rd.org_id = r.org_id and rd.room_id = r.id and rd.member_id = ${ctx.actor.memberId}::uuid
         where r.last_seq > coalesce(rd.seq, 0)`,
  );

/** What rooms are ordered by: those with the newest messages first, then those in which nothing was said. */
const keys = sql`(-extract(epoch from coalesce(last_at, 'epoch')) * 1000)::bigint, kind,
  (-extract(epoch from created_at) * 1000)::bigint, id`;
const place = sql`(${keys})`;

async function roomsIn(ctx: Ctx, range: Range, found: Sql): Promise<Page<RoomRecord>> {
  const { cursor, page, limit } = range;
  const at =
    cursor &&
    sql`(${cursor.from[0]}::bigint, ${cursor.from[1]}::text, ${cursor.from[2]}::bigint, ${cursor.from[3]}::uuid)`;
  const { docs, total } = await paginate<RoomRow & { place: string }, { room: RoomRecord; place: string }>(
    ctx.db,
    cursor ? { page: 1, limit: limit + 1 } : range,
    {
      found: sql`select f.*, concat_ws(':', ${keys}) as place from (${found}) f`,
      order: cursor?.newer ? sql`${place} desc` : place,
      beyond: at ? sql`where ${place} ${cursor.newer ? sql`<` : sql`>`} ${at}` : empty,
      columns: sql`${columns(ctx)}, s.place`,
      joins: joins(ctx),
    },
    ({ place, ...row }) => ({ room: toRoom(ctx, row), place }),
  );
  const { shown, older, newer } = turned(docs, range, cursor ? docs.length > limit : page * limit < total);
  const [first, last] = [shown[0], shown.at(-1)];
  return {
    docs: shown.map(({ room }) => room),
    ...{ total, page, limit },
    next_cursor: older && last ? last.place : null,
    prev_cursor: newer && first ? `>${first.place}` : null,
  };
}

export async function getRoom(ctx: Ctx, { id }: { id: string }): Promise<RoomRecord> {
  const [row] = await ctx.db.$queryRaw<RoomRow[]>`
    select ${columns(ctx)} from room s ${joins(ctx)} where s.id = ${id}::uuid`;
  if (!row) throw notFound('The room');
  return toRoom(ctx, row);
}

/** Which of these people the caller sees, and can share a room with. */
export async function sharing({ db }: Ctx, ids: readonly string[]): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    select m.id from member m where m.id = any(${[...ids]}::uuid[]) and m.role <> 'observer' and m.approval = 1
       and m.deactivated_at is null`;
  return rows.map(({ id }) => id);
}
