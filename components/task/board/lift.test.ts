import { describe, expect, it } from 'vitest';
import { type Lift, positionWords, stepped, unmoved } from './lift';

const lift = (status: number, index: number): Lift => ({
  id: 'a',
  from: { status: 1, index: 0 },
  at: { status, index },
});
const others = (status: number) => ({ 1: 2, 2: 0, 3: 5 })[status] ?? 0;
const step = (from: Lift, ...keys: Parameters<typeof stepped>[1][]) =>
  keys.reduce((now, key) => stepped(now, key, [1, 2, 3], others), from).at;

describe('a lifted card', () => {
  it('moves slot by slot and stops at both ends of its column', () => {
    expect(step(lift(1, 0), 'down', 'down')).toEqual({ status: 1, index: 2 });
    expect(step(lift(1, 0), 'down', 'down', 'down')).toEqual({ status: 1, index: 2 });
    expect(step(lift(1, 0), 'up')).toEqual({ status: 1, index: 0 });
    expect(step(lift(3, 2), 'last')).toEqual({ status: 3, index: 5 });
    expect(step(lift(3, 2), 'first')).toEqual({ status: 3, index: 0 });
  });

  it('moves column by column, as low as the column goes', () => {
    expect(step(lift(1, 2), 'right')).toEqual({ status: 2, index: 0 });
    expect(step(lift(3, 4), 'left', 'left')).toEqual({ status: 1, index: 0 });
  });

  it('stays the same object at an edge, so that nothing is said twice', () => {
    const left = lift(1, 0);
    expect(stepped(left, 'left', [1, 2, 3], others)).toBe(left);
    const right = lift(3, 0);
    expect(stepped(right, 'right', [1, 2, 3], others)).toBe(right);
  });

  it('knows when putting it down changes nothing', () => {
    expect(unmoved(lift(1, 0))).toBe(true);
    expect(unmoved(lift(1, 1))).toBe(false);
  });

  it('is told in one pattern', () => {
    expect(positionWords('Draft the brief', 'Testing', 2, 7)).toBe('Draft the brief: Testing, position 2 of 7');
  });
});
