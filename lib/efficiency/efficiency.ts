/** How a project gets on, from what its tasks went through. Runs anywhere. */
import { ENOUGH, type Forecast, forecast, percentile } from '@/lib/efficiency/forecast';
import { type Standing, standingAt, stepsOf, type TaskHistory } from '@/lib/efficiency/history';
import { BACKLOGS, COMPLETED, IN_PROCESS, STATUSES, type StatusCode, TESTING } from '@/lib/task/vocabulary';
import { DAY_SECONDS, dateOfDay, mondayOf, type WorkingCalendar, weekName } from '@/lib/working-days';

export type MilestoneFacts = { id: string; name: string };
/** Days since 1970, both included. */
export type Period = { from: number; to: number };

/** In the cumulative flow: each day of a period up to so many days, each week of a longer one. */
const FLOW_BY_DAY = 120;
const WEEK_DAYS = 7;

type Measured = { task: TaskHistory; standing: Standing };
/** The tasks behind a number. */
export type Behind = 'completed' | 'on_time' | 'late' | 'cycle' | 'rework' | 'estimate' | 'age' | 'left' | 'added';

type TaskAge = { id: string; key: string; title: string; status: number; startedAt: number; hours: number };
type Flow = { date: string; counts: Record<StatusCode, number> };
type MovedBy = {
  since: string;
  days: number | null;
  before: { p50: string; p85: string } | null;
  added: number;
  completed: number;
  reopened: number;
  weekly: { before: number | null; now: number | null };
};
type ProjectForecast = {
  left: number;
  /** Plain dates. */
  p50: string | null;
  p85: string | null;
  milestones: { id: string; name: string; left: number; p50: string | null; p85: string | null }[];
  assumptions: string[];
  movedBy: MovedBy | null;
};
export type Efficiency = {
  enough: boolean;
  completed: number;
  onTimeRate: number | null;
  throughput: { week: string; from: string; count: number }[];
  cycleHours: { p50: number | null; p85: number | null };
  reworkRate: number | null;
  estimate: { estimatedMinutes: number; spentMinutes: number };
  age: TaskAge[];
  flow: Flow[];
  forecast: ProjectForecast;
};

const dayOf = (moment: number) => Math.floor(moment / DAY_SECONDS);
const hours = (seconds: number) => Math.round((seconds / 3600) * 10) / 10;
const rate = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000);
const isOnTime = ({ task, standing }: Measured) => dayOf(standing.completedAt as number) <= (task.dueDay as number);

const measureAt = (tasks: readonly TaskHistory[], moment: number): Measured[] =>
  tasks
    .map((task) => ({ task, standing: standingAt(stepsOf(task), moment) }))
    .filter(({ standing }) => standing.status !== null);

const completedIn = (measured: readonly Measured[], { from, to }: Period) =>
  measured.filter(
    ({ standing: { completedAt } }) => completedAt !== null && dayOf(completedAt) >= from && dayOf(completedAt) <= to,
  );

const isLeft = ({ standing: { status } }: Measured) => status !== COMPLETED && status !== BACKLOGS;
const isWorkedOn = ({ standing: { status } }: Measured) => status === IN_PROCESS || status === TESTING;

/**
 * The tasks behind a number, of the same period: completed ones by their completion, those at work by how long they are.
 */
