import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { fixtureId, PASSWORD } from '@/lib/test/fixtures';
import {
  ask,
  BETTER,
  codeFor,
  found,
  freshWorld,
  GOOD,
  mailsTo,
  owner,
  post,
  rows,
  signIn,
  wrongOf,
} from '@/lib/test/sign-up-calls';
import { call } from '@/lib/test/wire';

/** What strangers can do to somebody's sign-up, codes and mailbox with nothing but the email. */

freshWorld();
beforeAll(() => void vi.stubEnv('TRUST_PROXY', '1'));
afterAll(() => void vi.unstubAllEnvs());

const NORA = 'nora@new.test';
const verify = (otp: string, more: object = {}) =>
  post('verifyorganisation', { sub_domain: 'acme', email: NORA, otp, ...more });
const idOf = ({ body }: { body: { data: unknown } }) => (body.data as { _id: string })._id;
const letIn = () => owner.query(`update member set approval = 1 where email = $1`, [NORA]);
/** A call from an IP address, as the proxy or our own server says. */
const from = (ip: string, path: string, body: object) =>
  call('POST', path, { body, headers: { 'x-forwarded-for': ip } });
const newestCode = () => codeFor(NORA);

describe('I03 two sign-ups with one email', () => {
  test.each([
    ['after', [GOOD, BETTER]],
    ['before', [BETTER, GOOD]],
  ])('a stranger who asks %s the owner gains nothing, whichever code is entered', async (_when, order) => {
    const codes: string[] = [];
    for (const password of order) {
      expect((await ask(NORA, password)).status).toBe(201);
      codes.push(await newestCode());
    }
    for (const otp of codes)
      expect(await verify(otp)).toMatchObject({
        status: 422,
        body: { errors: { password: [expect.stringMatching(/more than one sign-up/)] } },
      });
    expect((await verify(codes[1] as string, { password: 'neither of the two passwords' })).status).toBe(422);
    expect((await verify(codes[0] as string, { password: GOOD })).status).toBe(200);
    await letIn();
    expect((await signIn(NORA, GOOD, 'acme')).status).toBe(200);
    expect((await signIn(NORA, BETTER, 'acme')).status).toBe(401);
  });

  test('a browser confirms what was sent from it, with any of the codes; everybody else’s request ends', async () => {
    const own = idOf(await ask(NORA, GOOD));
    const other = idOf(await ask(NORA, BETTER));
    expect(other).not.toBe(own);
    const otp = await newestCode();
    expect((await verify(otp, { _id: own })).body.data).toMatchObject({ approval_status: 2 });
    expect((await verify(otp, { _id: other })).status).toBe(422);
    expect(await rows('select from one_time_code where used_at is null')).toEqual([]);
    await letIn();
    expect((await signIn(NORA, GOOD, 'acme')).status).toBe(200);
  });

  test('a code that was sent again shows no more than the first', async () => {
    const own = idOf(await ask(NORA, GOOD));
    await ask(NORA, BETTER);
    expect((await post('resendcode', { sub_domain: 'acme', email: NORA })).status).toBe(200);
    const otp = await newestCode();
    expect((await verify(otp)).status).toBe(422);
    expect((await verify(otp, { _id: own })).status).toBe(200);
    await letIn();
    expect((await signIn(NORA, BETTER, 'acme')).status).toBe(401);
  });

  test('an own code that is over does not make way for a stranger’s', async () => {
    const own = idOf(await ask(NORA, GOOD));
    await owner.query(`update one_time_code set expires_at = now() - interval '1 second'`);
    await ask(NORA, BETTER);
    const otp = await newestCode();
    expect((await verify(otp)).status).toBe(422);
    expect((await verify(otp, { _id: own })).status).toBe(200);
    await letIn();
    expect((await signIn(NORA, GOOD, 'acme')).status).toBe(200);
  });

  test('the same person asking twice is one request, and the newest code confirms it', async () => {
    const first = idOf(await ask(NORA));
    const old = await newestCode();
    expect(idOf(await ask(NORA))).toBe(first);
    const otp = await newestCode();
    if (old !== otp) expect((await verify(old)).status).toBe(422);
    expect((await verify(otp)).status).toBe(200);
  });

  test('A08 five wrong guesses end every code that they were compared with', async () => {
    const own = idOf(await ask(NORA, GOOD));
    const first = await newestCode();
    await ask(NORA, BETTER);
    const second = await newestCode();
    const wrong = [wrongOf(first), wrongOf(second)].find((code) => code !== first && code !== second) as string;
    for (let n = 0; n < 5; n++) expect((await verify(wrong)).status).toBe(422);
    for (const otp of [first, second]) expect((await verify(otp, { _id: own })).status).toBe(422);
  });
});

