import { expect, test } from 'vitest';
import { ApiError } from './api-client';
import { QUEUED } from './change-queue';

const failed = (status: number, code: ConstructorParameters<typeof ApiError>[1]) => new ApiError(status, code, 'No.');

test('a change that did not reach the server is sent again as long as it takes', () => {
  for (const error of [failed(0, 'offline'), failed(502, 'offline'), failed(401, 'unauthenticated')])
    expect([QUEUED.retry(0, error), QUEUED.retry(50, error)]).toEqual([true, true]);
});

test('a change answered 503 is sent again for half a minute, then the error is shown', () => {
  const error = failed(503, 'unavailable');
  const tries = [0, 1, 2, 3, 4, 5].filter((failures) => QUEUED.retry(failures, error));
  expect(tries).toEqual([0, 1, 2, 3, 4]);
  expect(tries.reduce((sum, failures) => sum + QUEUED.retryDelay(failures), 0)).toBe(31_000);
});

test('one that is refused is not', () => {
  for (const error of [failed(422, 'invalid'), failed(403, 'forbidden'), failed(409, 'conflict'), new Error('mistake')])
    expect(QUEUED.retry(0, error)).toBe(false);
});
