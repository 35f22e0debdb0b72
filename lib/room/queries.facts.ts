import 'server-only';
import type { Page } from '@/lib/contract/endpoint';
import { notFound } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { paginate } from '@/lib/paging';
import type { PersonBadge } from '@/lib/person/schema';
import type { RuledRoom } from '@/lib/room/policy';
import type { RoomMembers, RoomReference, RoomSize } from '@/lib/room/schema';
import { badge, type Sql, sql } from '@/lib/sql';
import { contains } from '@/lib/validation';

/** `people`: of a group or direct room. */
export type RoomFacts = RuledRoom & { id: string; people: string[] };

/** `not_found` if the caller does not see it. */
export async function roomFacts({ db }: Ctx, id: string): Promise<RoomFacts> {
  const [room] = await db.$queryRaw<RoomFacts[]>`
    select r.id, r.kind, r.project_id as "projectId", p.leader_id as "leaderId", r.created_by_id as "creatorId",
           array(select rm.member_id from room_member rm where rm.org_id = r.org_id and rm.room_id = r.id) as people
      from room r left join project p on p.org_id = r.org_id and p.id = r.project_id
     where r.id = ${id}::uuid`;
  if (!room) throw notFound('The room');
  return room;
}

/** Who reads the room `id` and can be called there: members `m`, as far as the caller sees them. */
const inside = ({ id, kind, projectId }: Pick<RoomFacts, 'id' | 'kind' | 'projectId'>): Sql => {
  const there = sql`m.role <> 'observer' and m.approval = 1 and m.deactivated_at is null`;
  if (kind === 'organisation') return sql`${there} and m.role <> 'client'`;
  if (projectId === null)
    return sql`${there} and m.id in (select rm.member_id from room_member rm where rm.room_id = ${id}::uuid)`;
  const ofProject = sql`${there} and m.id in (select pm.member_id from project_member pm where pm.project_id = ${projectId}::uuid)`;
  return kind === 'project' ? sql`${ofProject} and m.role <> 'client'` : ofProject;
};

export const peopleIn = ({ db }: Ctx, room: RoomFacts): Promise<{ id: string; name: string }[]> =>
  db.$queryRaw`select m.id, shown_name(m.name, m.namesake) as name from member m where ${inside(room)}`;

/** Everybody who is in the room with the caller, seen by them or not; nobody where the caller only reads it. */
export async function everybodyIn({ db }: Ctx, id: string): Promise<string[]> {
  const [row] = await db.$queryRaw<[{ people: string[] | null }]>`select people_of_room(${id}::uuid) as people`;
  return row.people ?? [];
}

/** How many `@room` would call, which is asked before it is written to many. `not_found` if the caller does not see the room. */
export async function roomSize(ctx: Ctx, { id }: RoomReference): Promise<RoomSize> {
  await roomFacts(ctx, id);
  return { people: (await everybodyIn(ctx, id)).length };
}

/** By name; observers read rooms of projects without being listed. */
export async function listRoomMembers(ctx: Ctx, { id, q, ...range }: RoomMembers): Promise<Page<PersonBadge>> {
  const room = await roomFacts(ctx, id);
  const like = q ? contains(q) : null;
  return paginate<{ badge: PersonBadge }, PersonBadge>(
    ctx.db,
    range,
    {
      found: sql`select m.id, m.name, ${badge(ctx)} as badge from member m
         where ${inside(room)} and (${like}::text is null or fold(m.name) like ${like}::text)`,
      order: sql`lower(name), id`,
      columns: sql`s.badge`,
    },
    (row) => row.badge,
  );
}
