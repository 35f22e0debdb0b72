import 'server-only';
import type { Ctx } from '@/lib/org';
import { type Sql, sql } from '@/lib/sql';

/** Alone in a direct room: one's notes. */
const NOTES = 'Notes to yourself';
const ALL_LEFT = 'People who left';

/** What the room `s`, of the project `p`, is called for the caller. */
export const roomNamed = ({ actor, org }: Ctx): Sql => sql`
  case s.kind when 'organisation' then ${org.name} when 'group' then s.name
    when 'direct' then coalesce((select string_agg(shown_name(m.name, m.namesake), ', ' order by m.name, m.id)
      from room_member rm join member m on m.org_id = rm.org_id and m.id = rm.member_id
     where rm.org_id = s.org_id and rm.room_id = s.id and m.id <> ${actor.memberId}::uuid),
      case when (select count(*) from room_member rm where rm.org_id = s.org_id and rm.room_id = s.id) > 1 then ${ALL_LEFT} else ${NOTES} end)
    else p.name end`;

/** The same where a room is named alone: a project's two rooms are told apart, for whoever reads both. */
export const roomNamedApart = (ctx: Ctx): Sql =>
  ctx.actor.role === 'client'
    ? roomNamed(ctx)
    : sql`${roomNamed(ctx)} || case s.kind when 'project_clients' then ', with the client' else '' end`;

/** By the ids of rooms that the caller sees. */
export async function roomNames(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  if (!ids.length) return new Map();
  const rows = await ctx.db.$queryRaw<{ id: string; name: string }[]>`
    select s.id, ${roomNamedApart(ctx)} as name from room s left join project p on p.org_id = s.org_id and p.id = s.project_id
     where s.id = any(${[...ids]}::uuid[])`;
  return new Map(rows.map(({ id, name }) => [id, name]));
}
