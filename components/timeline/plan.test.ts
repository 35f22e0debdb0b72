import { describe, expect, test } from 'vitest';
import { taskCard } from '@/components/test/gallery/task';
import { ANYBODY, formatsFor } from '@/lib/formats';
import type { TaskCard } from '@/lib/task/schema';
import { barOf, datesAfter, inStartOrder, keptOrder, keptSlack, linesOf, partWords, slackOf, slackWords } from './plan';
import { dayAt, restOf, scaleFor, ticksOf, widthOf, xOf, ZOOMS, zoomOf } from './scale';

const card = (id: string, start_date: string | null, due_date: string | null, more: Partial<TaskCard> = {}) =>
  taskCard(1, { _id: id, start_date, due_date, ...more });

test('a bar goes from start to due; without a start it is a milestone, without a due date open-ended', () => {
  expect(barOf(card('a', '2026-11-02', '2026-11-05'))).toMatchObject({
    start: '2026-11-02',
    due: '2026-11-05',
    milestone: false,
  });
  expect(barOf(card('a', null, '2026-11-05'))).toMatchObject({ start: '2026-11-05', milestone: true });
  expect(barOf(card('a', '2026-11-02', null))).toMatchObject({ due: '2026-11-02', open: true });
  expect(barOf(card('a', null, null))).toBeNull();
});

test('a bar is moved as a whole, stretched at its ends, and never turned over', () => {
  const one = card('a', '2026-11-02', '2026-11-05');
  expect(datesAfter(one, 'move', 2)).toEqual({ start_date: '2026-11-04', due_date: '2026-11-07' });
  expect(datesAfter(one, 'due', -3)).toEqual({ due_date: '2026-11-02' });
  expect(datesAfter(one, 'due', -4)).toBeNull();
  expect(datesAfter(one, 'start', 4)).toBeNull();
  expect(datesAfter(card('a', null, '2026-11-05'), 'move', 1)).toEqual({ due_date: '2026-11-06' });
  expect(datesAfter(card('a', null, '2026-11-05'), 'start', -2)).toEqual({ start_date: '2026-11-03' });
  expect(datesAfter(one, 'start', 3)).toEqual({ start_date: '2026-11-05' });
  expect(datesAfter(card('a', '2026-11-05', null), 'start', -1)).toEqual({ start_date: '2026-11-04' });
  expect(datesAfter(card('a', '2026-11-05', null), 'due', 2)).toEqual({ due_date: '2026-11-07' });
});

describe('dependencies', () => {
  const of = (...cards: TaskCard[]) =>
    slackOf(cards, [
      { task_id: 'a', blocks_id: 'b' },
      { task_id: 'a', blocks_id: 'c' },
      { task_id: 'gone', blocks_id: 'a' },
    ]);
  const a = card('a', '2026-11-01', '2026-11-05');

  test('leave slack until the first task that waits begins', () => {
    expect(of(a, card('b', '2026-11-09', '2026-11-10'), card('c', '2026-11-07', '2026-11-08')).get('a')?.free).toBe(1);
    expect(of(a, card('b', '2026-11-06', '2026-11-10')).get('a')?.free).toBe(0);
  });

  test('conflict where a task begins before what it waits for has ended, unless one of them is completed', () => {
    const b = card('b', '2026-11-05', '2026-11-08');
    expect(of(a, b).get('b')?.conflicts).toEqual([a]);
    expect(of({ ...a, status: 4 }, b).get('b')).toBeUndefined();
    expect(of(a, { ...b, status: 4 }).get('b')).toBeUndefined();
    expect(of(a, { ...b, status: 4 }).get('a')).toBeUndefined();
    expect(of(a, card('b', null, '2026-11-05')).get('b')).toBeUndefined();
    expect(of(a, card('b', null, '2026-11-04')).get('b')?.conflicts).toEqual([a]);
  });
});

test('days of slack are counted in words', () =>
  expect([slackWords(0), slackWords(1), slackWords(2)]).toEqual([
    '0 days of slack',
    '1 day of slack',
    '2 days of slack',
  ]));

test('slack that stays the same leaves its row as it was drawn', () => {
  const [end, other] = [card('e', null, '2026-11-05'), card('o', null, '2026-11-05', { key: 'WEB-2' })];
  const before = new Map([
    ['a', { free: 1, conflicts: [end] }],
    ['b', { free: 1, conflicts: [] }],
    ['c', { free: null, conflicts: [end] }],
  ]);
  const after = keptSlack(
    new Map([
      ['a', { free: 1, conflicts: [{ ...end }] }],
      ['b', { free: 2, conflicts: [] }],
      ['c', { free: null, conflicts: [other] }],
      ['d', { free: 0, conflicts: [] }],
    ]),
    before,
  );
  expect(after.get('a')).toBe(before.get('a'));
  expect([after.get('b')?.free, after.get('c')?.conflicts[0]?.key, after.get('d')?.free]).toEqual([2, 'WEB-2', 0]);
});

test('lanes by project are called by it, people whom the reader may not see are the team, and rows that begin on one day go by their end', () => {
  const cards = inStartOrder([
    card('late', '2026-11-01', '2026-11-09', { project_id: 'p2' }),
    card('b', '2026-11-01', '2026-11-02'),
    card('a', '2026-11-01', '2026-11-02', { hidden_assignees: true }),
  ]);
  expect(cards.map(({ _id }) => _id)).toEqual(['a', 'b', 'late']);
  const heads = (lanes: 'project' | 'assignee') =>
    linesOf(cards, lanes, (id) => `Project ${id}`).flatMap((line) =>
      line.kind === 'head' ? `${line.label} ${line.count}` : [],
    );
  expect(heads('project')).toEqual(['Project p-web 2', 'Project p2 1']);
  expect(heads('assignee')).toEqual(['The team 1', 'Nobody 2']);
  expect(linesOf(cards, 'none', String).map(({ id }) => id)).toEqual(['a', 'b', 'late']);
});

