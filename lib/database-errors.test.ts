import { describe, expect, test } from 'vitest';
import { toFailure } from '@/lib/errors';

describe('a database that is away', () => {
  test.each([
    ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
    ...['P1001', 'P1008', 'P1017', 'P2024', 'P2028', 'P2037'],
    ...'57P01 57P02 57P03 57P05 53300 08006 25006 53100 57014 55P03 25P03 3D000 58030'.split(' '),
  ])('%s says when to come back', (code) => {
    expect(toFailure(Object.assign(new Error('x'), { code }))).toMatchObject({
      code: 'unavailable',
      retryAfter: expect.any(Number),
    });
  });

  test.each(['P2002', '23505', '40001', 'P2025', '23514', '42703', '25P02', 'XX000', 'ERR_INVALID_ARG_TYPE'])(
    '%s is something else',
    (code) => {
      expect(toFailure(Object.assign(new Error('x'), { code })).code).not.toBe('unavailable');
    },
  );
});
