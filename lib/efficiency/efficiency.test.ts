import { expect, it } from 'vitest';
import { efficiencyOf, tasksBehind } from '@/lib/efficiency/efficiency';
import type { TaskHistory } from '@/lib/efficiency/history';
import { periodOf } from '@/lib/efficiency/period';
import { AskEfficiency } from '@/lib/efficiency/schema';
import { dateOfDay, dayNumber, workingCalendar } from '@/lib/working-days';

const DAY = 86_400;
const at = (date: string, hour = 12) => dayNumber(date) * DAY + hour * 3600;
const calendar = workingCalendar({ working_days: [1, 2, 3, 4, 5], holidays: [] });
const now = at('2026-11-27', 18);
const period = { from: dayNumber('2026-09-07'), to: dayNumber('2026-11-27') };

let made = 0;
/** `steps`: status and moment of each move; the last of them is what it is now. */
function task(
  created: string,
  steps: [status: number, at: number][] = [],
  more: Partial<TaskHistory> = {},
): TaskHistory {
  const moves = steps.map(([to, moment], index) => ({ at: moment, from: steps[index - 1]?.[0] ?? 1, to }));
  const status = steps.at(-1)?.[0] ?? 1;
  const id = `${++made}`;
  return {
    ...{
      id,
      key: `WEB-${id}`,
      title: `Task ${id}`,
      status,
      createdAt: at(created, 9),
      completedAt: status === 4 ? (moves.at(-1)?.at ?? null) : null,
    },
    ...{ dueDay: null, estimateMinutes: null, spentMinutes: 0, milestoneId: null, moves, ...more },
  };
}
const done = (started: string, completed: string, more: Partial<TaskHistory> = {}) =>
  task(
    '2026-09-07',
    [
      [2, at(started)],
      [3, at(started, 13)],
      [4, at(completed)],
    ],
    more,
  );
const measure = (tasks: TaskHistory[], more: Partial<Parameters<typeof efficiencyOf>[0]> = {}) =>
  efficiencyOf({ tasks, period, now, calendar, ...more });
const due = (date: string) => ({ dueDay: dayNumber(date) });

it('of no task there is nothing to say, and of one what it was', () => {
  expect(measure([])).toMatchObject({
    ...{
      enough: false,
      completed: 0,
      onTimeRate: null,
      cycleHours: { p50: null, p85: null },
      reworkRate: null,
      age: [],
    },
    forecast: { left: 0, p50: null, p85: null, movedBy: null },
  });
  // Friday noon to Monday noon is one working day of 24 hours.
  const one = measure([
    done('2026-11-20', '2026-11-23', { ...due('2026-11-23'), estimateMinutes: 60, spentMinutes: 90 }),
  ]);
  expect(one).toMatchObject({
    ...{ enough: false, completed: 1, onTimeRate: 1, cycleHours: { p50: 24, p85: 24 }, reworkRate: 0 },
    estimate: { estimatedMinutes: 60, spentMinutes: 90 },
  });
  expect(one.throughput).toHaveLength(12);
  expect(one.throughput.at(-1)).toEqual({ week: '2026-W48', from: '2026-11-23', count: 1 });
});