export function tasksBehind(
  what: Behind,
  {
    tasks,
    period,
    now,
    calendar,
  }: { tasks: readonly TaskHistory[]; period: Period; now: number; calendar: WorkingCalendar },
): { task: TaskHistory; standing: Standing; hours: number | null }[] {
  const moment = Math.min(now, (period.to + 1) * DAY_SECONDS - 1);
  const measured = measureAt(tasks, moment);
  const done = completedIn(measured, period);
  const chosen = {
    completed: () => done,
    on_time: () => done.filter((one) => one.task.dueDay !== null && isOnTime(one)),
    late: () => done.filter((one) => one.task.dueDay !== null && !isOnTime(one)),
    cycle: () => done.filter(({ standing }) => standing.startedAt !== null),
    rework: () => done.filter(({ standing }) => standing.returned > 0),
    estimate: () => done.filter(({ task }) => task.estimateMinutes !== null),
    age: () => measured.filter(isWorkedOn),
    left: () => measured.filter(isLeft),
    added: () => measured.filter((one) => isLeft(one) && dayOf(one.task.createdAt) > dayOf(moment) - WEEK_DAYS),
  }[what]();
  return chosen
    .map(({ task, standing }) => ({
      task,
      standing,
      hours:
        standing.startedAt === null
          ? null
          : hours(calendar.seconds(standing.startedAt, standing.completedAt ?? moment)),
    }))
    .sort(
      (a, b) =>
        (b.hours ?? -1) - (a.hours ?? -1) ||
        (b.standing.completedAt ?? 0) - (a.standing.completedAt ?? 0) ||
        a.task.createdAt - b.task.createdAt,
    );
}

/** `counts` and `ends` by milestone, and at the end of those without one. */
type Expected = { counts: number[]; ends: (Forecast | null)[]; weekly: number | null };

/** What was to be expected at that moment, from the history of the period before it. */
function expectAt(
  measured: readonly Measured[],
  {
    period,
    moment,
    calendar,
    milestones,
  }: { period: Period; moment: number; calendar: WorkingCalendar; milestones: readonly MilestoneFacts[] },
): Expected {
  const today = dayOf(moment);
  const days = measured.flatMap(({ standing: { completedAt } }) => (completedAt === null ? [] : [dayOf(completedAt)]));
  const first = Math.max(period.from, days.length > 0 ? days.reduce((a, b) => Math.min(a, b)) : period.from);
  // Today is not over: it counts only where there is no other day.
  const over = Math.min(period.to, today - 1);
  const to = Math.max(over, calendar.onOrAfter(first));
  const history = { from: first, to };
  const counted = days.filter((day) => day >= first && calendar.onOrAfter(day) <= to);
  const known = completedIn(measured, period).length;
  const open = measured.filter(isLeft);
  const parts = milestones.map(({ id }) => open.filter(({ task }) => task.milestoneId === id).length);
  const counts = [...parts, open.length - parts.reduce((a, b) => a + b, 0)];
  const enough = known >= ENOUGH;
  const ends = enough
    ? forecast({ completed: counted, history, start: today + 1, milestones: counts, calendar })
    : counts.map(() => null);
  const working = calendar.between(first, to).length;
  const aWeek = calendar.between(today + 1, today + WEEK_DAYS * 52).length / 52;
  return {
    counts,
    ends,
    weekly: working === 0 || !enough ? null : Math.round((counted.length / working) * aWeek * 10) / 10,
  };
}

/** The whole is done when the last part is that has work left. */
const wholeOf = ({ ends, counts }: Expected) => ends[counts.findLastIndex((count) => count > 0)] ?? null;

/**
 * The measures of one project over a period. They describe the flow of its work, never a person.
 *
 * - Completed, throughput: tasks whose last completion lies in the period; by week, Monday to Sunday.
 * - On-time rate: completed on or before their due date, of those completed that have one. 0 to 1.
 * - Cycle time: from the first In Process or Testing to the last completion, in hours that lie on working days (a working
 *   day has 24 hours); reopened tasks go on, tasks that were never started are left out. p50 and p85 by nearest rank.
 *   (Daniel Vacanti, Actionable Agile Metrics for Predictability, 2015; he adds one day where whole days are counted.)
 * - Rework rate: completed tasks that went from Testing back to In Process at least once.
 * - Estimate: minutes estimated and minutes logged of completed tasks that have an estimate.
 * - Age: the same clock for tasks that are In Process or in Testing now (work item age, ibid.).
 * - Flow: how many tasks stood in each status at the end of each day (cumulative flow; by Little's law, L = λW,
 *   John Little, Operations Research 9, 1961, its height over its slope is the average cycle time).
 * - Forecast: see `forecast`. Backlogs are no work that was decided on and do not count; parts come in the order of
 *   their milestones, tasks of no milestone last.
 *
 * @param tasks of the project, without subtasks and without the bin
 * @param milestones that are not done, in the order of their work
 * @param now seconds as the organisation's clock shows them
 * @param inWords of a plain date in the forecast's assumptions
 */