test('lanes come in the order of their names, tasks of nobody last', () => {
  const who = (name: string) => ({ assignees: [{ _id: name, name, pic: null }] }) as unknown as Partial<TaskCard>;
  const cards = inStartOrder([
    card('n', null, '2026-11-01'),
    card('z', null, '2026-11-03', who('Zoe')),
    card('b', '2026-11-02', null, who('Ann')),
    card('a', null, '2026-11-01', who('Ann')),
    card('x', null, null, who('Ann')),
  ]);
  const lines = linesOf(cards, 'assignee', () => '');
  expect(lines.map((line) => (line.kind === 'head' ? `${line.label} ${line.count}` : line.id))).toEqual([
    'Ann 2',
    'a',
    'b',
    'Zoe 1',
    'z',
    'Nobody 1',
    'n',
  ]);
});

test('rows keep their places whatever becomes of their dates; new ones come after what begins before them', () => {
  const order = (cards: TaskCard[], before: string[]) => keptOrder(inStartOrder(cards), before).map(({ _id }) => _id);
  const [a, b] = [card('a', null, '2026-11-01'), card('b', null, '2026-11-05')];
  expect(order([b, a], [])).toEqual(['a', 'b']);
  expect(order([card('a', null, '2026-12-01'), b], ['a', 'b'])).toEqual(['a', 'b']);
  const [first, second, third] = [
    card('0', null, '2026-10-01'),
    card('c', null, '2026-11-02'),
    card('d', null, '2026-11-03'),
  ];
  expect(order([third, b, second, a, first], ['a', 'b'])).toEqual(['0', 'a', 'c', 'd', 'b']);
  // What left comes back where its date says.
  expect(order([b, first], ['a', 'b'])).toEqual(['0', 'b']);
});

test('more than a timeline draws is said, and what helps', () => {
  expect(partWords(500, 12_000, 10_000, String)).toBe('500 of 12000 tasks so far…');
  expect(partWords(10_000, 12_000, 10_000, String)).toMatch(/^A timeline shows 10000 tasks at most: of 12000/);
});

describe('the scale', () => {
  const formats = formatsFor(ANYBODY);

  test('has room for all dates and today, and finds a day where it draws it', () => {
    for (const { id } of ZOOMS) {
      const scale = scaleFor(['2026-03-05', '2027-02-10'], '2026-11-22', id);
      expect(scale.from < '2026-03-05' && scale.until > '2027-02-10').toBe(true);
      for (const day of ['2026-03-05', '2026-11-22', scale.from, scale.until])
        expect(dayAt(scale, xOf(scale, day) + scale.day / 2)).toBe(day);
      expect(dayAt(scale, -5)).toBe(scale.from);
      expect(dayAt(scale, widthOf(scale) + 5)).toBe(scale.until);
    }
  });

  test('shades weekends and holidays in one, where a day is wide enough', () => {
    const rest = { working_days: [1, 2, 3, 4, 5], holidays: ['2026-11-23'] };
    const scale = scaleFor(['2026-11-20', '2026-11-24'], '2026-11-22', 'week');
    const sight = [xOf(scale, '2026-11-20'), xOf(scale, '2026-11-27')] as const;
    // From Saturday to the holiday on Monday.
    expect(restOf(scale, rest, sight)).toEqual([{ x: xOf(scale, '2026-11-21'), width: 3 * scale.day }]);
    expect(restOf({ ...scale, day: zoomOf('year').day }, rest, sight)).toEqual([]);
  });

  test('names days by their number, weeks by the reader’s first day, and what is longer by its name', () => {
    const scale = scaleFor(['2026-02-10', '2027-05-01'], '2026-11-22', 'quarter');
    const names = (unit: Parameters<typeof ticksOf>[1], from: string, until: string, reader = formats) =>
      ticksOf(scale, unit, [xOf(scale, from), xOf(scale, until)], reader).map(({ label }) => label);
    expect(names('day', '2026-11-29', '2026-12-02')).toEqual(['29', '30', '1']);
    expect(names('week', '2026-11-16', '2026-11-30')).toEqual(['16', '23']);
    const american = formatsFor({ locale: 'en-US', timeZone: 'UTC' });
    expect(names('week', '2026-11-16', '2026-11-30', american)).toEqual(['15', '22', '29']);
    expect(names('month', '2026-11-01', '2027-01-01')).toEqual(['November 2026', 'December 2026']);
    expect(names('quarter', '2026-01-01', '2027-01-01')).toEqual(['Q1 2026', 'Q2 2026', 'Q3 2026', 'Q4 2026']);
    expect(names('year', '2026-03-01', '2027-02-01')).toEqual(['2026', '2027']);
  });

  test('names only what is in sight, without gaps', () => {
    for (const { id, below } of ZOOMS) {
      const scale = scaleFor(['2020-01-05', '2030-02-10'], '2026-11-22', id);
      const left = widthOf(scale) / 2;
      const ticks = ticksOf(scale, below, [left, left + 1000], formats);
      expect(ticks.length).toBeLessThan(80);
      expect(ticks[0]?.x).toBeLessThanOrEqual(left);
      for (const [at, { x, width }] of ticks.entries()) {
        const next = ticks[at + 1];
        if (next) expect(next.x).toBeCloseTo(x + width, 5);
      }
    }
  });
});
