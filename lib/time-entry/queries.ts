import 'server-only';
import type { Page } from '@/lib/contract/endpoint';
import { notFound } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { paginate } from '@/lib/paging';
import { badge, empty, importedOf, instant, type Sql, sql } from '@/lib/sql';
import { type TaskFacts, taskFacts } from '@/lib/task/queries.facts';
import type { ListTime, TimeEntryRecord, TimerRecord } from '@/lib/time-entry/schema';

type Row = Omit<TimeEntryRecord, 'started_at' | 'ended_at' | 'created_at' | 'minutes'> & {
  started: number;
  ended: number | null;
  created: number;
};

const minutesBetween = (started: number, ended: number) => Math.round((ended - started) / 60);

const toRecord = ({ started, ended, created, ...row }: Row): TimeEntryRecord => ({
  ...row,
  started_at: instant(started),
  ended_at: ended === null ? null : instant(ended),
  minutes: ended === null ? null : minutesBetween(started, ended),
  created_at: instant(created),
});

/** Of tasks that are not in the bin. */
const entriesWhere = (ctx: Ctx, where: Sql): Sql => sql`
  select e.id as _id, e.task_id, p.key || '-' || t.number as task_key, t.title as task_title, e.project_id, e.member_id,
         case when m.id is not null then ${badge(ctx)} end as member, ${importedOf(sql`e`)} as imported, e.note, e.version,
         to_char(e.started_at at time zone (select app_time_zone()), 'YYYY-MM-DD') as day,
         exists (select from locked_week l where l.org_id = e.org_id and l.member_id = e.member_id
                    and e.started_at >= l.begins_at and e.started_at < l.ends_at) as locked,
         extract(epoch from e.started_at)::float8 as started, extract(epoch from e.ended_at)::float8 as ended,
         extract(epoch from e.created_at)::float8 as created
    from time_entry e
    join task t on t.org_id = e.org_id and t.id = e.task_id and t.deleted_at is null
    join project p on p.org_id = e.org_id and p.id = e.project_id
    left join member m on m.org_id = e.org_id and m.id = e.member_id
   where ${where}`;

async function readOne(ctx: Ctx, where: Sql): Promise<TimeEntryRecord | null> {
  const [row] = await ctx.db.$queryRaw<Row[]>`${entriesWhere(ctx, where)}`;
  return row ? toRecord(row) : null;
}

/** `not_found` if hidden, or if its task is in the bin. */
export async function getEntry(ctx: Ctx, id: string): Promise<TimeEntryRecord> {
  const entry = await readOne(ctx, sql`e.id = ${id}::uuid`);
  if (!entry) throw notFound('The time entry');
  return entry;
}

/** Null: it is hidden from the caller, or its task is in the bin. */
export const findEntry = (ctx: Ctx, id: string) => readOne(ctx, sql`e.id = ${id}::uuid`);

/** The caller's timer. */
export const runningEntry = (ctx: Ctx): Promise<TimeEntryRecord | null> =>
  readOne(ctx, sql`e.member_id = ${ctx.actor.memberId}::uuid and e.ended_at is null`);

export const getTimer = async (ctx: Ctx): Promise<TimerRecord> => ({ running: await runningEntry(ctx), stopped: null });

/** Of entries `e`: those that began on the organisation's days from `from` to `to`. */
export const beganIn = ({ from, to }: { from?: string; to?: string }): Sql => sql`true
  ${from ? sql`and e.started_at >= ${from}::date::timestamp at time zone (select app_time_zone())` : empty}
  ${to ? sql`and e.started_at < (${to}::date + 1)::timestamp at time zone (select app_time_zone())` : empty}`;

/** The latest first; `not_found` if a task is named that the caller does not see. */
export async function listEntries(ctx: Ctx, input: ListTime): Promise<Page<TimeEntryRecord>> {
  const { task_id, member_id, from, to } = input;
  const where = sql`${beganIn({ from, to })}
    ${task_id ? sql`and e.task_id = ${(await taskFacts(ctx, task_id)).id}::uuid` : empty}
    ${member_id ? sql`and e.member_id = ${member_id}::uuid` : empty}`;
  const list = { found: entriesWhere(ctx, where), order: sql`started desc, _id desc` };
  return paginate<Row, TimeEntryRecord>(ctx.db, input, list, toRecord);
}

type Entry = { id: string; memberId: string; startedAt: Date; endedAt: Date | null; note: string };

export const insertEntry = ({ db }: Ctx, { id: taskId, projectId, audience }: TaskFacts, one: Entry) =>
  db.timeEntry.createMany({ data: { ...one, taskId, projectId, audience } });

type Changed = Pick<Entry, 'id' | 'startedAt' | 'endedAt' | 'note'> & { version: number };

/** False: it is not at `version` any more. */
export async function updateEntry({ db }: Ctx, { id, version, ...changed }: Changed): Promise<boolean> {
  const data = { ...changed, version: { increment: 1 } };
  return (await db.timeEntry.updateMany({ where: { id, version }, data })).count > 0;
}

export const deleteEntry = async ({ db }: Ctx, id: string): Promise<boolean> =>
  (await db.timeEntry.deleteMany({ where: { id } })).count > 0;

/** One at a time starts and stops the caller's timer. */
export async function lockTimer({ db, actor }: Ctx): Promise<void> {
  await db.$executeRaw`select pg_advisory_xact_lock(hashtextextended('timer:' || ${actor.memberId}::text, 0))`;
}

export type Stopped = { id: string; taskId: string; projectId: string; audience: string; minutes: number };

/** What ran; the caller may no longer see it. */
export async function endTimer({ db }: Ctx): Promise<Stopped | null> {
  const [row] = await db.$queryRaw<(Omit<Stopped, 'minutes'> & { seconds: number })[]>`
    select id, task_id as "taskId", project_id as "projectId", audience, seconds from stop_own_timer()`;
  if (!row) return null;
  const { seconds, ...stopped } = row;
  return { ...stopped, minutes: minutesBetween(0, seconds) };
}
