import * as argon2 from '@node-rs/argon2';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { withMinimumDuration } from '@/lib/session/minimum-duration';
import { signInWithPassword } from '@/lib/session/sign-in';
import { failureOf } from '@/lib/test/attempt';
import { fixtureId, PASSWORD } from '@/lib/test/fixtures';
import { freshWorld, mailsTo, owner, rows, tokenOf } from '@/lib/test/sign-up-calls';
import { transactionsOf } from '@/lib/test/statements';
import { allOr } from '@/lib/test/whole';
import { call } from '@/lib/test/wire';

// The real functions, counted.
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof argon2>();
  return { ...real, verify: vi.fn(real.verify), hash: vi.fn(real.hash) };
});
afterAll(() => vi.doUnmock('@node-rs/argon2'));

/**
 * Whoever manages people learns from no answer, mail or amount of work whether an email has an account elsewhere.
 * Each way of naming an email is tried with one that nobody has, one with an account, and one that nobody confirmed.
 */

freshWorld();
afterEach(() => mailsTo('nobody@new.test'));
beforeEach(async () => {
  await unseat();
  await owner.query(`insert into person (id, email, name, password_hash)
    select gen_random_uuid(), 'unproved@new.test', 'Squatter', password_hash from person limit 1`);
  await owner.query(`update person set picture = 'version' where email = 'subadmin@globex.test'`);
});

/** Each email comes to the same organisation: a seat before it, of the same name, would make it a namesake. */
async function unseat(): Promise<void> {
  await owner.query('delete from invitation');
  await owner.query(`delete from member where org_id = $1 and (email = any($2) or email like '%@new.test')`, [
    fixtureId('acme'),
    Object.values(AT),
  ]);
}

const AT = {
  nobody: 'somebody@new.test',
  account: 'admin@globex.test',
  'account with a picture': 'subadmin@globex.test',
  'unconfirmed account': 'unproved@new.test',
};

type Seen = { status: number; headers: string[]; body: unknown; mails: unknown; work: unknown; statements: string[][] };

/** Everything that can be compared of one call; what differs by chance or is the email itself is taken out. */
async function seen(email: string, work: () => ReturnType<typeof call>): Promise<Seen> {
  vi.mocked(argon2.verify).mockClear();
  vi.mocked(argon2.hash).mockClear();
  let answer: Awaited<ReturnType<typeof call>> | undefined;
  const statements = await transactionsOf(async () => {
    answer = await work();
  });
  const hashes = [vi.mocked(argon2.verify).mock.calls.length, vi.mocked(argon2.hash).mock.calls.length];
  const plain = (value: unknown) =>
    JSON.parse(
      JSON.stringify(value)
        .replaceAll(email, 'EMAIL')
        .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
        .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
        .replace(/token=[\w-]+/g, 'TOKEN')
        .replace(/\b\d{6}\b/g, 'CODE'),
    );
  const mails = (await mailsTo(email)).map(({ to, subject, text }) => plain({ to, subject, text }));
  const { status, headers, body } = answer as Awaited<ReturnType<typeof call>>;
  return { status, headers: [...headers.keys()].sort(), body: plain(body), mails, work: hashes, statements };
}

const admin = async () => (await tokenOf('admin@acme.test')).token;
const form = (csv: string) => {
  const data = new FormData();
  data.set('file', new File([csv], 'people.csv', { type: 'text/csv' }));
  return data;
};

const NAMING: Record<string, (email: string, token: string) => ReturnType<typeof call>> = {
  ...Object.fromEntries(
    ['createclient', 'createobserver', 'createsubadmin'].map((path) => [
      path,
      (email: string, token: string) => call('POST', path, { token, body: { name: 'Kim Newman', email } }),
    ]),
  ),
  ...Object.fromEntries(
    ['user', 'team_leader'].map((role) => [
      `createMember (${role})`,
      (email: string, token: string) => call('POST', 'createMember', { token, body: { role, name: 'Kim', email } }),
    ]),
  ),
  'createclient with a project': (email, token) =>
    call('POST', 'createclient', { token, body: { name: 'Kim', email, project_ids: [fixtureId('acme.WEB')] } }),
  sendInvite: (email, token) => call('POST', 'sendInvite', { token, body: { email, role: 'user' } }),
  sendInvites: (email, token) => call('POST', 'sendInvites', { token, body: { emails: [email], role: 'user' } }),
  sendInviteFromCSV: (email, token) =>
    call('POST', 'sendInviteFromCSV', { token, body: form(`email,name,role\n${email},Kim,user\n`) }),
};

