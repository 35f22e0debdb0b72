import { describe, expect, test, vi } from 'vitest';
import { fromTheTop, inPieces, type Outcomes } from './bulk-pieces';

const some = (count: number, from = 0) => Array.from({ length: count }, (_, at) => ({ _id: `${from + at}` }));
const done = (tasks: readonly { _id: string }[]): Outcomes => tasks.map(({ _id }) => ({ _id, done: true, card: null }));
const why = (error: unknown) => (error as Error).message;

describe('any number of tasks', () => {
  test('are changed fifty at a time, and told of as one', async () => {
    const run = vi.fn(async (piece: readonly { _id: string }[]) => done(piece));
    const outcomes = await inPieces([{ tasks: some(120), run }], why);
    expect(run.mock.calls.map(([piece]) => piece.length)).toEqual([50, 50, 20]);
    expect(outcomes).toEqual(done(some(120)));
  });

  test('are left, with the reason, from the call on that failed', async () => {
    const run = vi.fn(async (piece: readonly { _id: string }[]) => {
      if (run.mock.calls.length > 1) throw new Error('You are offline.');
      return done(piece);
    });
    const outcomes = await inPieces(
      [
        { tasks: some(80), run },
        { tasks: some(2, 80), run },
      ],
      why,
    );
    expect(run).toHaveBeenCalledTimes(2);
    expect(outcomes).toHaveLength(82);
    expect(outcomes.filter((one) => one.done)).toHaveLength(50);
    expect(outcomes.at(-1)).toEqual({ _id: '81', done: false, reason: 'You are offline.', card: null });
  });

  test('are not told of one by one where nothing was done', async () => {
    const run = () => Promise.reject(new Error('You are offline.'));
    await expect(inPieces([{ tasks: some(80), run }], why)).rejects.toThrow('You are offline.');
  });

  test('go to another project from the top, so that none leaves the task that it is below', () => {
    const below = (_id: string, parent: string | null) => ({ _id, parent: parent === null ? null : { _id: parent } });
    const tasks = [below('leaf', 'middle'), below('middle', 'top'), below('other', 'elsewhere'), below('top', null)];
    expect(fromTheTop(tasks).map(({ _id }) => _id)).toEqual(['top', 'middle', 'other', 'leaf']);
  });
});
