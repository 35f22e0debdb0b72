import 'server-only';
import { isOpen } from '@/lib/archived';
import type { Ctx } from '@/lib/org';
import type { UnreadRooms } from '@/lib/room/schema';
import { type Sql, sql } from '@/lib/sql';

/**
 * How many of the caller's rooms have something unread, and in how many the caller is called; muted ones, and those of archived
 * projects, count only for the latter, and what was deleted for neither.
 */
export async function countUnreadRooms(ctx: Ctx): Promise<UnreadRooms> {
  const [counts] = await ctx.db.$queryRaw<[UnreadRooms]>`
    select count(*) filter (where called or (waiting and not muted))::int as rooms, count(*) filter (where called)::int as mentions
      from (select s.last_place > coalesce(rd.place, 0) and exists (select from message c where c.org_id = s.org_id
                     and c.room_id = s.id and c.thread_id is null and c.seq > coalesce(rd.seq, 0) and c.deleted_at is null) as waiting,
                   coalesce(rd.muted, false) or s.project_id = any (array(select p.id from project p where not ${isOpen})) as muted, exists (${unreadCalls(ctx)}) as called
              from room s left join room_reading rd on rd.org_id = s.org_id and rd.room_id = s.id
                and rd.member_id = ${ctx.actor.memberId}::uuid) rooms`;
  return counts;
}

/**
 * Unread messages that call the caller in the room `s`, of which they have read `rd`, as `id`, `seq` and `thread_id`: those
 * of the room behind what they read, and those of threads that they were not shown since.
 */
export function unreadCalls({ actor }: Ctx): Sql {
  const me = sql`${actor.memberId}::uuid`;
  const named = sql`select c.id, c.seq, c.thread_id from message_mention mm join message c on c.org_id = mm.org_id and c.id = mm.message_id
    where mm.org_id = s.org_id and mm.member_id = ${me} and mm.room_id = s.id and c.deleted_at is null`;
  const calling = sql`select c.id, c.seq, c.thread_id from message c
    where c.org_id = s.org_id and c.room_id = s.id and c.calls_room and c.deleted_at is null and c.author_id is distinct from ${me}`;
  return sql`
    ${named} and mm.seq > coalesce(rd.seq, 0) and c.thread_id is null
    union ${calling} and c.seq > coalesce(rd.seq, 0) and c.thread_id is null
    union ${named} and mm.unread
    union ${calling} and c.thread_id is not null and c.seq > coalesce((select tr.seq from thread_reading tr
      where tr.org_id = c.org_id and tr.thread_id = c.thread_id and tr.member_id = ${me}), rd.since, 0)`;
}
