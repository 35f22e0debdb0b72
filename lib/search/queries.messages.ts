import 'server-only';
import type { Ctx } from '@/lib/org';
import { roomNamedApart } from '@/lib/room/queries.names';
import { type Terms, tsqueryOf } from '@/lib/search/vocabulary';
import { type Sql, sql } from '@/lib/sql';

/** Hits among the messages of the rooms that the caller sees, newest first. They have an index of their own. */
export const messageHits = (terms: Terms, limit: number): Sql => sql`
  select 'message', f.id, f.place::int from find_messages(array(select r.id from room r), ${tsqueryOf(terms)}, null, null, null, null, null,
    ${limit}::int) with ordinality as f(id, place)`;

/** Below the hits `h`: a message by its words, called as its room; `within`: the room. */
export const foundMessages = (ctx: Ctx): Sql => sql`
  select h.*, ${roomNamedApart(ctx)} as title, c.body, null::text as key, s.id::text as within, s.project_id, coalesce(c.edited_at, c.created_at) as at
    from h join message c on c.id = h._id join room s on s.org_id = c.org_id and s.id = c.room_id
    left join project p on p.org_id = s.org_id and p.id = s.project_id
   where h.kind = 'message' and c.deleted_at is null`;