it('counts on time by the due day, cycles by nearest rank, rework once a task, and the last completion only', () => {
  const tasks = [
    done('2026-11-09', '2026-11-10', due('2026-11-10')),
    done('2026-11-09', '2026-11-11', due('2026-11-10')),
    done('2026-11-09', '2026-11-12'),
    task('2026-11-09', [
      [2, at('2026-11-09')],
      [3, at('2026-11-10')],
      [2, at('2026-11-11')],
      [3, at('2026-11-11', 14)],
      [2, at('2026-11-11', 15)],
      [4, at('2026-11-13')],
    ]),
    // Reopened: its clock goes on, and it counts when it was completed for good.
    task('2026-08-01', [
      [2, at('2026-09-01')],
      [4, at('2026-09-02')],
      [2, at('2026-11-16')],
      [4, at('2026-11-17')],
    ]),
    // Never started: it has no cycle time.
    task('2026-11-09', [[4, at('2026-11-18')]]),
    // Completed before the period, open again, and imported as completed.
    task('2026-08-01', [[4, at('2026-08-05')]]),
    task('2026-11-02', [
      [4, at('2026-11-03')],
      [1, at('2026-11-04')],
    ]),
    task('2026-11-02', [], { status: 4, completedAt: at('2026-11-05') }),
  ];
  const made = measure(tasks);
  expect(made).toMatchObject({ completed: 7, onTimeRate: 0.5, reworkRate: 0.1429 });
  expect(made.cycleHours).toEqual({ p50: 72, p85: calendar.seconds(at('2026-09-01'), at('2026-11-17')) / 3600 });
  const counts = (what: Parameters<typeof tasksBehind>[0]) =>
    tasksBehind(what, { tasks, period, now, calendar }).length;
  expect([
    counts('completed'),
    counts('on_time'),
    counts('late'),
    counts('cycle'),
    counts('rework'),
    counts('left'),
  ]).toEqual([7, 1, 1, 5, 1, 1]);
  expect(AskEfficiency.safeParse({ id: 'WEB', from: '2026-11-02', to: '2026-11-01' }).success).toBe(false);
  expect(AskEfficiency.safeParse({ id: 'WEB', from: '2026-11-01', to: '2026-11-01' }).success).toBe(true);
});

it('shows what is at work by its age, and the flow at the end of each day', () => {
  const tasks = [
    task('2026-11-23', [[2, at('2026-11-26', 18)]]),
    task('2026-11-23', [[3, at('2026-11-24', 18)]]),
    task('2026-11-25', [[5, at('2026-11-26')]]),
  ];
  const made = measure(tasks, { period: { from: dayNumber('2026-11-23'), to: period.to } });
  const behind = (what: 'age' | 'estimate') =>
    tasksBehind(what, {
      ...{ period, now, calendar },
      tasks: [...tasks, done('2026-11-23', '2026-11-24', { estimateMinutes: 60 }), done('2026-11-23', '2026-11-24')],
    });
  expect(
    behind('age')
      .map((one) => [one.task.key, one.hours])
      .sort(),
  ).toEqual(made.age.map(({ key, hours }) => [key, hours]).sort());
  expect(behind('estimate').map((one) => one.task.estimateMinutes)).toEqual([60]);
  expect(made.age.map(({ key, hours }) => [key, hours])).toEqual([
    [tasks[1]?.key, 72],
    [tasks[0]?.key, 24],
  ]);
  expect(made.flow.map(({ date, counts }) => [date.slice(8), ...Object.values(counts)])).toEqual([
    ['23', 2, 0, 0, 0, 0],
    ['24', 1, 0, 1, 0, 0],
    ['25', 2, 0, 1, 0, 0],
    ['26', 0, 1, 1, 0, 1],
    ['27', 0, 1, 1, 0, 1],
  ]);
});

it('shows the flow of up to 120 days a day apart, and of more a week apart, back from the last', () => {
  const flow = (days: number) => measure([], { period: { from: period.to - days + 1, to: period.to } }).flow;
  expect(flow(120)).toHaveLength(120);
  const weeks = flow(121).map(({ date }) => date);
  expect([weeks.length, ...weeks.slice(-2)]).toEqual([18, '2026-11-20', '2026-11-27']);
});

it('is of the twelve weeks until today unless somebody says otherwise, never of days to come, nor of above a year', () => {
  const days = (asked: Parameters<typeof periodOf>[0]) => {
    const found = periodOf(asked, now);
    return found && [dateOfDay(found.from), dateOfDay(found.to)];
  };
  for (const asked of [{}, { to: '2027-01-31' }]) expect(days(asked)).toEqual(['2026-09-05', '2026-11-27']);
  expect(days({ from: '2026-12-24' })).toEqual(['2026-11-27', '2026-11-27']);
  expect(days({ from: '2025-11-27' })).toEqual(['2025-11-27', '2026-11-27']);
  expect(days({ from: '2025-11-26' })).toBeNull();
});

