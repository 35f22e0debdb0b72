import 'server-only';
import { isOpen, notArchived } from '@/lib/archived';
import { DomainError, sessionEnded } from '@/lib/errors';
import { formatsFor } from '@/lib/formats';
import { meetingsToday } from '@/lib/meeting/queries.own';
import { listNotifications, unreadCount } from '@/lib/notification/queries';
import { ListNotifications } from '@/lib/notification/schema';
import { type Caller, type Ctx, withMembership } from '@/lib/org';
import { mayEver } from '@/lib/permission/policy';
import { listUnreadRooms } from '@/lib/room/queries';
import { todayOf } from '@/lib/sql';
import { COMPLETED } from '@/lib/task/vocabulary';
import { membershipsOf } from '@/lib/today/auth';
import type { OrganisationToday, TaskOfToday, TodayRecord } from '@/lib/today/schema';
import { statusName } from '@/lib/workflow/vocabulary';

const DAYS = 7;
const MOST = { inbox: 5, tasks: 20, rooms: 10, looked: 200 } as const;

/**
 * Each organisation through its own door, one after the other; one that is closed says why.
 * @throws unauthenticated when the session is over
 */
export async function readToday(caller: Caller): Promise<TodayRecord> {
  const memberships = await membershipsOf(caller.sid);
  if (!memberships) throw sessionEnded();
  const organisations: OrganisationToday[] = [];
  let day = formatsFor({ locale: 'en', timeZone: 'UTC' }).today();
  for (const membership of memberships) {
    const { id: _id, key, name, tint } = membership;
    const organisation = { _id, key, name, tint };
    const inside = await withMembership(caller, membership.id, async (ctx) => {
      day = formatsFor(ctx.actor).today();
      return ofOrganisation(ctx);
    }).catch(closed);
    if (inside) organisations.push({ organisation, left_out: null, ...NOTHING, ...inside });
  }
  return { day, organisations };
}

const NOTHING = { unread: 0, inbox: [], tasks: [], tasks_total: 0, meetings: [], rooms: [], rooms_total: 0 };

function closed(error: unknown): { left_out: string } | null {
  if (error instanceof DomainError && error.code === 'forbidden') return { left_out: error.message };
  // Left in the moment between.
  if (error instanceof DomainError && error.code === 'unauthenticated') return null;
  throw error;
}

async function ofOrganisation(ctx: Ctx) {
  const { docs: inbox } = await listNotifications(
    ctx,
    ListNotifications.parse({ filter: 'unread', limit: MOST.inbox }),
  );
  const unread = await unreadCount(ctx);
  const due = await tasksDue(ctx);
  const rooms = await roomsWaiting(ctx);
  const meetings = await meetingsToday(ctx);
  return { unread, inbox, ...due, meetings, rooms: rooms.slice(0, MOST.rooms), rooms_total: rooms.length };
}

/** Where the caller is called, also in a thread, a muted room or an archived project; otherwise where something is unread. */
export async function roomsWaiting(ctx: Ctx): Promise<OrganisationToday['rooms']> {
  if (!mayEver(ctx.actor, 'chat.read')) return [];
  const { docs } = await listUnreadRooms(ctx, { page: 1, limit: MOST.looked });
  const open = await openAmong(
    ctx,
    docs.flatMap(({ project_id }) => project_id ?? []),
  );
  return docs
    .filter(
      ({ unread_count, mention_count, muted, project_id }) =>
        mention_count > 0 || (unread_count > 0 && !muted && (!project_id || open.has(project_id))),
    )
    .map(({ _id, kind, name, unread_count, mention_count }) => ({ _id, kind, name, unread_count, mention_count }));
}

/** Which of these projects are not archived. Asks nothing where there are none. */
async function openAmong({ db }: Ctx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (!ids.length) return new Set();
  const rows = await db.$queryRaw<{ id: string }[]>`
    select p.id from project p where p.id = any(${[...ids]}::uuid[]) and ${isOpen}`;
  return new Set(rows.map(({ id }) => id));
}

/** The caller's own, due within the week or late. */
export async function tasksDue(ctx: Ctx): Promise<Pick<OrganisationToday, 'tasks' | 'tasks_total'>> {
  const today = todayOf(ctx);
  const rows = await ctx.db.$queryRaw<(Omit<TaskOfToday, 'status_label'> & { total: number })[]>`
    select t.id as _id, p.key || '-' || t.number as key, t.title, t.status, to_char(t.due_date, 'YYYY-MM-DD') as due_date,
           t.due_date < ${today} as overdue, count(*) over ()::int as total, json_build_object('_id', p.id, 'key', p.key, 'name', p.name) as project
      from task_assignee a
      join task t on t.org_id = a.org_id and t.id = a.task_id
      join project p on p.org_id = t.org_id and p.id = t.project_id
     where a.member_id = ${ctx.actor.memberId}::uuid and t.deleted_at is null and t.status <> ${COMPLETED}::int
       and ${notArchived} and t.due_date <= ${today} + ${DAYS}::int
     order by t.due_date, t.id limit ${MOST.tasks}::int`;
  const tasks = rows.map(({ total: _total, ...row }) => ({
    ...row,
    status_label: statusName(ctx.workflows, row.project._id, row.status),
  }));
  return { tasks, tasks_total: rows[0]?.total ?? 0 };
}
