import { beforeAll, describe, expect, test } from 'vitest';
import { table } from '@/lib/api/table';
import { invitedIn } from '@/lib/invitation/schema.addresses';
import type { Example } from '@/lib/test/example';
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
import { nameOf } from '@/lib/test/sweep-expectations';
import { allOr } from '@/lib/test/whole';
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
const HARDEST = ['a\u0000b', '__proto__', 2 ** 31, null];
if (process.env.WHOLE)
  HARDEST.push(
    ...['\ud800', 1e308],
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
  for (const id of allOr(['%00', '%E0%A4%A', 'WEB-999999999', '__proto__', '..%2F..'], (_, at) => at < 3))
    sane(await call(line.method, line.path.replace(/\{\w+\}/, id), { token, body }), id);
  if (line.method === 'GET' || line.method === 'DELETE' || line.multipart) return;
  const twice = { path: line.path.replace(/\{\w+\}/, 'WEB-1'), body: { ...(body as object), id: 'WEB-2' } };
  expect(await refusalOf(line, twice), 'an id in the URL and in the body').not.toBeNull();
});

/** Addresses that are two, or somebody else's: every endpoint that takes one refuses them, and nothing is sent. */

const TRICKS = [
  'user＠acme.test',
  'user@acme.test,evil@evil.test',
  'user@acme.test;evil@evil.test',
  'user@acme.test evil@evil.test',
  '"user@acme.test"@evil.test',
  '"evil@evil.test user"@acme.test',
  'User <user@acme.test>',
  'user@acme.test@evil.test',
  'user@acme.test\r\nBcc: evil@evil.test',
  'user@acme.test\u0000.evil.test',
  'user@аcme.test',
  'us\u202eer@acme.test',
  'user@acme.test(evil@evil.test)',
  'user@[127.0.0.1]',
  'user@acme..test',
  '=?utf-8?q?user=40acme.test=3e?=@evil.test',
];

const withEmail = table.filter((line) => line.method !== 'GET' && fieldsOf(line).includes('email')).map(nameOf);

const sent = async () => (await owner.query(`select count(*)::int as n from job where kind = 'mail'`)).rows[0].n;
const people = async () => (await owner.query('select count(*)::int as n from person')).rows[0].n;

describe('A10 I05 an address that is no address', () => {
  test.each(withEmail)('%s refuses it', async (name) => {
    const line = table.find((one) => nameOf(one) === name) as (typeof table)[number];
    const { seat, make } = EXAMPLES[name] as Example;
    const { path = line.path, body } = await make(owner);
    const before = [await sent(), await people()];
    const token = seat === 'anonymous' ? null : await bearer(seat);
    // Where an address is read as people copy it, some of these are one.
    const tricks = TRICKS.filter((email) => name !== 'POST sendInvite' || invitedIn(email).problem !== null);
    for (const email of tricks)
      expect(await refusalOf(line, { path, body: { ...(body as object), email } }), email).toContain('"email"');
    const { status, body: answer } = await call(line.method, path, {
      token,
      body: { ...(body as object), email: tricks[0] },
    });
    expect([status, Object.keys(answer.errors ?? {})]).toEqual([422, ['email']]);
    expect([await sent(), await people()]).toEqual(before);
  });

  test('of a pasted list it is refused alone, and of a file too', async () => {
    const token = await bearer('acme.admin');
    const before = await sent();
    for (const email of TRICKS) {
      const { status, body } = await call('POST', 'sendInvites', { token, body: { emails: [email], role: 'user' } });
      const outcomes = (body.data as { results?: { outcome: string }[] })?.results ?? [];
      // A list may be written `Name <address>`: that is one address, and a real one.
      expect([email, status === 422 || outcomes.every(({ outcome }) => outcome !== 'invited')]).toEqual([email, true]);
    }
    const rows = TRICKS.filter((email) => !email.includes('\0')).map(
      (email) => `"${email.replaceAll('"', '""')}",user`,
    );
    const file = new File([['email,role', ...rows].join('\r\n')], 'people.csv', { type: 'text/csv' });
    const { status, body } = await call('POST', 'sendInviteFromCSV', { token, body: { file } });
    expect([status, body.data]).toMatchObject([200, { total: rows.length, invited: 0 }]);
    expect(await sent()).toBe(before);
  });
});