const open = (count: number, more: Partial<TaskHistory> = {}) =>
  Array.from({ length: count }, () => task('2026-09-07', [], more));
/** So many tasks completed on each of these days. */
const history = (days: number[], each: number) =>
  days.flatMap((day) => Array.from({ length: each }, () => done('2026-09-07', dateOfDay(day))));
const lastDays = calendar.between(dayNumber('2026-11-02'), dayNumber('2026-11-26'));
const mondays = lastDays.filter((day) => new Date(day * DAY * 1000).getUTCDay() === 1);

it.each([
  ['one a day', history(lastDays, 1), 10, '2026-12-11'],
  ['two a day', history(lastDays, 2), 11, '2026-12-07'],
  ['three each Monday', history(mondays, 3), 7, '2026-12-14'],
])('foresees a constant history as that constant: %s', (_, past, left, end) => {
  const { forecast } = measure([...past, ...open(left), ...open(3, { status: 5 })]);
  expect(forecast).toMatchObject({ left, p50: end, p85: end });
});

it('does not work on holidays, and foresees nothing below eight completions or beyond three years', () => {
  const past = history(lastDays, 1);
  const holidays = workingCalendar({ working_days: [1, 2, 3, 4, 5], holidays: ['2026-11-30', '2026-12-01'] });
  expect(measure([...past, ...open(1)], { calendar: holidays }).forecast.p85).toBe('2026-12-02');
  expect(measure([...past.slice(0, 7), ...open(1)])).toMatchObject({ enough: false, forecast: { left: 1, p50: null } });
  expect(measure([...past, ...open(3000)])).toMatchObject({
    enough: true,
    forecast: { left: 3000, p50: null, p85: null },
  });
});

it('gives each milestone its own share, in the order of the work, and the same answer each time', () => {
  const milestones = ['a', 'b', 'c'].map((id) => ({ id, name: id }));
  const left = [...open(4, { milestoneId: 'a' }), ...open(6, { milestoneId: 'b' }), ...open(5)];
  const { forecast } = measure([...history(lastDays, 1), ...left], { milestones });
  expect(forecast.p85).toBe('2026-12-18');
  expect(forecast.milestones.map(({ left, p50, p85 }) => [left, p50, p85])).toEqual([
    [4, '2026-12-03', '2026-12-03'],
    [6, '2026-12-11', '2026-12-11'],
    [0, null, null],
  ]);
  const uneven = [...history(lastDays, 1), ...history(mondays, 4), ...left];
  expect(measure(uneven, { milestones })).toEqual(measure(uneven, { milestones }));
});

it('says what moved it since last week', () => {
  const past = history(lastDays, 1);
  const added = open(5).map((one) => ({ ...one, createdAt: at('2026-11-25') }));
  const known = open(10).map((one) => ({ ...one, createdAt: at('2026-11-20', 9) }));
  const tasks = [...past, ...known, ...added];
  const { movedBy } = measure(tasks).forecast;
  // Four of the fourteen that were left a week ago were completed since (today is not over), and five came.
  expect(movedBy).toEqual({
    ...{ since: '2026-11-20', days: 8, before: { p50: '2026-12-10', p85: '2026-12-10' } },
    ...{ added: 5, completed: 4, reopened: 0, weekly: { before: 5, now: 5 } },
  });
  expect(tasksBehind('added', { tasks, period, now, calendar })).toHaveLength(5);
  const again = task('2026-09-07', [
    [4, at('2026-11-03')],
    [1, at('2026-11-25')],
  ]);
  expect(measure([...tasks, again]).forecast.movedBy).toMatchObject({ added: 5, completed: 4, reopened: 1 });
});
