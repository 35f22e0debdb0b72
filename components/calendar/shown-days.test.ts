import { describe, expect, test } from 'vitest';
import { type Collection, collectionOf } from '@/components/live/collection';
import { collectionReducer } from '@/components/live/collection-reducer';
import type { TaskChange } from '@/components/task/task-edit';
import { taskCard } from '@/components/test/gallery/task';
import { daysOfPage, pageAfter } from '@/lib/formats/calendar';
import type { TaskCard } from '@/lib/task/schema';
import { calendarPage, inDayOrder } from '@/lib/task-plan/vocabulary';
import { inSight } from './day-cell';
import { movedTo, readingOf, shownDays } from './shown-days';

const DAYS = ['2026-11-02', '2026-11-03', '2026-11-04'];
const card = (id: string, due_date: string | null, more: Partial<TaskCard> = {}) =>
  taskCard(1, { _id: id, due_date, ...more });
const shape = { includes: () => true, list: ({ due_date }: TaskCard) => due_date ?? '', compare: inDayOrder };
const begin = () =>
  collectionOf<TaskCard, TaskChange>(
    readingOf(DAYS, [{ day: '2026-11-02', total: 5, docs: [card('a', '2026-11-02'), card('b', '2026-11-02')] }]),
  );
const words = (state: Collection<TaskCard, TaskChange>) =>
  shownDays(state, DAYS).map(({ total, docs }) => [total, ...docs.map(({ _id }) => _id)].join(' '));
const edit = (id: string, due_date: string | null) =>
  ({ type: 'changed', at: 0, change: { token: id, id, kind: 'edit', changes: { due_date } } }) as const;

describe('the days of a calendar', () => {
  test('are all there, with what is counted but not listed', () => expect(words(begin())).toEqual(['5 a b', '0', '0']));

  test('lose a task that goes to another month, or gets no date', () => {
    expect(words(collectionReducer(begin(), edit('a', '2027-01-01'), shape))).toEqual(['4 b', '0', '0']);
    expect(words(collectionReducer(begin(), edit('b', null), shape))).toEqual(['4 a', '0', '0']);
  });

  test('put what arrives in the order of the day', () => {
    const state = collectionReducer(
      begin(),
      { type: 'patched', row: card('c', '2026-11-02', { priority: 'urgent' }) },
      shape,
    );
    expect(words(state)[0]).toBe('6 c a b');
  });

  test('a task that has begun keeps its length', () => {
    expect(movedTo(card('a', '2026-11-04', { start_date: '2026-11-01' }), '2026-11-06')).toEqual({
      due_date: '2026-11-06',
      start_date: '2026-11-03',
    });
    expect(movedTo(card('a', '2026-11-04'), '2026-10-31')).toEqual({ due_date: '2026-10-31' });
  });
});

test('a day draws four tasks whole, of more the first three, and among them what was moved last', () => {
  const of = (count: number, moved = -1) =>
    inSight(
      Array.from({ length: count }, (_, at) => at),
      (at) => at === moved,
    );
  expect([of(4), of(5), of(5, 1), of(6, 5)]).toEqual([
    [0, 1, 2, 3],
    [0, 1, 2],
    [0, 1, 2],
    [0, 1, 5],
  ]);
});

test('a page of the calendar has whole weeks, which begin on the reader’s first day', () => {
  const month = calendarPage({ date: '2026-11-22' }, '2026-01-01');
  expect([daysOfPage(month, 1)[0], daysOfPage(month, 1).at(-1)]).toEqual(['2026-10-26', '2026-12-06']);
  expect([daysOfPage(month, 7)[0], daysOfPage(month, 7).at(-1)]).toEqual(['2026-11-01', '2026-12-05']);
  const week = { ...month, span: 'week' as const };
  expect(daysOfPage(week, 1)).toHaveLength(7);
  expect([daysOfPage(week, 7)[0], daysOfPage(week, 1)[0]]).toEqual(['2026-11-22', '2026-11-16']);
});

test('a page of the calendar leads to the next and the one before', () => {
  const of = (span: 'month' | 'week', date: string, count: number) => pageAfter({ span, date }, count).date;
  expect(of('month', '2026-12-31', 1)).toBe('2027-01-01');
  expect(of('month', '2026-03-31', -1)).toBe('2026-02-01');
  expect(of('week', '2026-12-31', 1)).toBe('2027-01-07');
});

test('a page of the calendar is today’s where the address names no day', () => {
  for (const date of [undefined, '', 'x', '2026-02-31', '0001-01-01', '2026-13-01'])
    expect(calendarPage({ date, span: 'year' }, '2026-11-22')).toEqual({ span: 'month', date: '2026-11-22' });
});