export function efficiencyOf({
  tasks,
  period,
  now,
  calendar,
  milestones = [],
  inWords = (date) => date,
}: {
  tasks: readonly TaskHistory[];
  period: Period;
  now: number;
  calendar: WorkingCalendar;
  milestones?: readonly MilestoneFacts[];
  inWords?: (date: string) => string;
}): Efficiency {
  const moment = Math.min(now, (period.to + 1) * DAY_SECONDS - 1);
  const measured = measureAt(tasks, moment);
  const done = completedIn(measured, period);
  const dated = done.filter(({ task }) => task.dueDay !== null);
  const cycles = done
    .flatMap(({ standing: { startedAt, completedAt } }) =>
      startedAt === null || completedAt === null ? [] : [calendar.seconds(startedAt, completedAt)],
    )
    .sort((a, b) => a - b);
  const [p50, p85] = [percentile(cycles, 0.5), percentile(cycles, 0.85)];
  const estimated = done.filter(({ task }) => task.estimateMinutes !== null);
  const sum = (value: (task: TaskHistory) => number) => estimated.reduce((total, { task }) => total + value(task), 0);
  return {
    enough: done.length >= ENOUGH,
    completed: done.length,
    onTimeRate: rate(dated.filter(isOnTime).length, dated.length),
    throughput: throughputOf(done, period),
    cycleHours: { p50: p50 === null ? null : hours(p50), p85: p85 === null ? null : hours(p85) },
    reworkRate: rate(done.filter(({ standing }) => standing.returned > 0).length, done.length),
    estimate: {
      estimatedMinutes: sum((task) => task.estimateMinutes ?? 0),
      spentMinutes: sum((task) => task.spentMinutes),
    },
    age: measured
      .filter(isWorkedOn)
      .map(({ task: { id, key, title }, standing }) => {
        const startedAt = standing.startedAt as number;
        return {
          id,
          key,
          title,
          status: standing.status as number,
          startedAt,
          hours: hours(calendar.seconds(startedAt, moment)),
        };
      })
      .sort((a, b) => b.hours - a.hours || a.startedAt - b.startedAt),
    flow: flowOf(tasks, { from: period.from, to: dayOf(moment) }),
    forecast: forecastOf({ tasks, measured, period, moment, calendar, milestones, inWords }),
  };
}

function throughputOf(done: readonly Measured[], { from, to }: Period): Efficiency['throughput'] {
  const counts = new Map<number, number>();
  for (let monday = mondayOf(from); monday <= to; monday += WEEK_DAYS) counts.set(monday, 0);
  for (const { standing } of done) {
    const monday = mondayOf(dayOf(standing.completedAt as number));
    counts.set(monday, (counts.get(monday) ?? 0) + 1);
  }
  return [...counts].map(([monday, count]) => ({ week: weekName(monday), from: dateOfDay(monday), count }));
}

