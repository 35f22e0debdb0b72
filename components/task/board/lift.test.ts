import { describe, expect, it } from 'vitest';
import type { BoardColumn } from './board-columns';
import { crossed, type Lift, positionWords, stepped, unmoved } from './lift';

const lift = (column: number, index: number): Lift => ({
  id: 'a',
  from: { column: '1', index: 0 },
  at: { column: `${column}`, index },
});
const others = (column: string) => ({ '1': 2, '2': 0, '3': 5 })[column] ?? 0;
const ids = ['1', '2', '3'];
const step = (from: Lift, ...keys: Parameters<typeof stepped>[1][]) =>
  keys.reduce((now, key) => stepped(now, key, ids, others), from).at;

describe('a lifted card', () => {
  it('moves slot by slot and stops at both ends of its column', () => {
    expect(step(lift(1, 0), 'down', 'down')).toEqual({ column: '1', index: 2 });
    expect(step(lift(1, 0), 'down', 'down', 'down')).toEqual({ column: '1', index: 2 });
    expect(step(lift(1, 0), 'up')).toEqual({ column: '1', index: 0 });
    expect(step(lift(3, 2), 'last')).toEqual({ column: '3', index: 5 });
    expect(step(lift(3, 2), 'first')).toEqual({ column: '3', index: 0 });
  });

  it('moves column by column, as low as the column goes', () => {
    expect(step(lift(1, 2), 'right')).toEqual({ column: '2', index: 0 });
    expect(step(lift(3, 4), 'left', 'left')).toEqual({ column: '1', index: 0 });
  });

  it('stays the same object at an edge, so that nothing is said twice', () => {
    const left = lift(1, 0);
    expect(stepped(left, 'left', ids, others)).toBe(left);
    const right = lift(3, 0);
    expect(stepped(right, 'right', ids, others)).toBe(right);
  });

  it('knows when putting it down changes nothing', () => {
    expect(unmoved(lift(1, 0))).toBe(true);
    expect(unmoved(lift(1, 1))).toBe(false);
  });

  it('is told in one pattern', () => {
    expect(positionWords('Draft the brief', 'Testing', 2, 7)).toBe('Draft the brief: Testing, position 2 of 7');
  });

  it('in lanes moves left and right between columns, up and down between lanes, and comes back to its place', () => {
    const cell = (lane: string, name: string) => ({ id: `${lane}/${name}`, lane, name }) as BoardColumn;
    const cells = ['x', 'y'].flatMap((lane) => ['A', 'B'].map((name) => cell(lane, name)));
    const from = { column: 'x/A', index: 3 };
    const begun: Lift = { id: 'a', from, at: from };
    const walk = (...steps: Parameters<typeof crossed>[1][]) =>
      steps.reduce((now, one) => crossed(now, one, cells), begun).at;
    expect(walk('right')).toEqual({ column: 'x/B', index: 0 });
    expect(walk('right', 'right', 'down')).toEqual({ column: 'y/B', index: 0 });
    expect(walk('down', 'up')).toEqual(from);
    expect(crossed(begun, 'left', cells)).toBe(begun);
    expect(crossed(begun, 'last', cells)).toBe(begun);
  });
});
