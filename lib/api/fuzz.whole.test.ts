import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { env } from '@/lib/env';
import {
  exampleOf,
  fieldsOf,
  lines,
  oneOfEach,
  refusalOf,
  sane,
  takesEmpty,
  WRONG_TYPE,
  withBody,
  withQuery,
} from '@/lib/test/nonsense';
import { bearer, call } from '@/lib/test/wire';
import { EXAMPLES } from '@/lib/test/wire-examples';

/** All nonsense in every field of every endpoint is refused with a reason: never a 500, never half a change (V01 to V08). */

const owner = new pg.Client({ connectionString: env.databaseUrl });
beforeAll(async () => {
  process.env.RATE_LIMIT_FACTOR = '1000';
  await owner.connect();
  // Before the sign-in itself is tried with nonsense, which uses up the account's attempts.
  for (const { seat } of Object.values(EXAMPLES)) if (seat !== 'anonymous') await bearer(seat);
});
afterAll(() => owner.end());

/** Text that breaks careless code; sometimes a fine title. */
const TEXTS = [
  '',
  ' ',
  'a\u0000b',
  '\u0000',
  '\ud800',
  '\u202Eevil',
  '\u200B',
  "'; drop table task; --",
  '%',
  '../../etc/passwd',
  '__proto__',
  'NaN',
  '0000-00-00',
  '2026-02-30',
  '99999-01-01',
  'null',
  'x'.repeat(60_000),
  '<script>alert(1)</script>',
];
const NUMBERS = [-1, 0, 1.5, 2 ** 31, 2 ** 53, 1e308, -1e308];
const OTHERS = [null, true, false, []];

const example = (name: string) => exampleOf(owner, name);

describe.each(withBody)('%s', (name, line) => {
  test.each(fieldsOf(line))('%s takes no nonsense', async (field) => {
    const { path, body, token } = await example(name);
    const sentWith = (value: unknown) => ({ path, body: { ...(body as object), [field]: value } });
    const send = (value: unknown) => call(line.method, path, { token, body: sentWith(value).body });
    const empty = await takesEmpty(line, field, sentWith);
    const wrong = WRONG_TYPE.filter((value) => !(empty && JSON.stringify(value) === '{}'));
    if (!line.multipart)
      for (const value of wrong) expect(await refusalOf(line, sentWith(value)), JSON.stringify(value)).not.toBeNull();
    for (const value of await oneOfEach(line, wrong, sentWith)) {
      const answer = await send(value);
      sane(answer, value);
      // Where any file is accepted, so is one of JSON, as which a form carries it.
      if (line.accepts && field === 'file' && answer.status === line.status) continue;
      // A file of another kind than is asked for is a matter of its type.
      const refused = line.multipart && field === 'file' && answer.status === 415 ? [415, 'type'] : [422, 'invalid'];
      expect([answer.status, answer.body.code], JSON.stringify(value)).toEqual(refused);
      expect(Object.keys(answer.body.errors ?? {}).some((at) => at.startsWith(field))).toBe(true);
    }
    const others = await oneOfEach(line, [...TEXTS, ...NUMBERS, ...OTHERS], sentWith);
    // Strangers' answers take their time on purpose.
    if (line.permission === 'anonymous') await Promise.all(others.map(async (value) => sane(await send(value), value)));
    else for (const value of others) sane(await send(value), value);
  });

  test('V04 takes nothing from prototypes', async () => {
    const { path, body, token } = await example(name);
    const own = JSON.stringify(body).slice(1, -1);
    for (const poison of ['"__proto__":{"polluted":1}', '"constructor":{"prototype":{"polluted":1}}', '"toString":1']) {
      const answer = await call(line.method, path, { token, body: `{${own}${own && ','}${poison}}` });
      sane(answer, poison);
    }
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});

describe.each(withQuery)('%s', (name, line) => {
  test.each(fieldsOf(line))('%s takes no nonsense', async (field) => {
    const { path, query, token } = await example(name);
    const sentWith = (value: unknown) => ({ path, query: { ...query, [field]: String(value) } });
    const nonsense = [...TEXTS, ...NUMBERS.map(String), 'a,b', ',,,', '1,1', '[object Object]', '{"a":1}'];
    for (const value of await oneOfEach(line, nonsense, sentWith))
      sane(await call(line.method, path, { token, query: sentWith(value).query }), value);
    const given = { ...query };
    delete given[field];
    for (const twice of [`${field}=1&${field}=2`, `${field}=&${field}=1&${field}=2`]) {
      const answer = await call(line.method, path, { token, query: `${new URLSearchParams(given)}&${twice}` });
      sane(answer, twice);
      expect([answer.status, answer.body.code]).toEqual([422, 'invalid']);
    }
    for (const nested of [`${field}[a]=1`, `${field}[]=1`, `${field}.a=1`])
      expect((await call(line.method, path, { token, query: nested })).status).toBe(422);
  });
});

describe('an id in the URL', () => {
  const addressed = lines.filter(([, { path }]) => path.includes('{'));
  test.each(addressed)('%s takes no nonsense', async (name, line) => {
    const { body, token } = await example(name);
    const nonsense = [
      ...TEXTS.filter((text) => text.toWellFormed() === text && text.length < 5000),
      '%',
      '%E0%A4%A',
      '%00',
      '1',
      'WEB-0',
      'WEB-999999999',
      'web-1',
      'A-1',
    ];
    const sentWith = (value: unknown) => {
      const text = String(value);
      const encoded = text.startsWith('%') ? text : encodeURIComponent(text);
      return { path: line.path.replace(/\{\w+\}/, encoded).replaceAll('?', ''), body };
    };
    for (const value of await oneOfEach(line, nonsense, sentWith))
      sane(await call(line.method, sentWith(value).path, { token, body }), value);
    const given = (body ?? {}) as object;
    if (line.method !== 'GET' && line.method !== 'DELETE') {
      const { path } = await example(name);
      const both = await call(line.method, path, {
        token,
        body: { ...given, id: '00000000-0000-7000-8000-000000000000' },
      });
      expect([both.status, both.body.errors]).toEqual([422, { id: [expect.any(String)] }]);
    }
  });
});
