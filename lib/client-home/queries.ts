import 'server-only';
import { type Parts, readTogetherOrApart } from '@/lib/apart';
import { isOpen, notArchived } from '@/lib/archived';
import type { ClientHome, HomePart } from '@/lib/client-home/schema';
import { listRequests, takesRequests } from '@/lib/client-request/queries';
import type { Door } from '@/lib/contract/endpoint';
import type { DashboardTask } from '@/lib/dashboard/schema';
import { type FileRow, fileColumns, toFile } from '@/lib/file/queries.record';
import type { Ctx } from '@/lib/org';
import { badge, join, type Sql, sql } from '@/lib/sql';
import { cardsById } from '@/lib/task/queries';

const SHOWN = 8;
const CONTACTS = 12;

type Read = Omit<ClientHome, 'failed'>;

const NOTHING: Read = { going_on: [], delivered: [], files: [], requests: [], takes_requests: true, contacts: [] };

/** Row security leaves everything internal out. What cannot be read takes nothing else along. */
export const readClientHome = (door: Door): Promise<ClientHome> =>
  readTogetherOrApart(door, getClientHome, HOME, NOTHING);

/** The same in one passage: six statements. */
export async function getClientHome(ctx: Ctx): Promise<Read> {
  const [tasks, files, requests, contacts] = await Promise.all([
    tasksOf(ctx, [goingOn, delivered]),
    HOME.files(ctx),
    HOME.requests(ctx),
    HOME.contacts(ctx),
  ]);
  return { ...NOTHING, ...tasks, ...files, ...requests, ...contacts };
}

const HOME: Parts<Read, HomePart> = {
  going_on: async (ctx) => ({ going_on: (await tasksOf(ctx, [goingOn])).going_on }),
  delivered: async (ctx) => ({ delivered: (await tasksOf(ctx, [delivered])).delivered }),
  files: async (ctx) => ({ files: await lastFiles(ctx) }),
  requests: async (ctx) => ({
    requests: (await listRequests(ctx, { page: 1, limit: SHOWN })).docs,
    takes_requests: await takesRequests(ctx),
  }),
  contacts: async (ctx) => ({ contacts: await contactsOf(ctx) }),
};

type Place = { place: 'going_on' | 'delivered'; id: string; project: DashboardTask['project'] };

async function tasksOf(ctx: Ctx, groups: readonly Sql[]): Promise<Pick<Read, 'going_on' | 'delivered'>> {
  const places = await ctx.db.$queryRaw<Place[]>`
    select s.place, s.id, json_build_object('_id', p.id, 'key', p.key, 'name', p.name) as project
      from (${join(groups, ' union all ')}) s join project p on p.id = s.project_id order by s.place, s.number`;
  const cards = new Map(
    (
      await cardsById(
        ctx,
        places.map(({ id }) => id),
      )
    ).map((card) => [card._id, card]),
  );
  const tasks = (wanted: Place['place']): DashboardTask[] =>
    places.flatMap(({ place, id, project }) => {
      const card = place === wanted && cards.get(id);
      return card ? [{ ...card, project }] : [];
    });
  return { going_on: tasks('going_on'), delivered: tasks('delivered') };
}

const goingOn: Sql = sql`
  (select 'going_on' as place, t.id, t.project_id, row_number() over (order by t.due_date nulls last, t.id) as number
     from task t where t.status in (2, 3) and t.deleted_at is null and ${notArchived}
    order by t.due_date nulls last, t.id limit ${SHOWN}::int)`;
const delivered: Sql = sql`
  (select 'delivered' as place, t.id, t.project_id, row_number() over (order by t.completed_at desc nulls last, t.id) as number
     from task t where t.status = 4 and t.deleted_at is null and ${notArchived}
    order by t.completed_at desc nulls last, t.id limit ${SHOWN}::int)`;

async function lastFiles(ctx: Ctx) {
  const rows = await ctx.db.$queryRaw<FileRow[]>`
    select ${fileColumns(ctx)} from file f
     where f.deleted_at is null and f.draft_at is null and f.message_id is null and f.request_id is null
       and f.uploaded_by_id is distinct from ${ctx.actor.memberId}::uuid
     order by f.updated_at desc, f.id limit ${SHOWN}::int`;
  return rows.map((row) => toFile(ctx, row));
}

/** Contacts who lead come first. */
const contactsOf = (ctx: Ctx) => ctx.db.$queryRaw<ClientHome['contacts']>`
  select ${badge(ctx)} as person, bool_or(p.leader_id = m.id) as leads,
         json_agg(json_build_object('_id', p.id, 'key', p.key, 'name', p.name) order by p.name, p.id) as projects
    from project_member pm join member m on m.org_id = pm.org_id and m.id = pm.member_id
    join project p on p.org_id = pm.org_id and p.id = pm.project_id
   where pm.is_contact and m.id <> ${ctx.actor.memberId}::uuid and m.deactivated_at is null and ${isOpen}
   group by m.id order by leads desc, m.name, m.id limit ${CONTACTS}::int`;
