import { expect, test } from 'vitest';
import type { NotificationRecord } from '@/lib/notification/schema';
import { groupsOf, heldRows, listedIn } from './held-rows';

/** About the task `id`, which came at this hour. */
const row = (id: string, hour: number): NotificationRecord => ({
  ...{ _id: `${id}${hour}`, kind: 'comment.added', says: '', page: null, reason: null, actor: null, room: null },
  task: { _id: id, key: 'WEB-1', title: '', project_id: 'p', audience: 'internal' },
  ...{ quote: null, rights: { reply: false }, data: {}, state: 'inbox', more: 0, read_at: null, snoozed_until: null },
  created_at: '',
  arrived_at: new Date(Date.UTC(2026, 10, 20, hour)).toISOString(),
});
const read = [row('c', 3), row('b', 2), row('a', 1)];
const after = (now: NotificationRecord[]) => {
  const { rows, waiting } = heldRows(now, listedIn(read));
  return [rows.map(({ _id }) => _id).join(' '), waiting];
};

test('what comes while somebody reads waits', () => {
  expect(after(read)).toEqual(['c3 b2 a1', 0]);
  expect(after([row('e', 5), row('d', 4), ...read])).toEqual(['c3 b2 a1', 2]);
});

test('a row about which something comes keeps its place', () => {
  expect(after([row('a', 5), row('c', 3), row('b', 2)])).toEqual(['c3 b2 a5', 0]);
  expect(after([row('c', 6), row('a', 5), row('d', 4), row('b', 2)])).toEqual(['c6 b2 a5', 1]);
});

test('a row that goes leaves the others, and one that an undo brings back does not wait', () => {
  expect(after([row('c', 3), row('a', 5)])).toEqual(['c3 a5', 0]);
  expect(heldRows(read, listedIn([row('c', 3), row('a', 1)])).waiting).toBe(0);
});

test('earlier rows that are asked for come below', () =>
  expect(after([...read, row('z', 0)])).toEqual(['c3 b2 a1 z0', 0]));

test('rows of today and of earlier days are told apart where there are any', () => {
  const words = (since: number) => {
    const isToday = (moment: string) => new Date(moment).getUTCHours() >= since;
    return read.map((one) => groupsOf(read, isToday).get(one) ?? '');
  };
  expect(words(2)).toEqual(['Today', '', 'Earlier']);
  expect(words(0)).toEqual(['Today', '', '']);
  expect(words(9)).toEqual(['Earlier', '', '']);
});
