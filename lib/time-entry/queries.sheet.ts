import 'server-only';
import { notFound } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { workingCalendar as readCalendar } from '@/lib/organisation/queries';
import { badge, empty, sql } from '@/lib/sql';
import { canLockWeek, canUnlockWeek, canUseTimer } from '@/lib/time-entry/policy';
import { weekFacts } from '@/lib/time-entry/queries.week';
import type { AskTimeSheet, TimeCell, TimeRow, TimeSheet } from '@/lib/time-entry/schema';
import { dateOfDay, dayNumber, mondayOf, mondayOfWeek, weekName, workingCalendar } from '@/lib/working-days';

const MOST_ROWS = 1000;
const WEEK_DAYS = 7;

/** A row that is not in the answer only counts. */
type Row = Omit<TimeRow, 'cells'> & {
  place: number;
  cells: [
    date: string,
    minutes: number,
    entries: number,
    running: boolean,
    id: string | null,
    version: number | null,
  ][];
};

/**
 * The time of one week, by task, member and day; an entry counts as a whole on the day on which it began by the
 * organisation's clock. Also of tasks in the bin: who worked on them did so. `not_found` for whom or what the caller does
 * not see; row security leaves out time of projects that they are not in.
 */
export async function getTimeSheet(ctx: Ctx, asked: AskTimeSheet): Promise<TimeSheet> {
  const { actor, db } = ctx;
  const memberId = asked.member_id ?? (asked.project_id ? null : actor.memberId);
  const calendar = await readCalendar(ctx);
  const [clock] = await db.$queryRaw<{ today: string }[]>`
    select to_char(now() at time zone ${calendar.time_zone}::text, 'YYYY-MM-DD') as today`;
  const today = clock?.today ?? dateOfDay(0);
  const monday = asked.week ? (mondayOfWeek(asked.week) as number) : mondayOf(dayNumber(today));
  const from = dateOfDay(monday);
  const facts = memberId ? await weekFacts(ctx, memberId, from) : null;
  if (memberId && !facts) throw notFound('The person');
  const project = asked.project_id
    ? await db.project.findFirst({ where: { id: asked.project_id }, select: { id: true, key: true, name: true } })
    : null;
  if (asked.project_id && !project) throw notFound('The project');
  const rows = await db.$queryRaw<Row[]>`
    with entry as (
      select e.task_id, e.member_id, e.project_id, to_char(e.started_at at time zone ${calendar.time_zone}::text, 'YYYY-MM-DD') as date, e.id, e.version,
             e.ended_at is null as running, coalesce(round(extract(epoch from e.ended_at - e.started_at) / 60), 0)::int as minutes
        from time_entry e
       where e.started_at >= ${from}::date::timestamp at time zone ${calendar.time_zone}::text
         and e.started_at < (${from}::date + 7)::timestamp at time zone ${calendar.time_zone}::text
         ${memberId ? sql`and e.member_id = ${memberId}::uuid` : empty}
         ${asked.project_id ? sql`and e.project_id = ${asked.project_id}::uuid` : empty}),
    cell as (
      select task_id, member_id, project_id, date, sum(minutes)::int as minutes, count(*)::int as entries, bool_or(running) as running,
             case when count(*) = 1 and not bool_or(running) then min(id::text) end as id, case when count(*) = 1 then min(version) end as version
        from entry group by 1, 2, 3, 4),
    found as (
      select task_id, member_id, project_id, sum(minutes)::int as minutes,
             json_agg(json_build_array(date, minutes, entries, running, id, version) order by date) as cells
        from cell group by 1, 2, 3)
    select f.task_id, f.member_id, f.project_id, f.minutes, f.cells, p.key || '-' || t.number as task_key, t.title as task_title, p.name as project_name,
           t.deleted_at is not null as binned, case when m.id is not null then ${badge(ctx)} end as member,
           exists (select from locked_week l where l.org_id = t.org_id and l.member_id = f.member_id and l.monday = ${from}::date) as locked,
           (row_number() over (order by f.minutes desc, p.key, t.number, f.member_id))::int as place
      from found f
      join task t on t.id = f.task_id
      join project p on p.org_id = t.org_id and p.id = f.project_id
      left join member m on m.org_id = t.org_id and m.id = f.member_id
     order by place`;
  const { isWorkingDay } = workingCalendar(calendar);
  const sums = new Map<string, number>();
  for (const { cells } of rows) for (const [date, minutes] of cells) sums.set(date, (sums.get(date) ?? 0) + minutes);
  const days = Array.from({ length: WEEK_DAYS }, (_, at) => ({
    date: dateOfDay(monday + at),
    minutes: sums.get(dateOfDay(monday + at)) ?? 0,
    working: isWorkingDay(monday + at),
  }));
  const lock = facts?.locked ?? null;
  const [member] = memberId
    ? await db.$queryRaw<
        { member: TimeSheet['member'] }[]
      >`select ${badge(ctx)} as member from member m where m.id = ${memberId}::uuid`
    : [];
  return {
    week: weekName(monday),
    from,
    to: dateOfDay(monday + WEEK_DAYS - 1),
    time_zone: calendar.time_zone,
    today,
    member: member?.member ?? null,
    project: project && { _id: project.id, key: project.key, name: project.name },
    lock: lock && { locked_at: lock.at.toISOString(), locked_by: lock.by },
    days,
    rows: rows.slice(0, MOST_ROWS).map(({ place, cells, ...row }) => ({ ...row, cells: cells.map(toCell) })),
    minutes: days.reduce((sum, { minutes }) => sum + minutes, 0),
    cut: rows.length > MOST_ROWS,
    can: {
      log: memberId === actor.memberId && canUseTimer(actor) && !lock,
      lock:
        facts !== null &&
        facts.role !== 'client' &&
        facts.role !== 'observer' &&
        from <= today &&
        (lock ? canUnlockWeek(actor, { led: facts.led, lockedById: lock.byId }) : canLockWeek(actor, facts)),
    },
  };
}

const toCell = ([date, minutes, entries, running, id, version]: Row['cells'][number]): TimeCell => ({
  date,
  minutes,
  entries,
  running,
  entry: id !== null && version !== null ? { _id: id, version } : null,
});
