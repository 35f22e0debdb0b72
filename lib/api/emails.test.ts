import { describe, expect, test } from 'vitest';
import { table } from '@/lib/api/table';
import { invitedIn } from '@/lib/invitation/schema.addresses';
import type { Example } from '@/lib/test/example';
import { fieldsOf, refusalOf } from '@/lib/test/nonsense';
import { ownerClient } from '@/lib/test/owner';
import { nameOf } from '@/lib/test/sweep-expectations';
import { bearer, call } from '@/lib/test/wire';
import { EXAMPLES } from '@/lib/test/wire-examples';

/** Addresses that are two, or somebody else's: every endpoint that takes one refuses them, and nothing is sent. */

const owner = ownerClient({ RATE_LIMIT_FACTOR: '10000' });

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
