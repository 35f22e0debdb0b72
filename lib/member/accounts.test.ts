import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listMembersInFull } from '@/lib/member/queries';
import { getApprovalQueue } from '@/lib/member/queries.manage';
import { ListMembers } from '@/lib/member/schema';
import { asMember } from '@/lib/test/as-member';
import { fixtureId, PASSWORD } from '@/lib/test/fixtures';
import { ADDRESS, forgetSecondFactors, get, setUp, signInWith, signInWithout } from '@/lib/test/second-factor-calls';
import {
  BETTER,
  call,
  codeFor,
  freshWorld,
  GOOD,
  mailsTo,
  owner,
  people,
  post,
  rows,
  signIn,
  tokenOf,
} from '@/lib/test/sign-up-calls';
import { wholeTest } from '@/lib/test/whole';
import { newId } from '@/lib/validation';

/** Accounts that an organisation makes for somebody: whose the email is, and who gets in by them. */

// Before the world is made anew: who accepted is named in the inbox of whoever invited them.
beforeEach(() => owner.query(`delete from notification where kind = 'invitation.accepted'`));
freshWorld();
beforeEach(forgetSecondFactors);
beforeEach(() => owner.query('update member set second_factor_reset_at = null'));
// What is on its way is written before the next test's world begins.
afterEach(() => mailsTo('nobody@new.test'));
beforeEach(async () => {
  await owner.query('delete from invitation');
  await owner.query(`delete from member where email = 'admin@globex.test' and org_id = $1`, [fixtureId('acme')]);
});

const admin = async () => (await tokenOf('admin@acme.test')).token;
const make = async (email: string, path = 'createclient') => post(path, { name: 'Kim Newman', email }, await admin());
const edit = async (id: string, input: object, endpoint = 'editClient', by = 'admin@acme.test') =>
  call('PUT', `${endpoint}/${id}`, input, (await tokenOf(by)).token);
const linkIn = async (email: string) => /token=([\w-]+)/.exec(`${(await mailsTo(email))[0]?.text}`)?.[1] ?? 'none';
const accept = async (token: string, password = GOOD) =>
  post('acceptInvitation', { token, name: 'Kim Newman', password });
const idOf = (made: { body: { data: unknown } }) => (made.body.data as { _id: string })._id;
const seatOf = async (id: string) => (await rows('select * from member where id = $1', id))[0];