/** Accounts of every role are made by one piece of code. */
const some = <T>(all: [string, T][]) => allOr(all, ([name]) => !/observer|subadmin|team_leader|sendInvites/.test(name));

describe('the same for an email with an account as for one without', () => {
  test.each(some(Object.entries(NAMING)))('%s', async (_path, name) => {
    const token = await admin();
    const nobody = await seen(AT.nobody, () => name(AT.nobody, token));
    expect(nobody.status).toBeLessThan(300);
    expect(nobody.mails).toHaveLength(1);
    expect(nobody.statements.flat().length).toBeGreaterThan(5);
    for (const email of [AT.account, AT['account with a picture'], AT['unconfirmed account']]) {
      await unseat();
      expect(await seen(email, () => name(email, token))).toEqual(nobody);
    }
  });

  test.each([
    ['createclient', 'editClient', {}],
    ['createMember', 'editMember', { role: 'user' }],
  ])('%s, then %s with a corrected email', async (create, edit, more) => {
    const token = await admin();
    const corrected = async (from: string, to: string) => {
      const made = await call('POST', create, { token, body: { name: 'Kim', email: from, ...more } });
      const { _id } = made.body.data as { _id: string };
      const answer = await seen(to, () => call('PUT', `${edit}/${_id}`, { token, body: { email: to } }));
      const [seat] = await rows('select email, approval from member where id = $1', _id);
      await owner.query('delete from invitation where org_id = $1', [fixtureId('acme')]);
      await owner.query('delete from member where id = $1', [_id]);
      await owner.query('delete from rate_limit');
      await owner.query(`delete from person where email = 'typo@new.test'`);
      return { ...answer, seat: { ...seat, email: seat.email === to } };
    };
    const nobody = await corrected('typo@new.test', AT.nobody);
    expect([nobody.status, nobody.seat.email, nobody.mails]).toMatchObject([200, true, [expect.anything()]]);
    for (const email of [AT.account, AT['unconfirmed account']]) {
      expect(await corrected('typo@new.test', email)).toEqual(nobody);
      // And away from an email that has one.
      await mailsTo(AT.nobody);
      const away = await corrected(email, 'right@new.test');
      expect(away.status).toBe(200);
      await owner.query(`delete from person where email = 'right@new.test'`);
    }
  });

  test('what the lists say of a seat that waits', async () => {
    const token = await admin();
    const listed = async (email: string) => {
      await unseat();
      const made = await call('POST', 'createclient', { token, body: { name: 'Kim Newman', email } });
      const { _id } = made.body.data as { _id: string };
      const of = async (path: string, query: Record<string, string>) => {
        const { body } = await call('GET', path, { token, query });
        return (body.docs as { _id: string }[] | undefined)?.find((one) => one._id === _id) ?? body.data ?? null;
      };
      const lists = [
        await of('clientList', {}),
        await of('allUserFromOrgs', {}),
        await of('userList', { not_entered: 'true' }),
        await of('memberDetail', { user_id: _id }),
        (await call('POST', 'userApproveOrReject', { token, body: { user_id: _id, status: '1' } })).status,
      ];
      const text = JSON.stringify(lists).replaceAll(email, 'EMAIL').replaceAll(_id, 'ID');
      return JSON.parse(text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME'));
    };
    const nobody = await listed(AT.nobody);
    expect(nobody[0]).toMatchObject({ name: 'Kim Newman', not_entered: true });
    expect(await listed(AT.account)).toEqual(nobody);
    expect(await listed(AT['account with a picture'])).toEqual(nobody);
    expect(await listed(AT['unconfirmed account'])).toEqual(nobody);
  });
});

test('whether a name is like another’s depends on the names here alone', async () => {
  const token = await admin();
  const elsewhere = await rows('select name from member where org_id = $1 order by id limit 3', fixtureId('globex'));
  const [here] = await rows('select name from member where id = $1', fixtureId('acme.user'));
  for (const { name } of [...elsewhere, here]) {
    const make = async (email: string) => {
      await unseat();
      await owner.query('delete from rate_limit');
      return seen(email, () => call('POST', 'createclient', { token, body: { name, email } }));
    };
    const nobody = await make(AT.nobody);
    expect(nobody.status).toBeLessThan(300);
    expect(await make(AT.account)).toEqual(nobody);
  }
});

test('one’s own new email: told to its mailbox alone', async () => {
  const token = await admin();
  const asked = async (email: string) => {
    const body = { email, current_password: PASSWORD };
    const { mails, ...rest } = await seen(email, () => call('POST', 'changeAddress', { token, body }));
    return { ...rest, mails: (mails as unknown[]).length };
  };
  await asked('first@new.test');
  const nobody = await asked(AT.nobody);
  expect([nobody.status, nobody.mails]).toEqual([200, 1]);
  expect(await asked(AT.account)).toEqual(nobody);
  await call('POST', 'cancelAddress', { token });
});

test('what an account does elsewhere does not show in a seat that waits for its owner', async () => {
  const token = await admin();
  const made = await call('POST', 'createclient', { token, body: { name: 'Kim Newman', email: AT.account } });
  const { _id } = made.body.data as { _id: string };
  const before = await rows('select name, email, picture, last_seen_at from member where id = $1', _id);
  const elsewhere = (await tokenOf(AT.account, 'globex')).token;
  const changed = await call('PUT', 'profile', { token: elsewhere, body: { name: 'Another Name' } });
  expect([changed.status, await rows(`select name from person where email = $1`, AT.account)]).toEqual([
    200,
    [{ name: 'Another Name' }],
  ]);
  expect(await rows('select name, email, picture, last_seen_at from member where id = $1', _id)).toEqual(before);
  await owner.query(`update person set name = 'Globex Admin' where email = $1`, [AT.account]);
});

/** How alike what must not be told apart is, in work rather than by the clock; `npm run bench:sign-in` measures the time. */

beforeAll(async () => {
  // Made once for everybody, with the first sign-in.
  await failureOf(signInWithPassword({ email: 'a@b.test', password: PASSWORD, sub_domain: 'acme' }, 'bearer', {}));
});
beforeEach(() => {
  vi.mocked(argon2.verify).mockClear();
  vi.mocked(argon2.hash).mockClear();
});

/** Parameters of the hashes that were compared, and how many were made. */
const work = () => ({
  compared: vi.mocked(argon2.verify).mock.calls.map(([stored]) => String(stored).split('$').slice(1, 4).join(' ')),
  made: vi.mocked(argon2.hash).mock.calls.length,
});

const STRANGERS = [
  ['a wrong password', 'user@acme.test', 'acme'],
  ['an unknown address', 'nobody@acme.test', 'acme'],
  ['another organisation’s member', 'user@globex.test', 'acme'],
  ['an unknown organisation', 'user@acme.test', 'nowhere'],
  ['a pending person', 'pending@acme.test', 'acme'],
] as const;

describe('A05 A06 the same work', () => {
  const asked = async (email: string, key: string) => {
    const body = { email, password: 'wrong horse battery staple', sub_domain: key };
    const { status, body: answer } = await call('POST', 'signinwithorgs', { body });
    return { ...answer, status, request_id: '' };
  };
  let plain: object | undefined;

  test.each(STRANGERS)('one comparison, one answer, no sooner than the floor, for %s', async (_what, email, key) => {
    const start = performance.now();
    const answer = await asked(email, key);
    plain ??= answer;
    expect(answer).toEqual(plain);
    expect(answer).toMatchObject({ status: 401, message: expect.stringMatching(/^Unauthorized!/) });
    expect(work()).toEqual({ compared: ['argon2id v=19 m=19456,t=2,p=1'], made: 0 });
    // A lower bound, which load cannot break.
    expect(performance.now() - start).toBeGreaterThan(248);
  });

  test.each([
    ['stranger', 'stranger@even.test', 'kettle violet harbor otter'],
    ['member elsewhere', 'user@globex.test', PASSWORD],
    ['member elsewhere, wrong password', 'user@globex.test', 'kettle violet harbor otter'],
    ['member', 'user@acme.test', PASSWORD],
  ])('A06 asking to join costs one hash for a %s', async (_what, email, password) => {
    const { status } = await call('POST', 'signupwithorgs', {
      body: { name: 'Nora Newman', email, password, sub_domain: 'acme' },
    });
    expect(status).toBe(201);
    const { compared, made } = work();
    expect(compared.length + made).toBe(1);
  });

  test('A06 nobody’s password is compared when a code is asked for', async () => {
    for (const email of ['user@acme.test', 'nobody@acme.test', 'user@globex.test'])
      expect((await call('POST', 'forgetPassword', { body: { email, sub_domain: 'acme' } })).status).toBe(200);
    expect(work()).toEqual({ compared: [], made: 0 });
  });
});

test('what is evened out takes no less than its floor, refused or not', async () => {
  const start = performance.now();
  expect(await withMinimumDuration(60, async () => 'done')).toBe('done');
  await expect(withMinimumDuration(60, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(performance.now() - start).toBeGreaterThan(118);
});
