import 'server-only';
import type { Ctx } from '@/lib/org';
import type { UnreadRooms } from '@/lib/room/schema';

/** How many of the caller's rooms have something unread, and in how many the caller is called; muted ones count only for the latter. */
export async function countUnreadRooms({ db, actor }: Ctx): Promise<UnreadRooms> {
  const [counts] = await db.$queryRaw<[UnreadRooms]>`
    select count(*) filter (where called or (waiting and not muted))::int as rooms, count(*) filter (where called)::int as mentions
      from (select r.last_place > coalesce(rd.place, 0) as waiting, coalesce(rd.muted, false) as muted,
                   r.last_seq > coalesce(rd.seq, 0) and (exists (select from message_mention mm
                       where mm.org_id = r.org_id and mm.member_id = ${actor.memberId}::uuid and mm.room_id = r.id and mm.seq > coalesce(rd.seq, 0))
                     or exists (select from message c where c.org_id = r.org_id and c.room_id = r.id and c.calls_room
                       and c.seq > coalesce(rd.seq, 0) and c.author_id <> ${actor.memberId}::uuid)) as called
              from room r left join room_reading rd on rd.org_id = r.org_id and rd.room_id = r.id and rd.member_id = ${actor.memberId}::uuid) s`;
  return counts;
}
