import 'server-only';
import { type Asked, doorsOf, reasonOf, type Thing } from '@/lib/access/reason';
import type { AccessOf, AccessRecord } from '@/lib/access/schema';
import type { Page } from '@/lib/contract/endpoint';
import { notFound } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import type { PersonBadge } from '@/lib/person/schema';
import { badge } from '@/lib/sql';
import { isTask } from '@/lib/task-parts/queries';

/** So many are asked about at once: those first who may see it by their role or project. */
const MOST = 2_000;

type Found = Thing & { id: string; projectId: string | null };

/** `not_found` if the caller does not see it. */
async function thingFor({ db }: Ctx, { task_id, file_id, room_id, meeting_id }: AccessOf): Promise<Found> {
  const [thing] = await (task_id
    ? db.$queryRaw<Found[]>`
        select 'task' as kind, null as of, true as "inProject", t.id, t.project_id as "projectId"
          from task t join project p on p.org_id = t.org_id and p.id = t.project_id where ${isTask(task_id)}`
    : file_id
      ? db.$queryRaw<Found[]>`
          select 'file' as kind, case when f.draft_at is not null then 'draft' when f.message_id is not null then 'message'
                   when f.request_id is not null then 'request' end as of,
                 f.project_id is not null as "inProject", f.id, f.project_id as "projectId"
            from file f where f.id = ${file_id}::uuid`
      : meeting_id
        ? db.$queryRaw<Found[]>`
          select 'meeting' as kind, null as of, m.project_id is not null as "inProject", m.id, m.project_id as "projectId"
            from meeting m where m.id = ${meeting_id}::uuid`
        : db.$queryRaw<Found[]>`
          select 'room' as kind, r.kind as of, r.project_id is not null as "inProject", r.id, r.project_id as "projectId"
            from room r where r.id = ${room_id ?? null}::uuid`);
  if (!thing) throw notFound(task_id ? 'The task' : file_id ? 'The file' : meeting_id ? 'The meeting' : 'The room');
  return thing;
}

type Row = Asked & { member: PersonBadge };

/**
 * Of the people whom the caller may know: those who see it first, then by name. The policies decide, asked as each of them
 * in one statement; nothing here says who sees what.
 */
export async function accessOf(ctx: Ctx, input: AccessOf): Promise<Page<AccessRecord>> {
  const { page, limit } = input;
  const thing = await thingFor(ctx, input);
  const rows = await ctx.db.$queryRaw<Row[]>`
    with asked as materialized (
      select m.id, m.name, m.role, ${badge(ctx)} as member from member m
       order by m.role not in ('admin', 'subadmin', 'observer') and not exists (select from project_member pm
           where pm.org_id = m.org_id and pm.member_id = m.id and pm.project_id = ${thing.projectId}::uuid),
         m.name, m.id limit ${MOST}::int),
    answers as materialized (select * from access_of(${thing.kind}, ${thing.id}::uuid, ${thing.projectId}::uuid, array(select id from asked)))
    select asked.member, asked.role, a.approval, a.deactivated, a.sees, a.without, a.joined, a.team, a."both"
      from asked join answers a on a.member_id = asked.id
     order by a.sees desc, a.approval = 1 and not a.deactivated desc, asked.name, asked.id`;
  const docs = rows.slice((page - 1) * limit, page * limit).map(
    (row): AccessRecord => ({
      member: row.member,
      sees: row.sees,
      reason: reasonOf(thing, row),
      doors: doorsOf(thing, row),
    }),
  );
  return { docs, total: rows.length, page, limit };
}
