import { beforeAll, expect, test } from 'vitest';
import {
  exampleOf,
  fieldsOf,
  lines,
  refusalOf,
  type Sent,
  sane,
  takesEmpty,
  WRONG_TYPE,
  withBody,
  withQuery,
} from '@/lib/test/nonsense';
import { ownerClient } from '@/lib/test/owner';
import { bearer, call } from '@/lib/test/wire';
import { EXAMPLES } from '@/lib/test/wire-examples';

/**
 * The hardest nonsense in every field of every endpoint is refused with a reason: never a 500 (V01 to V08).
 */

const owner = ownerClient({ RATE_LIMIT_FACTOR: '1000' });
beforeAll(async () => {
  // Before the sign-in itself is tried with nonsense, which uses up the account's attempts.
  for (const { seat } of Object.values(EXAMPLES)) if (seat !== 'anonymous') await bearer(seat);
});

/** What PostgreSQL cannot store, what is no plain field, and numbers that overflow; and all that breaks careless code. */
const HARDEST = ['a\u0000b', '\ud800', '__proto__', 2 ** 31, 1e308, null];
if (process.env.WHOLE)
  HARDEST.push(
    ...[
      '',
      ' ',
      '\u0000',
      '\u202Eevil',
      '\u200B',
      "'; drop table task; --",
      '%',
      '../../etc/passwd',
      'NaN',
      '0000-00-00',
    ],
    ...['2026-02-30', '99999-01-01', 'null', 'x'.repeat(60_000), '<script>alert(1)</script>'],
    ...[-1, 0, 1.5, 2 ** 53, -1e308],
  );

test.each(withBody)('%s takes no nonsense', async (name, line) => {
  const { path, body, token } = await exampleOf(owner, name);
  const answered: unknown[] = [];
  let refused = false;
  for (const field of fieldsOf(line)) {
    const sentWith = (value: unknown): Sent => ({ path, body: { ...(body as object), [field]: value } });
    const send = async (value: unknown) => {
      const answer = await call(line.method, path, { token, body: sentWith(value).body });
      sane(answer, { [field]: value });
      return answer;
    };
    const empty = await takesEmpty(line, field, sentWith);
    if (!line.multipart)
      for (const value of WRONG_TYPE.filter((value) => !(empty && JSON.stringify(value) === '{}')))
        expect(await refusalOf(line, sentWith(value)), JSON.stringify({ [field]: value })).not.toBeNull();
    // What its schema refuses goes no further; once it is seen how that is answered.
    if (!refused && !line.multipart) {
      const answer = await send([{}]);
      expect([answer.status, answer.body.code]).toEqual([422, 'invalid']);
      expect(Object.keys(answer.body.errors ?? {}).some((at) => at.startsWith(field))).toBe(true);
      refused = true;
    }
    for (const value of HARDEST) if ((await refusalOf(line, sentWith(value))) === null) answered.push(send(value));
    // Strangers' answers take their time on purpose.
    if (line.permission !== 'anonymous') await Promise.all(answered);
  }
  await Promise.all(answered);
  const own = JSON.stringify(body).slice(1, -1);
  const poison = '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":1';
  sane(await call(line.method, path, { token, body: `{${own}${own && ','}${poison}}` }), poison);
  expect(({} as { polluted?: number }).polluted).toBeUndefined();
});

test.each(withQuery)('%s takes no nonsense', async (name, line) => {
  const { path, query, token } = await exampleOf(owner, name);
  for (const field of fieldsOf(line)) {
    for (const value of [...HARDEST.map(String), 'a,b', '1,1']) {
      const sent = { path, query: { ...query, [field]: value } };
      if ((await refusalOf(line, sent)) === null)
        sane(await call(line.method, path, { token, query: sent.query }), value);
    }
    const given = { ...query };
    delete given[field];
    for (const twice of [`${new URLSearchParams(given)}&${field}=1&${field}=2`, `${field}[a]=1`, `${field}.a=1`])
      expect(await refusalOf(line, { path, query: twice }), twice).not.toBeNull();
  }
});

test.each(lines.filter(([, { path }]) => path.includes('{')))('the id of %s takes no nonsense', async (name, line) => {
  const { body, token } = await exampleOf(owner, name);
  for (const id of ['%00', '%E0%A4%A', '__proto__', 'WEB-999999999', '..%2F..'])
    sane(await call(line.method, line.path.replace(/\{\w+\}/, id), { token, body }), id);
  if (line.method === 'GET' || line.method === 'DELETE' || line.multipart) return;
  const twice = { path: line.path.replace(/\{\w+\}/, 'WEB-1'), body: { ...(body as object), id: 'WEB-2' } };
  expect(await refusalOf(line, twice), 'an id in the URL and in the body').not.toBeNull();
});
