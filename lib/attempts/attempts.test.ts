import { afterEach, describe, expect, test, vi } from 'vitest';
import { askForReset, resetPassword } from '@/lib/account/reset-password';
import { table } from '@/lib/api/table';
import { deviceKnowing, deviceOf } from '@/lib/attempts/known-device';
import { countAsked, countCodeTry, signInLimits } from '@/lib/attempts/limits';
import { countAttempt } from '@/lib/attempts/rate-limit';
import type { Client } from '@/lib/auth';
import { env } from '@/lib/env';
import { signInWithPassword } from '@/lib/session/sign-in';
import { PASSWORD } from '@/lib/test/fixtures';
import {
  ask as askToJoin,
  BETTER,
  call,
  codeFor,
  freshWorld,
  GOOD,
  mailsTo,
  owner,
  post,
  rows,
  tokenOf,
  wrongOf,
} from '@/lib/test/sign-up-calls';
import { wholeTest } from '@/lib/test/whole';
import { EXAMPLES } from '@/lib/test/wire-examples';

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
const guess = (otp: string, client: Client) =>
  codeOf(resetPassword({ email: VICTIM, sub_domain: 'acme', otp, new_password: BETTER }, client));
const restore = () =>
  owner.query(
    `update person set password_hash = (select password_hash from person where email = 'admin@acme.test') where email = $1`,
    [VICTIM],
  );

describe('A07 the owner’s right password', () => {
  test('comes through after many wrong ones from one address: what was refused does not count', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => codeOf(signIn(GOOD, at(1)))));
    expect(answers.filter((one) => one === 'unauthenticated')).toHaveLength(10);
    expect(answers.filter((one) => one === 'rate_limited')).toHaveLength(10);
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
  wholeTest(
    'a mailbox gets thirty a day from strangers, its owner’s device has its own; the answer is the same',
    async () => {
      expect(await ask(at(1))).toBeNull();
      // As if it had been asked for by 29 addresses.
      await owner.query(
        `update rate_limit set count = count + 28 where expires_at > now() + interval '1 hour 1 minute'`,
      );
      expect([await ask(at(2)), await ask(at(3)), await ask(at(4))]).toEqual([null, null, null]);
      expect(await mailsTo(VICTIM)).toHaveLength(2);
      expect(await ask(await known())).toBeNull();
      expect(await mailsTo(VICTIM)).toHaveLength(3);
    },
  );

  test('bears five guesses an hour, however many codes are asked for and wherever from', async () => {
    for (let n = 0; n < 5; n++) {
      if (n % 2 === 0) await ask(at(n));
      expect(await guess(wrongOf(await codeFor(VICTIM)), at(n))).toBe('invalid');
    }
    await ask(at(9));
    const right = await codeFor(VICTIM);
    expect(await guess(right, at(9))).toBe('invalid');
    expect(await guess(right, await known())).toBe('done');
    await restore();
  });

  test('guesses that are compared with nothing count for nothing, and are answered as for an email that nobody has', async () => {
    const guesses = (email: string) =>
      Promise.all(
        Array.from({ length: 12 }, () =>
          codeOf(resetPassword({ email, sub_domain: 'acme', otp: '000000', new_password: BETTER }, at(1))),
        ),
      );
    const answers = await guesses(VICTIM);
    expect(answers.filter((one) => one === 'rate_limited')).toHaveLength(2);
    expect((await guesses('nobody@new.test')).sort()).toEqual(answers.sort());
    await Promise.all(Array.from({ length: 20 }, (_, n) => guess('000000', at(n))));
    await ask(HERE);
    expect(await guess(await codeFor(VICTIM), HERE)).toBe('done');
    await restore();
  });
});

describe('A07 guessing', () => {
  test('one account is over after ten, whatever address is pretended; it is counted whether it exists or not', async () => {
    const guess = (email: string, from: string) =>
      call('POST', 'signinwithorgs', { email, password: GOOD, sub_domain: 'acme' }, undefined, {
        ...{ 'x-forwarded-for': from, forwarded: `for=${from}`, 'x-real-ip': from },
      });
    for (const email of ['user@acme.test', 'nobody@acme.test']) {
      const answers = await Promise.all(Array.from({ length: 14 }, (_, n) => guess(email, `10.0.0.${n}`)));
      expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(401), ...Array(4).fill(429)]);
    }
    const kept = await rows(
      `select bucket, expires_at - now() <= interval '15 minutes' as soon from rate_limit where count >= 10`,
    );
    expect(kept.length).toBeGreaterThan(0);
    for (const { bucket, soon } of kept) expect([/acme|10[.]0/.test(bucket), soon]).toEqual([false, true]);
  });

  test('many accounts from one address are over after a hundred', async () => {
    const once = async (n: number) => countAttempt(await signInLimits('acme', `nobody${n}@acme.test`, HERE));
    for (let n = 0; n < 100; n++) await once(n);
    expect(await codeOf(once(100))).toBe('rate_limited');
  });

  test.each([
    ['reset', 'reset'],
    ['join', 'sign-up'],
  ] as const)('of the codes of %s ten are typed; a new code may be typed again', async (purpose, kind) => {
    const typed = () => codeOf(countCodeTry(kind, VICTIM, 'acme', HERE));
    for (let n = 0; n < 10; n++) expect(await typed()).toBe('done');
    expect(await typed()).toBe('rate_limited');
    await countAsked(purpose, VICTIM, 'acme', HERE);
    expect(await typed()).toBe('done');
  });

  test('a long wait is said in hours', async () => {
    const once = () => countAttempt([{ key: 'once a day', max: 1, seconds: 86_400 }]);
    await once();
    await expect(once()).rejects.toThrow('Too many attempts. Try again in 24 hours.');
  });
});

