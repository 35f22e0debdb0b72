import { expect, test } from 'vitest';
import { nextRoom } from './next-room';

const room = (_id: string, unread_count = 0, muted = false) => ({ _id, unread_count, mention_count: 0, muted });
const ROOMS = [room('a'), room('b', 2), room('c', 1, true), room('d', 5)];

test('the rooms go round in both directions', () => {
  const from = (current: string | null, step: 1 | -1) => nextRoom(ROOMS, current, step, false);
  expect([from('a', 1), from('d', 1), from('b', -1), from('a', -1)]).toEqual(['b', 'a', 'a', 'd']);
  expect([from(null, 1), from(null, -1), from('not listed', 1)]).toEqual(['a', 'd', 'a']);
  expect(nextRoom([room('a')], 'a', 1, false)).toBeNull();
});

test('the next unread room is another one, and none that is muted', () => {
  const from = (current: string | null, step: 1 | -1) => nextRoom(ROOMS, current, step, true);
  expect([from('a', 1), from('b', 1), from('d', 1), from('d', -1), from('b', -1)]).toEqual(['b', 'd', 'b', 'b', 'd']);
  expect(nextRoom([room('a'), room('b', 2)], 'b', 1, true)).toBeNull();
});
