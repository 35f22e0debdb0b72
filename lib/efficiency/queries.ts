import 'server-only';
import { type Behind, type Efficiency, efficiencyOf, type Period, tasksBehind } from '@/lib/efficiency/efficiency';
import type { TaskHistory } from '@/lib/efficiency/history';
import { LONGEST_PERIOD_DAYS, periodOf } from '@/lib/efficiency/period';
import type { AskEfficiency, ProjectEfficiency } from '@/lib/efficiency/schema';
import { DomainError } from '@/lib/errors';
import { formatsFor } from '@/lib/formats';
import { momentOfWall, wallSeconds } from '@/lib/formats/clock';
import type { Ctx } from '@/lib/org';
import { workingCalendar as readCalendar } from '@/lib/organisation/queries';
import { getProjectCard } from '@/lib/project/queries';
import { instant } from '@/lib/sql';
import { STATUSES } from '@/lib/task/vocabulary';
import { DAY_SECONDS, dateOfDay, dayNumber, workingCalendar } from '@/lib/working-days';

const MOST_AGES = 100;

type Row = Omit<TaskHistory, 'moves' | 'dueDay'> & {
  due: string | null;
  moves: [at: number, from: number | null, to: number][] | null;
};

/** `not_found` if the caller may not see the project. Days are those of the organisation's time zone, the same for whoever looks. */
export async function getEfficiency(ctx: Ctx, asked: AskEfficiency): Promise<ProjectEfficiency> {
  return (await readEfficiency(ctx, asked, null)).efficiency;
}

/** The same for a screen, with the tasks behind one of its numbers. */
export async function readEfficiency(ctx: Ctx, asked: AskEfficiency, what: Behind | null) {
  const { projectId, zone, ...facts } = await readFacts(ctx, asked);
  const formats = formatsFor(ctx.actor);
  const made = efficiencyOf({ ...facts, inWords: (date) => formats.day(date, 'long') });
  return {
    efficiency: toRecord(projectId, { period: facts.period, zone }, made),
    behind: what ? tasksBehind(what, facts).map(toBehind) : [],
  };
}

const date = (moment: number | null) => (moment === null ? null : dateOfDay(Math.floor(moment / DAY_SECONDS)));

const toBehind = ({ task, standing, hours }: ReturnType<typeof tasksBehind>[number]) => ({
  key: task.key,
  title: task.title,
  status: task.status,
  started: date(standing.startedAt),
  completed: date(standing.completedAt),
  due: task.dueDay === null ? null : dateOfDay(task.dueDay),
  hours,
  estimate: task.estimateMinutes,
  spent: task.spentMinutes,
});
export type TaskBehind = ReturnType<typeof toBehind>;

async function readFacts(ctx: Ctx, { id, ...asked }: AskEfficiency) {
  const calendar = await readCalendar(ctx);
  const zone = calendar.time_zone;
  const now = wallSeconds(Date.now(), zone);
  const period = periodOf(asked, now);
  if (!period) {
    const message = `A period has ${LONGEST_PERIOD_DAYS} days at most.`;
    throw new DomainError('invalid', message, { errors: { from: [message] } });
  }
  const { _id: projectId, key } = await getProjectCard(ctx, id);
  await ctx.settle();
  const rows = await ctx.db.$queryRaw<Row[]>`
    select t.id, ${key} || '-' || t.number as key, t.title, t.status, t.estimate_minutes as "estimateMinutes", t.milestone_id as "milestoneId",
           extract(epoch from t.created_at at time zone ${zone}::text)::float8 as "createdAt",
           extract(epoch from t.completed_at at time zone ${zone}::text)::float8 as "completedAt",
           to_char(t.due_date, 'YYYY-MM-DD') as due, coalesce(spent.minutes, 0)::int as "spentMinutes", moved.moves
      from task t
      left join (
        select a.task_id, json_agg(json_build_array(extract(epoch from a.created_at at time zone ${zone}::text)::float8, (a.data->>'from')::int, (a.data->>'to')::int)
                                   order by a.created_at, a.id) as moves
          from activity a
         where a.project_id = ${projectId}::uuid and a.kind in ('task.moved', 'task.status')
         group by a.task_id) moved on moved.task_id = t.id
      left join (
        select e.task_id, sum(round(extract(epoch from e.ended_at - e.started_at) / 60)) as minutes
          from time_entry e where e.project_id = ${projectId}::uuid and e.ended_at is not null group by e.task_id) spent on spent.task_id = t.id
     where t.project_id = ${projectId}::uuid and t.parent_id is null and t.deleted_at is null
     order by t.created_at, t.id`;
  const tasks = rows.map(
    ({ due, moves, ...row }): TaskHistory => ({
      ...row,
      dueDay: due === null ? null : dayNumber(due),
      moves: (moves ?? []).map(([at, before, after]) => ({ at, from: before, to: after })),
    }),
  );
  const milestones = await ctx.db.milestone.findMany({
    where: { projectId, reachedAt: null, deletedAt: null },
    select: { id: true, name: true },
    orderBy: [{ rank: 'asc' }, { id: 'asc' }],
  });
  return { projectId, zone, tasks, period, now, milestones, calendar: workingCalendar(calendar) };
}

const WIRE = ['pending', 'in_process', 'testing', 'completed', 'backlogs'] as const;

function toRecord(
  projectId: string,
  { period: { from, to }, zone }: { period: Period; zone: string },
  made: Efficiency,
): ProjectEfficiency {
  const { forecast } = made;
  const movedBy = forecast.movedBy;
  return {
    project_id: projectId,
    from: dateOfDay(from),
    to: dateOfDay(to),
    enough_data: made.enough,
    completed: made.completed,
    on_time_rate: made.onTimeRate,
    throughput: made.throughput,
    cycle_time_hours: made.cycleHours,
    rework_rate: made.reworkRate,
    estimate: { estimated_minutes: made.estimate.estimatedMinutes, spent_minutes: made.estimate.spentMinutes },
    at_work: made.age.length,
    age: made.age.slice(0, MOST_AGES).map(({ id, startedAt, ...one }) => ({
      _id: id,
      ...one,
      started_at: instant(momentOfWall(startedAt, zone) / 1000),
    })),
    flow: made.flow.map(({ date, counts }) => ({
      date,
      ...(Object.fromEntries(STATUSES.map(({ code }, at) => [WIRE[at], counts[code]])) as Record<
        (typeof WIRE)[number],
        number
      >),
    })),
    forecast: {
      left: forecast.left,
      p50: forecast.p50,
      p85: forecast.p85,
      milestones: forecast.milestones.map(({ id, ...one }) => ({ _id: id, ...one })),
      assumptions: forecast.assumptions,
      moved_by: movedBy,
    },
  };
}