describe('an email is its owner’s', () => {
  test.each([
    ['editClient', 'client'],
    ['editMember', 'admin'],
  ])('%s changes no email of an account in use (%s)', async (endpoint, who) => {
    const email = `${who}@acme.test`;
    const answer = await edit(fixtureId(`acme.${who}`), { email: 'taken-over@new.test' }, endpoint);
    expect(answer.status).toBe(422);
    expect(answer.body.errors?.email?.[0]).toMatch(/profile/);
    const [{ seat, person }] = await rows(
      'select m.email as seat, p.email as person from member m join person p on p.id = m.person_id where m.id = $1',
      fixtureId(`acme.${who}`),
    );
    expect([seat, person]).toEqual([email, email]);
    expect((await edit(fixtureId(`acme.${who}`), { email, phone: '+49 30 9' }, endpoint)).status).toBe(200);
  });

  test('is corrected while nobody has used the account; old links and codes die, a new mail goes', async () => {
    const id = idOf(await make('kim.typo@new.test'));
    const old = await linkIn('kim.typo@new.test');
    await post('forgetPassword', { email: 'kim.typo@new.test', sub_domain: 'acme' });
    const code = await codeFor('kim.typo@new.test');
    expect((await edit(id, { email: 'kim@new.test', name: 'Kim Right' })).status).toBe(200);
    expect(await people('kim.typo@new.test')).toEqual([]);
    expect((await accept(old)).status).toBe(410);
    const reset = { email: 'kim.typo@new.test', sub_domain: 'acme', otp: code, new_password: BETTER };
    expect((await post('forgetPassword', reset)).status).toBe(422);
    expect((await accept(await linkIn('kim@new.test'))).status).toBe(200);
    expect((await signIn('kim@new.test', GOOD, 'acme')).status).toBe(200);
    expect((await edit(id, { email: 'other@new.test' })).status).toBe(422);
  });

  test('not to an email of the organisation; to one that others know like to any', async () => {
    const id = idOf(await make('kim@new.test'));
    const answer = await edit(id, { email: 'user@acme.test' });
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([409, ['email']]);
    expect((await seatOf(id)).email).toBe('kim@new.test');
    expect(await rows(`select from invitation where email = 'kim@new.test' and revoked_at is null`)).toHaveLength(1);
    expect((await edit(id, { email: 'admin@globex.test' })).status).toBe(200);
    expect((await accept(await linkIn('admin@globex.test'), PASSWORD)).status).toBe(200);
    expect((await edit(id, { email: 'other@new.test' })).status).toBe(422);
  });

  test('each organisation’s seat waits for itself', async () => {
    const id = idOf(await make('kim@new.test'));
    const { token } = await tokenOf('admin@globex.test', 'globex');
    expect((await post('createclient', { name: 'Kim', email: 'kim@new.test' }, token)).status).toBe(201);
    expect((await edit(id, { email: 'other@new.test' })).status).toBe(200);
    expect(await rows(`select from member where email = 'kim@new.test'`)).toHaveLength(1);
  });

  wholeTest('a correction and a reset at once leave an account whose mailbox was proved', async () => {
    const id = idOf(await make('kim@new.test'));
    await post('forgetPassword', { email: 'kim@new.test', sub_domain: 'acme' });
    const otp = await codeFor('kim@new.test');
    const [corrected, reset] = await Promise.all([
      edit(id, { email: 'other@new.test' }),
      post('forgetPassword', { email: 'kim@new.test', sub_domain: 'acme', otp, new_password: BETTER }),
    ]);
    expect([corrected.status, reset.status].filter((status) => status === 200)).toHaveLength(1);
    const [person] = await rows('select p.* from person p join member m on m.person_id = p.id where m.id = $1', id);
    expect((await seatOf(id)).email).toBe(corrected.status === 200 ? 'other@new.test' : 'kim@new.test');
    expect(person?.email).toBe(corrected.status === 200 ? undefined : 'kim@new.test');
    expect(Boolean(person?.email_verified_at)).toBe(reset.status === 200);
  });
});

describe('whoever proves the mailbox takes the seat', () => {
  test.each(['kim@new.test', 'admin@globex.test'])('%s, by a code for a new password here', async (email) => {
    const id = idOf(await make(email));
    await post('forgetPassword', { email, sub_domain: 'acme' });
    const otp = await codeFor(email);
    const reset = { email, sub_domain: 'acme', otp, new_password: BETTER };
    expect((await post('forgetPassword', reset)).status).toBe(200);
    expect((await signIn(email, BETTER, 'acme')).status).toBe(200);
    expect((await seatOf(id)).placed_at).toBeNull();
    await owner.query(
      'update person set password_hash = o.password_hash from person o where person.email = $1 and o.email = $2',
      [email, 'admin@acme.test'],
    );
  });

  test('a request to join that was made before the seat was', async () => {
    const asked = await post('signupwithorgs', {
      name: 'Kim',
      email: 'kim@new.test',
      password: GOOD,
      sub_domain: 'acme',
    });
    expect(asked.status).toBe(201);
    const otp = await codeFor('kim@new.test');
    const id = idOf(await make('kim@new.test'));
    const proof = { sub_domain: 'acme', email: 'kim@new.test', otp };
    expect((await post('verifyorganisation', proof)).body.data).toMatchObject({ approval_status: 1 });
    expect((await signIn('kim@new.test', GOOD, 'acme')).status).toBe(200);
    expect(await rows(`select id, role from member where email = 'kim@new.test'`)).toEqual([{ id, role: 'client' }]);
  });

  test('not somebody who changed their email to one that a seat waits for: they are a member already', async () => {
    const id = idOf(await make('kim@new.test'));
    const link = await linkIn('kim@new.test');
    const user = fixtureId('acme.user');
    const emailTo = async (email: string) => {
      await owner.query('update person set email = $1 where id = (select person_id from member where id = $2)', [
        ...[email, user],
      ]);
      await owner.query('update member set email = $1 where id = $2', [email, user]);
    };
    await emailTo('kim@new.test');
    expect((await accept(link, PASSWORD)).status).toBe(200);
    expect((await seatOf(id)).deactivated_at).not.toBeNull();
    expect((await seatOf(user)).role).toBe('user');
    await emailTo('user@acme.test');
  });

  test('the tenant role says of no seat whose it is, nor that it is taken', async () => {
    const id = idOf(await make('kim@new.test'));
    await asMember('acme.admin', async (ctx) => {
      const personId = fixtureId('acme.user');
      const seat = { id: newId(), personId, role: 'user', name: 'Kim', email: 'other@new.test' };
      await expect(ctx.db.member.createMany({ data: [seat] })).rejects.toThrow('permission denied');
    });
    await asMember('acme.admin', async (ctx) => {
      const taken = ctx.db.member.updateMany({ where: { id }, data: { placedAt: null } });
      await expect(taken).rejects.toThrow('permission denied');
    });
  });
});

