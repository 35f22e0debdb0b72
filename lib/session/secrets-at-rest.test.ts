import { afterEach, describe, expect, test, vi } from 'vitest';
import { table } from '@/lib/api/table';
import { env } from '@/lib/env';
import { PASSWORD } from '@/lib/test/fixtures';
import { ask, call, codeFor, freshWorld, GOOD, mailsTo, owner, post, rows, tokenOf } from '@/lib/test/sign-up-calls';

freshWorld();

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
  await ask('nora@new.test', GOOD);
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
