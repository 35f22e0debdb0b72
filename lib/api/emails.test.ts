import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { table } from '@/lib/api/table';
import { env } from '@/lib/env';
import type { Example } from '@/lib/test/example';
import { nameOf } from '@/lib/test/sweep-expectations';
import { bearer, call } from '@/lib/test/wire';
import { EXAMPLES } from '@/lib/test/wire-examples';

/** Addresses that are two, or somebody else's: every endpoint that takes one refuses them, and nothing is sent. */

const owner = new pg.Client({ connectionString: env.databaseUrl });
beforeAll(async () => {
  process.env.RATE_LIMIT_FACTOR = '10000';
  await owner.connect();
});
afterAll(() => owner.end());

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

const withEmail = await (async () => {
  const found: string[] = [];
  for (const line of table) {
    const shape = (line.input as { def?: { shape?: object }; shape?: object }).shape ?? {};
    if ('email' in shape || /email/.test(JSON.stringify(EXAMPLES[nameOf(line)]?.make.toString())))
      found.push(nameOf(line));
  }
  return found;
})();

const sent = async () => (await owner.query(`select count(*)::int as n from job where kind = 'mail'`)).rows[0].n;
const people = async () => (await owner.query('select count(*)::int as n from person')).rows[0].n;

describe('A10 I05 an address that is no address', () => {
  test('is asked for at these', () => {
    for (const name of [
      'POST signupwithorgs',
      'POST signinwithorgs',
      'POST forgetPassword',
      'POST sendInvite',
      'POST createclient',
      'POST createobserver',
    ])
      expect(withEmail).toContain(name);
  });

  test.each(withEmail)('%s refuses it', async (name) => {
    const line = table.find((one) => nameOf(one) === name) as (typeof table)[number];
    const { seat, make } = EXAMPLES[name] as Example;
    const { path = line.path, body } = await make(owner);
    if (typeof body !== 'object' || body === null || !('email' in body)) return;
    await owner.query('delete from rate_limit');
    const before = [await sent(), await people()];
    const token = seat === 'anonymous' ? null : await bearer(seat);
    for (const email of TRICKS) {
      const { status, body: answer } = await call(line.method, path, { token, body: { ...body, email } });
      expect([email, status, Object.keys(answer.errors ?? {})]).toEqual([email, 422, ['email']]);
    }
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
    const upload = (tricks: string[]) => {
      const rows = tricks.map((email) => `"${email.replaceAll('"', '""')}",Evil,user,`);
      const file = new File([['email,name,role,projects', ...rows].join('\r\n')], 'people.csv', { type: 'text/csv' });
      return call('POST', 'sendInviteFromCSV', { token, body: { file } });
    };
    const [binary, text] = [
      TRICKS.filter((email) => email.includes('\0')),
      TRICKS.filter((email) => !email.includes('\0')),
    ];
    expect((await upload(binary)).status).toBe(422);
    const late = [...Array(60).fill('nobody at all, in a long row'), ...binary];
    expect((await upload(late)).body.data).toMatchObject({ total: late.length, invited: 0 });
    const { status, body } = await upload(text);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ total: text.length, invited: 0 });
    expect(await sent()).toBe(before);
  });
});