describe('nobody is in before they accept', () => {
  const invitationOf = async (email: string) =>
    (await rows('select id from invitation where email = $1 and revoked_at is null', email))[0]?.id;

  test('revoking the invitation ends the account that nobody used', async () => {
    const id = idOf(await make('kim@new.test'));
    const revoked = await post(`revokeInvite/${await invitationOf('kim@new.test')}`, {}, await admin());
    expect(revoked.status).toBe(200);
    expect((await seatOf(id)).deactivated_at).not.toBeNull();
    const before = (await mailsTo('kim@new.test')).length;
    const asked = await post('forgetPassword', { email: 'kim@new.test', sub_domain: 'acme' });
    const stranger = await post('forgetPassword', { email: 'nobody@new.test', sub_domain: 'acme' });
    expect([asked.status, asked.body]).toEqual([stranger.status, stranger.body]);
    expect(await mailsTo('kim@new.test')).toHaveLength(before);
    // Reactivated, they get another link.
    expect((await post('reactivateMember', { user_id: id }, await admin())).status).toBe(200);
    expect((await accept(await linkIn('kim@new.test'))).status).toBe(200);
    expect((await signIn('kim@new.test', GOOD, 'acme')).status).toBe(200);
  });

  test('deactivating the account ends the invitation that was sent for it', async () => {
    const id = idOf(await make('kim@new.test'));
    expect(await invitationOf('kim@new.test')).toEqual(expect.any(String));
    expect((await post('deactivateMember', { user_id: id }, await admin())).status).toBe(200);
    expect(await invitationOf('kim@new.test')).toBeUndefined();
  });

  test('revoking takes nothing from somebody who came in by a code', async () => {
    const id = idOf(await make('kim@new.test'));
    await post('forgetPassword', { email: 'kim@new.test', sub_domain: 'acme' });
    const otp = await codeFor('kim@new.test');
    await post('forgetPassword', { email: 'kim@new.test', sub_domain: 'acme', otp, new_password: BETTER });
    expect((await signIn('kim@new.test', BETTER, 'acme')).status).toBe(200);
    expect((await post(`revokeInvite/${await invitationOf('kim@new.test')}`, {}, await admin())).status).toBe(200);
    expect((await seatOf(id)).deactivated_at).toBeNull();
  });

  test('somebody with an account elsewhere accepts first', async () => {
    const made = await make('admin@globex.test');
    expect(made.body.data).toMatchObject({ approval_status: 1, not_entered: true });
    expect((await signIn('admin@globex.test', PASSWORD, 'acme')).status).toBe(401);
    const own = (await tokenOf('admin@globex.test', 'globex')).token;
    expect((await call('GET', 'ownOrganisations', undefined, own)).body).not.toMatchObject({
      data: expect.arrayContaining([expect.objectContaining({ sub_domain: 'acme' })]),
    });
    // No admin accepts for them, and they do not stand among those who ask.
    await post('userApproveOrReject', { user_id: idOf(made), status: 1 }, await admin());
    expect((await signIn('admin@globex.test', PASSWORD, 'acme')).status).toBe(401);
    expect((await post('userApproveOrReject', { user_id: idOf(made), status: 0 }, await admin())).status).toBe(409);
    await asMember('acme.admin', async (ctx) => {
      expect((await getApprovalQueue(ctx)).people.map(({ email }) => email)).not.toContain('admin@globex.test');
      const waiting = await listMembersInFull(
        ctx,
        ListMembers.parse({ not_entered: true, approval_status: ['1', '2'] }),
      );
      expect(waiting.docs.map(({ email }) => email)).toEqual(['admin@globex.test']);
    });
    expect((await accept(await linkIn('admin@globex.test'), PASSWORD)).status).toBe(200);
    expect((await signIn('admin@globex.test', PASSWORD, 'acme')).status).toBe(200);
    const seat = await seatOf(idOf(made));
    expect([seat.approval, seat.role, seat.placed_at]).toEqual([1, 'client', null]);
    expect(seat.last_seen_at).not.toBeNull();
  });
});