test('A04 A09 all that asks for the password again has one count, after which the right one does not come through', async () => {
  const asking = table.filter(({ input }) => 'current_password' in ((input as { shape?: object }).shape ?? {}));
  const paths = asking.map(({ path }) => path);
  expect(paths).toEqual(
    expect.arrayContaining(['changePassword', 'changeOrganisationKey', 'deleteOrganisation', 'totp']),
  );
  const bodies = new Map<string, object>();
  for (const { method, path } of asking)
    bodies.set(path, (await EXAMPLES[`${method} ${path}`]?.make(owner))?.body as object);
  await owner.query('delete from rate_limit');
  const { token } = await tokenOf('admin@acme.test');
  const name = (await rows(`select name from organisation where key = 'acme'`))[0];
  for (let n = 0; n < 10; n++) {
    const { method, path } = asking[n % asking.length] as (typeof asking)[number];
    const body = { ...bodies.get(path), ...(path === 'deleteOrganisation' && name), current_password: GOOD };
    expect((await call(method, path, body, token)).status, path).toBe(422);
  }
  for (const { method, path } of asking) {
    const body = { ...bodies.get(path), ...(path === 'deleteOrganisation' && name) };
    expect((await call(method, path, body, token)).status, path).toBe(429);
  }
});

/** Where codes, tokens and passwords may not be found: in the database, in the log, in any answer. */

afterEach(() => vi.restoreAllMocks());

/** The whole database as text. */
async function dump(): Promise<string> {
  const tables = await rows(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`,
  );
  const parts: string[] = [];
  for (const { relname } of tables)
    parts.push(
      ...(await rows(`select to_jsonb(t)::text as line from "${relname}" t`)).map(({ line }) => line as string),
    );
  return parts.join('\n');
}

const linkIn = (text: string) => /token=([\w-]{20,})/.exec(text)?.[1] ?? 'no link';

/** Every kind of secret that is alive at once, as its holder has it. */
async function liveSecrets(): Promise<Record<string, string>> {
  const admin = await tokenOf('admin@acme.test');
  await post('sendInvite', { email: 'guest@new.test', role: 'user', project_ids: [] }, admin.token);
  await askToJoin('nora@new.test', GOOD);
  await post('forgetPassword', { email: 'user@acme.test', sub_domain: 'acme' });
  const invitation = linkIn((await mailsTo('guest@new.test'))[0]?.text ?? '');
  const user = await tokenOf('user@acme.test');
  return {
    invitation,
    'code to join': await codeFor('nora@new.test'),
    'code to reset': await codeFor('user@acme.test'),
    session: user.token.replace('Bearer ', ''),
    'password of a member': PASSWORD,
    'password of somebody new': GOOD,
    'signing secret': env.authSecrets[0] as string,
  };
}

describe('a secret that is alive', () => {
  test('A12 S11 is nowhere in the database, and in no line of the log', async () => {
    const lines: string[] = [];
    for (const stream of ['log', 'error', 'warn', 'info', 'debug'] as const)
      vi.spyOn(console, stream).mockImplementation((...words) => void lines.push(words.join(' ')));
    const secrets = await liveSecrets();
    // What is wrong is reported; a broken request is too.
    await post('signinwithorgs', { email: 'user@acme.test', password: secrets.session, sub_domain: 'acme' });
    await post('acceptInvitation', { token: secrets.invitation, password: 'short' });
    await call('GET', 'loggedInUser', undefined, `Bearer ${secrets.session}x`);
    const kept = await dump();
    for (const [what, secret] of Object.entries(secrets)) {
      expect([what, secret.length > 5]).toEqual([what, true]);
      // Six digits may stand in any number, such as the parts of a second: as a value of its own it may not.
      const shape = /^\d{6}$/.test(secret) ? new RegExp(`"${secret}"|(?<![.])\\b${secret}\\b(?![-:.])`) : secret;
      expect(kept.match(shape)?.[0], `${what} in the database`).toBeUndefined();
      expect(lines.join('\n').match(shape)?.[0], `${what} in the log`).toBeUndefined();
    }
  });

  test('A12 and a code to reset a password is of no use under another’s address or for joining', async () => {
    const secrets = await liveSecrets();
    const otp = secrets['code to reset'] as string;
    for (const email of ['admin@acme.test', 'user@globex.test'])
      expect((await post('forgetPassword', { email, sub_domain: 'acme', otp, new_password: GOOD })).status).toBe(422);
    expect((await post('verifyorganisation', { email: 'user@acme.test', sub_domain: 'acme', otp })).status).toBe(422);
    await owner.query('delete from invitation');
  });
});

test('A03 no record of any endpoint has a field for a secret', () => {
  const secret = /password|hash|secret|token/i;
  const named = table.flatMap((line) => {
    const shape = JSON.stringify(Object.keys((line.output as { shape?: object }).shape ?? {}));
    return secret.test(shape) ? [`${line.method} ${line.path}`] : [];
  });
  // Signing in gives a token, as opening the chat does, and a new authenticator its secret, once; when a password was
  // changed is no secret, nor is the hash of what was shown to whoever signs it off: it proves what they saw.
  expect(named).toEqual([
    'POST signinwithorgs',
    'GET ownSecurity',
    'POST totp',
    'POST viewAs',
    'GET signOffList',
    'POST signOff',
    'GET signOff/{id}',
    'POST decideSignOff/{id}',
    'POST withdrawSignOff/{id}',
    'POST chatToken',
    'POST chatSession',
  ]);
});
