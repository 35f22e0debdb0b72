import 'server-only';
import type { Ctx } from '@/lib/org';
import { sql } from '@/lib/sql';

/** A thread: the message that began it, and who wrote in it or was named there. */
export type Thread = { root: string; people: string[] };

/** Of any of its messages; undefined: that one is not in the room. */
export async function threadOf({ db }: Ctx, roomId: string, id: string): Promise<Thread | undefined> {
  const within = sql`select c.id, c.author_id from message c, root where c.id = root.id
    union all select c.id, c.author_id from message c, root where c.thread_id = root.id`;
  const [thread] = await db.$queryRaw<Thread[]>`
    with root as (select coalesce(m.thread_id, m.id) as id from message m where m.id = ${id}::uuid and m.room_id = ${roomId}::uuid),
    within as (${within})
    select root.id as root, array(select w.author_id from within w where w.author_id is not null
      union select mm.member_id from within w join message_mention mm on mm.message_id = w.id) as people from root`;
  return thread;
}
