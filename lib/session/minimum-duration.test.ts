import * as argon2 from '@node-rs/argon2';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { withMinimumDuration } from '@/lib/session/minimum-duration';
import { signInWithPassword } from '@/lib/session/sign-in';
import { failureOf } from '@/lib/test/attempt';
import { PASSWORD } from '@/lib/test/fixtures';
import { ownerClient } from '@/lib/test/owner';
import { call } from '@/lib/test/wire';

// The real functions, counted.
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof argon2>();
  return { ...real, verify: vi.fn(real.verify), hash: vi.fn(real.hash) };
});
afterAll(() => vi.doUnmock('@node-rs/argon2'));

/** How alike what must not be told apart is, in work rather than by the clock; `npm run bench:sign-in` measures the time. */

const owner = ownerClient({ RATE_LIMIT_FACTOR: '1000' });
beforeAll(async () => {
  // Made once for everybody, with the first sign-in.
  await failureOf(signInWithPassword({ email: 'a@b.test', password: PASSWORD, sub_domain: 'acme' }, 'bearer', {}));
});
beforeEach(async () => {
  await owner.query('delete from rate_limit');
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