/** One pass over the steps of all tasks, however many days there are. */
function flowOf(tasks: readonly TaskHistory[], { from, to }: Period): Flow[] {
  const step = to - from < FLOW_BY_DAY ? 1 : WEEK_DAYS;
  const days: number[] = [];
  for (let day = to; day >= from; day -= step) days.unshift(day);
  const changes = days.map(() => new Map<number, number>());
  const change = (at: number, status: number, by: number) => {
    const index = days.findIndex((day) => day >= dayOf(at));
    const map = changes[index];
    map?.set(status, (map.get(status) ?? 0) + by);
  };
  for (const task of tasks) {
    let before: number | null = null;
    for (const { at, status } of stepsOf(task)) {
      if (before !== null) change(at, before, -1);
      change(at, status, 1);
      before = status;
    }
  }
  const counts = Object.fromEntries(STATUSES.map(({ code }) => [code, 0])) as Record<StatusCode, number>;
  return days.map((day, index) => {
    for (const [status, by] of changes[index] ?? []) counts[status as StatusCode] += by;
    return { date: dateOfDay(day), counts: { ...counts } };
  });
}

function forecastOf({
  tasks,
  measured,
  period,
  moment,
  calendar,
  milestones,
  inWords,
}: {
  tasks: readonly TaskHistory[];
  measured: readonly Measured[];
  period: Period;
  moment: number;
  calendar: WorkingCalendar;
  milestones: readonly MilestoneFacts[];
  inWords: (date: string) => string;
}): ProjectForecast {
  const expected = expectAt(measured, { period, moment, calendar, milestones });
  const whole = wholeOf(expected);
  const date = (day: number | undefined) => (day === undefined ? null : dateOfDay(day));
  const weekAgo = moment - WEEK_DAYS * DAY_SECONDS;
  const earlier = measureAt(tasks, weekAgo);
  const then = expectAt(earlier, {
    period: { from: period.from - WEEK_DAYS, to: period.to - WEEK_DAYS },
    moment: weekAgo,
    calendar,
    milestones,
  });
  const before = wholeOf(then);
  const statusThen = new Map(earlier.map((one) => [one.task.id, one]));
  const was = (one: Measured) => statusThen.get(one.task.id);
  const movedBy: MovedBy | null =
    earlier.length === 0
      ? null
      : {
          since: dateOfDay(dayOf(weekAgo)),
          days: whole && before ? whole.p50 - before.p50 : null,
          before: before && { p50: dateOfDay(before.p50), p85: dateOfDay(before.p85) },
          added: measured.filter(
            (one) =>
              isLeft(one) && !(was(one) && (isLeft(was(one) as Measured) || was(one)?.standing.status === COMPLETED)),
          ).length,
          completed: measured.filter(
            (one) => one.standing.status === COMPLETED && was(one)?.standing.status !== COMPLETED,
          ).length,
          reopened: measured.filter((one) => isLeft(one) && was(one)?.standing.status === COMPLETED).length,
          weekly: { before: then.weekly, now: expected.weekly },
        };
  const left = measured.filter(isLeft).length;
  const backlogs = measured.filter(({ standing }) => standing.status === BACKLOGS).length;
  const done = completedIn(measured, period).length;
  const tasksOf = (count: number) => `${count} ${count === 1 ? 'task' : 'tasks'}`;
  return {
    left,
    p50: date(whole?.p50),
    p85: date(whole?.p85),
    milestones: milestones.map(({ id, name }, at) => ({
      id,
      name,
      left: expected.counts[at] ?? 0,
      p50: date(expected.ends[at]?.p50),
      p85: date(expected.ends[at]?.p85),
    })),
    assumptions: [
      `${tasksOf(left)} ${left === 1 ? 'is' : 'are'} left. Subtasks are not counted, nor are the ${tasksOf(backlogs)} in Backlogs.`,
      `The next weeks will be like those from ${inWords(dateOfDay(period.from))} to ${inWords(dateOfDay(period.to))}, in which ${tasksOf(done)} ${done === 1 ? 'was' : 'were'} completed.`,
      'Work happens on the organisation’s working days and not on its holidays.',
      'Nothing is added, and nobody joins or leaves.',
      ...(milestones.length > 0
        ? ['Milestones are worked off one after the other, in their order; tasks of no open milestone come last.']
        : []),
    ],
    movedBy,
  };
}