describe('nobody is locked out', () => {
  const victim = 'user@acme.test';
  const forget = (more = {}, ip = '198.51.100.7') =>
    from(ip, 'forgetPassword', { email: victim, sub_domain: 'acme', ...more });
  const guess = (ip: string) => forget({ otp: '000000', new_password: BETTER }, ip);
  const restore = () =>
    owner.query(
      `update person set password_hash = (select password_hash from person where email = 'admin@acme.test') where email = $1`,
      [victim],
    );

  test.each([
    ['somewhere else', '203.0.113.9'],
    ['the same address', '198.51.100.7'],
  ])('guesses from %s do not spoil a fresh code', async (_where, ip) => {
    const answers: number[] = [];
    for (let n = 0; n < 12; n++) answers.push((await guess(ip)).status);
    expect(answers.slice(0, 10)).toEqual(Array(10).fill(422));
    expect(answers.slice(10)).toEqual([429, 429]);
    await forget();
    const otp = await codeFor(victim);
    expect((await forget({ otp, new_password: BETTER })).status).toBe(200);
    await restore();
  });

  test('and say the same of an email that nobody has', async () => {
    const unknown = (more: object) =>
      from('203.0.113.9', 'forgetPassword', { email: NORA, sub_domain: 'acme', ...more });
    const wrong = () => unknown({ otp: '000000', new_password: BETTER });
    for (let n = 0; n < 10; n++) await wrong();
    expect((await wrong()).status).toBe(429);
    await unknown({});
    expect((await wrong()).status).toBe(422);
  });

  test('a long wait is said in hours', async () => {
    await owner.query('delete from rate_limit');
    const { countAttempt } = await import('@/lib/attempts/rate-limit');
    const once = () => countAttempt([{ key: 'once a day', max: 1, seconds: 86_400 }]);
    await once();
    await expect(once()).rejects.toThrow('Too many attempts. Try again in 24 hours.');
  });
});

test('A07 creating organisations sends five emails to one mailbox, whatever the keys', async () => {
  const answers: number[] = [];
  for (let n = 0; n < 7; n++) answers.push((await found(NORA, `newco-${n}x`)).status);
  expect(answers).toEqual([201, 201, 201, 201, 201, 429, 429]);
  expect(await mailsTo(NORA)).toHaveLength(5);
});

describe('asking again after a no', () => {
  const email = 'rejected@acme.test';
  const id = fixtureId('acme.rejected');
  const decided = (ago: string) =>
    owner.query(
      `update member set approval = 0, role = 'user', approval_note = 'Not now', decided_at = now() - $2::interval where id = $1`,
      [id, ago],
    );
  const standing = () => rows('select approval, approval_note from member where id = $1', id);

  test('the person waits again and the approvers hear of it, a day after at the earliest', async () => {
    await decided('23 hours');
    expect((await ask(email, PASSWORD)).status).toBe(201);
    expect((await mailsTo(email))[0]).toMatchObject({
      subject: 'Your request to join Acme Studio',
      text: expect.stringMatching(/less than a day ago/),
    });
    await decided('25 hours');
    expect((await ask(email, PASSWORD)).status).toBe(201);
    expect(await standing()).toEqual([{ approval: 0, approval_note: 'Not now' }]);
    const otp = await codeFor(email);
    const answer = await post('verifyorganisation', { sub_domain: 'acme', email, otp });
    expect(answer.body.data).toMatchObject({ approval_status: 2 });
    expect(await standing()).toEqual([{ approval: 2, approval_note: null }]);
    expect(
      await rows(`select from notification where kind = 'member.requested' and actor_id = $1`, id),
    ).not.toHaveLength(0);
    await decided('2 days');
  });

  test('also where a domain lets people in: a human being said no', async () => {
    await decided('2 days');
    await owner.query(`update organisation set join_rule = 'domains', join_domains = '{acme.test}' where key = 'acme'`);
    await ask(email, PASSWORD);
    await post('verifyorganisation', { sub_domain: 'acme', email, otp: await codeFor(email) });
    expect(await standing()).toEqual([{ approval: 2, approval_note: null }]);
    await decided('2 days');
  });
});
