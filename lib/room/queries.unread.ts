import 'server-only';
import type { Ctx } from '@/lib/org';
import type { UnreadRooms } from '@/lib/room/schema';
import { sql } from '@/lib/sql';

/**
 * How many of the caller's rooms have something unread, and in how many the caller is called; muted ones count only for the
 * latter, and what was deleted for neither.
 */
export async function countUnreadRooms({ db, actor }: Ctx): Promise<UnreadRooms> {
  const me = sql`${actor.memberId}::uuid`;
  const read = sql`coalesce(rd.seq, 0)`;
  const [counts] = await db.$queryRaw<[UnreadRooms]>`
    select count(*) filter (where called or (waiting and not muted))::int as rooms, count(*) filter (where called)::int as mentions
      from (select r.last_place > coalesce(rd.place, 0) and exists (select from message c where c.org_id = r.org_id
                     and c.room_id = r.id and c.thread_id is null and c.seq > ${read} and c.deleted_at is null) as waiting,
                   coalesce(rd.muted, false) as muted,
                   r.last_seq > ${read} and (exists (select from message_mention mm
                       join message c on c.org_id = mm.org_id and c.id = mm.message_id and c.deleted_at is null
                       where mm.org_id = r.org_id and mm.member_id = ${me} and mm.room_id = r.id and mm.seq > ${read})
                     or exists (select from message c where c.org_id = r.org_id and c.room_id = r.id and c.calls_room
                       and c.seq > ${read} and c.deleted_at is null and c.author_id <> ${me})) as called
              from room r left join room_reading rd on rd.org_id = r.org_id and rd.room_id = r.id and rd.member_id = ${me}) s`;
  return counts;
}
