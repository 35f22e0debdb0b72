import { beforeEach, describe, expect, test } from 'vitest';
import { signInWithPassword } from '@/lib/session/sign-in';
import { fixtureId, PASSWORD } from '@/lib/test/fixtures';
import { forgetSecondFactors, get } from '@/lib/test/second-factor-calls';
import { codeFor, freshWorld, mailsTo, owner, post, rows, signIn, tokenOf, wrongOf } from '@/lib/test/sign-up-calls';

freshWorld();

const BOTH = 'both@guild.test';
const NEW = 'alex@moved.test';
beforeEach(async () => {
  await forgetSecondFactors();
  const person = fixtureId(BOTH);
  await owner.query('update person set email = $2 where id = $1', [person, BOTH]);
  await owner.query('update member set email = $2 where person_id = $1', [person, BOTH]);
  for (const seat of ['user', 'leader'])
    await owner.query('update person set email = $2 where id = $1', [
      fixtureId(`${seat}@acme.test`),
      `${seat}@acme.test`,
    ]);
});

const ask = (token: string, email = NEW, current_password = PASSWORD) =>
  post('changeAddress', { email, current_password }, token);
const enter = (token: string, otp: string) => post('confirmAddress', { otp }, token);
const plain = ({ status, body }: { status: number; body: object }) => ({ status, body: { ...body, request_id: '' } });

describe('another email', () => {
  test('A04 needs the password; a code goes to the new one, a notice to the old one, and nothing changes before the code', async () => {
    const { token } = await tokenOf(BOTH);
    expect((await ask(token, NEW, 'not my password, never was')).body.errors).toHaveProperty('current_password');
    expect((await ask(token)).body.data).toEqual({ pending_email: NEW });
    expect((await mailsTo(BOTH)).map(({ subject }) => subject)).toEqual(['Your email is about to change']);
    expect((await mailsTo(NEW)).map(({ subject }) => subject)).toEqual([expect.stringMatching(/^\d{6} confirms/)]);
    expect((await get('ownSecurity', token)).body.data).toMatchObject({ email: BOTH, pending_email: NEW });
    expect((await signIn(NEW, PASSWORD, 'acme')).status).toBe(401);
    expect((await signIn(BOTH, PASSWORD, 'acme')).status).toBe(200);
  });

  test('A04 with the code: other sessions and reset codes end, the old email is told, every organisation’s book follows', async () => {
    const { token } = await tokenOf(BOTH);
    const other = await signInWithPassword({ email: BOTH, password: PASSWORD, sub_domain: 'globex' }, 'browser', {});
    await post('forgetPassword', { email: BOTH, sub_domain: 'acme' });
    await ask(token);
    const otp = await codeFor(NEW);
    expect((await enter(token, wrongOf(otp))).status).toBe(422);
    expect((await enter(token, otp)).body.data).toEqual({ email: NEW });
    expect((await get('loggedInUser', `Bearer ${other.token}`)).status).toBe(401);
    expect((await get('loggedInUser', token)).body.data).toMatchObject({ email: NEW });
    expect(await rows(`select from one_time_code where used_at is null`)).toEqual([]);
    expect((await mailsTo(BOTH)).map(({ subject }) => subject)).toContain('Your email was changed');
    expect(await rows('select email from member where person_id = $1 order by email', fixtureId(BOTH))).toEqual([
      { email: NEW },
      { email: NEW },
    ]);
    expect((await signIn(BOTH, PASSWORD, 'acme')).status).toBe(401);
    expect((await signIn(NEW, PASSWORD, 'acme')).status).toBe(200);
    expect((await enter(token, otp)).status, 'once').toBe(409);
    expect(
      await rows(`select target from audit where action = 'email.changed' order by created_at desc limit 1`),
    ).toEqual([{ target: BOTH }]);
  });

  test('A06 an email that has an account answers the same, gets a notice and no code, and stays whose it is', async () => {
    const { token } = await tokenOf(BOTH);
    const taken = plain(await ask(token, 'leader@acme.test'));
    const free = plain(await ask(token, NEW));
    expect({ ...taken.body, data: null }).toEqual({ ...free.body, data: null });
    const [mail] = await mailsTo('leader@acme.test');
    expect(mail?.subject).toBe('Somebody tried to use your email');
    expect(mail?.text).not.toMatch(/\b\d{6}\b/);
    await ask(token, 'leader@acme.test');
    expect((await enter(token, '123456')).status).toBe(422);
    expect((await signIn('leader@acme.test', PASSWORD, 'acme')).status).toBe(200);
  });

  test('A13 of two accounts that want one email, the first to enter its code has it', async () => {
    const tokens = [(await tokenOf(BOTH)).token, (await tokenOf('user@acme.test')).token];
    const codes: string[] = [];
    for (const token of tokens) {
      await ask(token);
      codes.push(await codeFor(NEW));
    }
    const both = await Promise.all(tokens.map((token, at) => enter(token, codes[at] as string)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await rows('select count(*)::int from person where email = $1', NEW)).toEqual([{ count: 1 }]);
    const lost = both.find(({ status }) => status === 409);
    expect(lost?.body.message).toMatch(/another account/);
  });

  test('A11 one code at the same moment counts once, and somebody else’s not at all', async () => {
    const { token } = await tokenOf(BOTH);
    const other = await tokenOf('user@acme.test');
    await ask(token);
    const otp = await codeFor(NEW);
    await ask(other.token, 'elsewhere@moved.test');
    expect((await enter(other.token, otp)).status).toBe(422);
    const all = await Promise.all([enter(token, otp), enter(token, otp), enter(token, otp)]);
    expect(all.filter(({ status }) => status === 200).length).toBe(1);
  });

  test('A08 after five wrong tries the right code counts no more; a new request ends the old one; it can be taken back', async () => {
    const { token } = await tokenOf(BOTH);
    await ask(token);
    const otp = await codeFor(NEW);
    for (let n = 0; n < 5; n++) expect((await enter(token, wrongOf(otp))).status).toBe(422);
    expect((await enter(token, otp)).status).toBe(422);
    await owner.query('delete from rate_limit');
    await ask(token);
    const old = await codeFor(NEW);
    await ask(token, 'second@moved.test');
    expect((await enter(token, old)).status).toBe(422);
    const fresh = await codeFor('second@moved.test');
    expect((await post('cancelAddress', {}, token)).status).toBe(200);
    expect((await enter(token, fresh)).status).toBe(409);
    expect((await get('ownSecurity', token)).body.data).toMatchObject({ email: BOTH, pending_email: null });
  });

  test('A08 emails to an address that somebody typed are limited: 429', async () => {
    const { token } = await tokenOf(BOTH);
    const statuses: number[] = [];
    for (let n = 0; n < 6; n++) statuses.push((await ask(token, `n${n}@moved.test`)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  test.each([
    'alex＠new.test',
    'alex@new.test,victim@acme.test',
    'alex@new.test;victim@acme.test',
    '"alex@evil.test"@moved.test',
    'Alex <alex@new.test>',
    'alex@new.test\r\nBcc: victim@acme.test',
    'аlex@moved.test',
    'alex@new',
    'alex @moved.test',
  ])('A10 %j is no email', async (email) => {
    const { token } = await tokenOf(BOTH);
    const { status, body } = await ask(token, email);
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['email']]);
    expect(await rows('select from job')).toEqual([]);
  });

  test('the email one has already is refused with a word', async () => {
    const { token } = await tokenOf(BOTH);
    expect((await ask(token, 'BOTH@guild.test')).body.errors).toEqual({
      email: ['This is already your email.'],
    });
  });
});
