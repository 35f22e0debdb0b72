import 'server-only';
import { isOpen } from '@/lib/archived';
import type { Ctx } from '@/lib/org';
import { unreadCalls } from '@/lib/room/queries.calls';
import type { UnreadRooms } from '@/lib/room/schema';

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
