import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { changeTasks } from './bulk-calls';

const INPUT = { task_ids: ['a'], set: { priority: 'high' } } as const;
const DONE = { done: 1, refused: 0, tasks: [] };
const answer = (status: number, body: object) => Response.json({ status, ...body }, { status });
const limited = () => answer(429, { code: 'rate_limited', message: 'Too many calls. Wait a moment.' });

const server = vi.fn<() => Response>();
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async () => server());
});
afterEach(() => {
  server.mockReset();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a change of many tasks', () => {
  test('waits where a minute allows no more calls, says so, and goes on', async () => {
    server.mockImplementationOnce(limited).mockImplementationOnce(limited);
    server.mockImplementation(() => answer(200, { data: DONE }));
    const onWait = vi.fn();
    const change = changeTasks({ ...INPUT, task_ids: ['a'] }, { onWait });
    await vi.advanceTimersByTimeAsync(4_000);
    expect([server.mock.calls.length, onWait.mock.calls.length]).toEqual([1, 1]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await change).toEqual(DONE);
    expect([server.mock.calls.length, onWait.mock.calls.length]).toEqual([3, 2]);
  });

  test('is refused when it would wait for longer than a minute takes', async () => {
    server.mockImplementation(limited);
    const change = changeTasks({ ...INPUT, task_ids: ['a'] }).catch((error) => error);
    await vi.advanceTimersByTimeAsync(80_000);
    expect(await change).toMatchObject({ code: 'rate_limited' });
  });

  test('does not wait for what is refused for another reason', async () => {
    server.mockImplementation(() => answer(403, { code: 'forbidden', message: 'Your role cannot do that.' }));
    await expect(changeTasks({ ...INPUT, task_ids: ['a'] })).rejects.toMatchObject({ code: 'forbidden' });
    expect(server).toHaveBeenCalledTimes(1);
  });
});
