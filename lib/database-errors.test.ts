import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { toFailure } from '@/lib/errors';

const folder = (name: string) => path.resolve(import.meta.dirname, '../node_modules', name);

/** What pg throws when somebody uses it wrongly: a mistake of ours, which waiting does not mend. */
const MISTAKES =
  /^(A query must have|Binary mode|Buffer|Called end on pool more|Client has already been|Passing a function|Query values|Release called|Unknown authenticationOk|circular reference|sslnegotiation|Invalid sslnegotiation|unexpected condition|valueMapper|\$\{portalQuery\}|Prepared statements must)/;

function messagesOf(name: string, ...folders: string[]): string[] {
  const files = folders.flatMap((sub) =>
    readdirSync(path.join(folder(name), sub))
      .filter((file) => file.endsWith('.js'))
      .map((file) => path.join(folder(name), sub, file)),
  );
  return files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/new Error\(\s*(['"`])((?:(?!\1).)+)/g)].map((match) => match[2] as string),
  );
}

describe('a database that is away', () => {
  test('every error that pg and its pool can throw by themselves is counted, or is a mistake in using them', () => {
    const messages = [...messagesOf('pg', 'lib', 'lib/crypto'), ...messagesOf('pg-pool', '.')];
    expect(messages.length).toBeGreaterThan(40);
    const unknown = messages.filter(
      (message) => toFailure(new Error(message)).code !== 'unavailable' && !MISTAKES.test(message),
    );
    expect(unknown).toEqual([]);
  });

  test('every kind of failure that Prisma’s driver knows of a connection is counted', () => {
    const source = readFileSync(path.join(folder('@prisma/adapter-pg'), 'dist/index.js'), 'utf8');
    const kinds = new Set([...source.matchAll(/kind: "(\w+)"/g)].map((match) => match[1] as string));
    const failures = [...kinds].filter(
      (kind) =>
        toFailure({ code: 'P2010', message: 'Raw query failed.', meta: { driverAdapterError: { cause: { kind } } } })
          .code === 'unavailable',
    );
    expect(failures.sort()).toEqual([
      'AuthenticationFailed',
      'ConnectionClosed',
      'DatabaseAccessDenied',
      'DatabaseDoesNotExist',
      'DatabaseNotReachable',
      'SocketTimeout',
      'TlsConnectionError',
      'TooManyConnections',
    ]);
  });

  test.each([
    ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
    ...['P1001', 'P1008', 'P1017', 'P2024', 'P2028', 'P2037'],
    ...[
      '57P01',
      '57P02',
      '57P03',
      '57P05',
      '53300',
      '08006',
      '25006',
      '53100',
      '57014',
      '55P03',
      '25P03',
      '3D000',
      '58030',
    ],
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