const acme = (seat: string) => fixtureId(`acme.${seat}`);
const tokenFor = async (email: string, key = 'acme') => (await tokenOf(email, key)).token;
const reset = async (seat: string, by = 'admin@acme.test') =>
  post('resetSecondFactor', { user_id: acme(seat) }, await tokenFor(by));
const subjects = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject);

describe('a second factor that was lost', () => {
  test('is reset by an admin: the password is enough again, every session is over, the person is told', async () => {
    const { token, codes } = await setUp();
    expect((await signInWithout()).status).toBe(401);
    const { status, body } = await reset('user');
    expect([status, body.data]).toEqual([200, { done: true }]);
    expect((await get('ownSecurity', token)).status).toBe(401);
    expect((await signInWithout()).status).toBe(200);
    expect((await signInWith(codes[0] as string)).status).toBe(200);
    expect(await rows('select from recovery_code')).toEqual([]);
    expect(await rows(`select actor_id, target from audit where action = 'second_factor.reset'`)).toEqual([
      { actor_id: acme('admin'), target: acme('user') },
    ]);
    expect(await subjects(ADDRESS)).toContain('Your second factor was reset');
    expect((await reset('user')).status).toBe(409);
  });

  test('of an account of several organisations falls when each of them has reset it', async () => {
    const both = 'both@guild.test';
    await setUp(both);
    expect((await reset('both')).body.data).toEqual({ done: false });
    expect((await signIn(both, PASSWORD, 'acme')).status).toBe(401);
    expect(await subjects(both)).toContain('A reset of your second factor was requested');
    // A week later the first one counts no more.
    await owner.query(`update member set second_factor_reset_at = now() - interval '8 days' where id = $1`, [
      acme('both'),
    ]);
    const elsewhere = { user_id: fixtureId('globex.both') };
    const token = await tokenFor('admin@globex.test', 'globex');
    expect((await post('resetSecondFactor', elsewhere, token)).body.data).toEqual({ done: false });
    expect((await reset('both')).body.data).toEqual({ done: true });
    for (const key of ['acme', 'globex']) expect((await signIn(both, PASSWORD, key)).status).toBe(200);
  });

  test('shows with the person, to those who may reset it', async () => {
    await setUp();
    const seen = async (by: string) =>
      (await get('memberDetail', await tokenFor(by), { user_id: acme('user') })).body.data as {
        second_factor: unknown;
      };
    expect((await seen('admin@acme.test')).second_factor).toBe(true);
    expect((await seen('leader@acme.test')).second_factor).toBeNull();
  });
});

test('A09 a wrong password where it is asked again is a line of the log, and says nothing of what was typed', async () => {
  const { token } = await tokenOf(ADDRESS);
  await post('totp', { current_password: 'not my password, never was' }, token);
  await post('changePassword', { current_password: 'nor is this one of mine', new_password: 'x'.repeat(20) }, token);
  const lines = await rows(`select * from audit where action = 'password.wrong'`);
  expect(lines).toMatchObject([{ actor_id: acme('user') }, { actor_id: acme('user') }]);
  expect(JSON.stringify(lines)).not.toMatch(/not my|nor is/);
  await post('totp', { current_password: PASSWORD }, token);
  expect(await rows(`select from audit where action = 'password.wrong'`)).toHaveLength(2);
});
