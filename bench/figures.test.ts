import { describe, expect, test } from 'vitest';
import { type Figure, lineOf, meetsGoal, type Result, recordedWith, slowerOnes } from './figures';

const share = (value: number): Figure => ({ name: 'list page', value, unit: '×', goal: 0.5 });
const wait = (value: number): Figure => ({ name: 'create: p99', value, unit: 'ms', goal: 200 });
const result = (figures: Figure[], cores = 2, node = '24.1.0'): Result => ({
  machine: { cores, node, processes: cores },
  figures,
});
const worse = (now: Result, recorded: Result) => slowerOnes(now, recorded).map(({ figure }) => figure.name);

describe('a figure', () => {
  test('meets its goal: a share from below, anything else from above', () => {
    expect([share(0.5), share(0.49), wait(200), wait(201)].map(meetsGoal)).toEqual([true, false, true, false]);
    expect(meetsGoal({ ...share(0), goal: undefined })).toBe(true);
    expect(lineOf(share(0.49))).toMatch(/✗ list page +0\.49 × +goal ≥ 0\.50 ×/);
  });

  test('is slower than the recorded one beyond noise only', () => {
    const recorded = result([share(0.6), wait(100)]);
    expect(worse(result([share(0.52), wait(139)]), recorded)).toEqual([]);
    expect(worse(result([share(0.5), wait(141)]), recorded)).toEqual(['list page', 'create: p99']);
    expect(worse(result([share(0.9), wait(10)]), recorded)).toEqual([]);
  });

  test('of another machine compares by its share alone', () => {
    const recorded = result([share(0.6), wait(100)]);
    for (const other of [result([share(0.4), wait(900)], 8), result([share(0.4), wait(900)], 2, '20.19.0')])
      expect(worse(other, recorded)).toEqual(['list page']);
  });

  test('a statement more is one too many', () => {
    const asks = (value: number): Figure => ({ name: 'board: statements', value, unit: 'statements' });
    expect(worse(result([asks(9)], 8), result([asks(8)]))).toEqual(['board: statements']);
  });

  test('that was measured anew is kept beside the others, on the same machine only', () => {
    const recorded = result([share(0.6), wait(100)]);
    const now = result([wait(90), { ...wait(5), name: 'move: p99' }]);
    expect(recordedWith(now, recorded).figures.map(({ name, value }) => [name, value])).toEqual([
      ['list page', 0.6],
      ['create: p99', 90],
      ['move: p99', 5],
    ]);
    expect(recordedWith(now, result([share(0.6)], 8))).toBe(now);
    expect(recordedWith(now, null)).toBe(now);
  });
});
