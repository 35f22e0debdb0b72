import { describe, expect, test } from 'vitest';
import { askForReset, resetPassword } from '@/lib/account/reset-password';
import { deviceKnowing, deviceOf } from '@/lib/attempts/known-device';
import { signInLimits } from '@/lib/attempts/limits';
import { countAttempt } from '@/lib/attempts/rate-limit';
import type { Client } from '@/lib/auth';
import { signInWithPassword } from '@/lib/session/sign-in';
import { PASSWORD } from '@/lib/test/fixtures';
import { BETTER, codeFor, freshWorld, GOOD, mailsTo, owner } from '@/lib/test/sign-up-calls';

freshWorld();

/** Whoever knocks at somebody's door does not shut its owner out. */

const VICTIM = 'user@acme.test';
const HERE: Client = { ip: '203.0.113.9' };
const at = (n: number): Client => ({ ip: `198.51.100.${n}` });
const signIn = (password: string, client: Client) =>
  signInWithPassword({ email: VICTIM, password, sub_domain: 'acme' }, 'bearer', client);
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error) => error.code,
  );
const known = async (email = VICTIM): Promise<Client> => ({ ...HERE, device: await deviceKnowing(undefined, email) });
const ask = (client: Client, sub_domain = 'acme') => askForReset({ email: VICTIM, sub_domain }, client);
const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const guess = (otp: string, client: Client) =>
  codeOf(resetPassword({ email: VICTIM, sub_domain: 'acme', otp, new_password: BETTER }, client));
const restore = () =>
  owner.query(
    `update person set password_hash = (select password_hash from person where email = 'admin@acme.test') where email = $1`,
    [VICTIM],
  );

describe('A07 the owner’s right password', () => {
  test('comes through after sixty wrong ones from one address: what was refused does not count', async () => {
    const answers: string[] = [];
    for (let n = 0; n < 60; n++) answers.push(await codeOf(signIn(GOOD, at(1))));
    expect(answers.filter((one) => one === 'unauthenticated')).toHaveLength(10);
    expect(answers.filter((one) => one === 'rate_limited')).toHaveLength(50);
    expect(await codeOf(signIn(PASSWORD, HERE))).toBe('done');
  });

  test('sixty at once from one address count ten', async () => {
    await Promise.all(Array.from({ length: 60 }, () => codeOf(signIn(GOOD, at(1)))));
    expect(await codeOf(signIn(PASSWORD, HERE))).toBe('done');
  });

  test('comes through on a device that has signed in before, however many guess from elsewhere', async () => {
    for (let n = 0; n < 60; n++) await countAttempt(await signInLimits('acme', VICTIM, at(n % 6)));
    expect(await codeOf(signIn(PASSWORD, HERE))).toBe('rate_limited');
    expect(await codeOf(signIn(PASSWORD, await known('leader@acme.test')))).toBe('rate_limited');
    const device = await known();
    expect(await codeOf(signIn(GOOD, device))).toBe('unauthenticated');
    expect(await codeOf(signIn(PASSWORD, device))).toBe('done');
  });

  test('a device’s allowance ends too, and what is not signed here gives none', async () => {
    const device = await known();
    for (let n = 0; n < 10; n++) await countAttempt(await signInLimits('acme', VICTIM, device));
    expect(await codeOf(signIn(PASSWORD, device))).toBe('rate_limited');
    for (const forged of ['', 'x', `${device.device}x`]) expect(await deviceOf(forged, VICTIM)).toBeNull();
    const both = await deviceKnowing(device.device, 'leader@acme.test');
    expect(await deviceOf(both, VICTIM)).toBe(await deviceOf(both, 'leader@acme.test'));
  });
});

describe('A08 a code for a new password', () => {
  test('is sent after thirty requests that sent none', async () => {
    await Promise.all(Array.from({ length: 30 }, (_, n) => ask(at(n), `nowhere-${n}`)));
    await ask(HERE);
    expect(await mailsTo(VICTIM)).toHaveLength(1);
  });

  test('a mailbox gets thirty a day from strangers, its owner’s device has its own; the answer is the same', async () => {
    for (let round = 0; round < 4; round++) {
      await owner.query(`delete from rate_limit where expires_at < now() + interval '1 hour'`);
      const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => ask(at(n))));
      expect(answers).toEqual(Array(10).fill(null));
    }
    expect(await mailsTo(VICTIM)).toHaveLength(30);
    await ask(await known());
    expect(await mailsTo(VICTIM)).toHaveLength(31);
  });

  test('bears five guesses an hour, however many codes are asked for and wherever from', async () => {
    for (let n = 0; n < 5; n++) {
      await ask(at(n));
      expect(await guess(wrongOf(await codeFor(VICTIM)), at(n))).toBe('invalid');
    }
    await ask(at(9));
    const right = await codeFor(VICTIM);
    expect(await guess(right, at(9))).toBe('invalid');
    expect(await guess(right, await known())).toBe('done');
    await restore();
  });

  test('guesses that are compared with nothing count for nothing', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, n) => guess('000000', at(n))));
    await ask(HERE);
    expect(await guess(await codeFor(VICTIM), HERE)).toBe('done');
    await restore();
  });
});
