import { describe, expect, test } from 'vitest';
import { table } from '@/lib/api/table';
import { PASSWORD } from '@/lib/test/fixtures';
import { BETTER, call, freshWorld, GOOD, owner, post, rows, tokenOf } from '@/lib/test/sign-up-calls';
import { EXAMPLES } from '@/lib/test/wire-examples';

freshWorld();

/** Guessing, by somebody who has many accounts to try, many addresses to pretend, and many doors to knock at. */

describe('A07 guessing', () => {
  const guess = (email: string, from: string) =>
    call('POST', 'signinwithorgs', { email, password: GOOD, sub_domain: 'acme' }, undefined, {
      'x-forwarded-for': from,
      forwarded: `for=${from}`,
      'x-real-ip': from,
    });
  const statuses = async (asks: (() => Promise<{ status: number }>)[]) => {
    const answers: number[] = [];
    for (let at = 0; at < asks.length; at += 10)
      answers.push(...(await Promise.all(asks.slice(at, at + 10).map((ask) => ask()))).map(({ status }) => status));
    return answers;
  };

  test('one account is over after ten, whatever address is pretended; it is counted whether it exists or not', async () => {
    for (const email of ['user@acme.test', 'nobody@acme.test']) {
      const answers = await statuses(Array.from({ length: 100 }, (_, at) => () => guess(email, `10.0.0.${at}`)));
      expect(answers.filter((status) => status === 401)).toHaveLength(10);
      expect(answers.filter((status) => status === 429)).toHaveLength(90);
      await owner.query('delete from rate_limit');
    }
  });

  test('many accounts from one address are over after a hundred', async () => {
    const answers = await statuses(
      Array.from({ length: 110 }, (_, at) => () => guess(`nobody${at}@acme.test`, `10.0.1.${at}`)),
    );
    expect(answers.slice(0, 100)).toEqual(Array(100).fill(401));
    expect(answers.slice(100)).toEqual(Array(10).fill(429));
  });

  test('says when to come back, and leaves nobody’s address behind', async () => {
    await statuses(Array.from({ length: 11 }, () => () => guess('user@acme.test', '10.0.2.1')));
    const { rows } = await owner.query('select bucket from rate_limit');
    expect(JSON.stringify(rows)).not.toMatch(/acme|10[.]0/);
    const left = await owner.query(
      `select max(expires_at - now()) <= interval '15 minutes' as soon from rate_limit where count >= 10`,
    );
    expect(left.rows).toEqual([{ soon: true }]);
  });
});

test('A04 A09 the right password does not come through once its tries are used up', async () => {
  const { token } = await tokenOf('user@acme.test');
  const change = (current_password: string) =>
    call('POST', 'changePassword', { current_password, new_password: 'lantern meadow pistachio dune' }, token);
  for (let at = 0; at < 10; at++) expect((await change(GOOD)).status).toBe(422);
  expect((await change(PASSWORD)).status).toBe(429);
});

describe('A09 one count for everything that asks for the password again', () => {
  const asking = table
    .filter(({ input }) => 'current_password' in ((input as { shape?: object }).shape ?? {}))
    .map(({ method, path }) => [`${method} ${path}`, method, path] as const);

  test('is asked for by these', () => {
    for (const path of ['changePassword', 'changeOrganisationKey', 'deleteOrganisation', 'totp'])
      expect(asking.map(([, , path]) => path)).toContain(path);
  });

  test.each(asking)('%s is shut after ten wrong ones elsewhere', async (name, method, path) => {
    const { body } = (await EXAMPLES[name]?.make(owner)) ?? {};
    const own = path === 'deleteOrganisation' && (await rows(`select name from organisation where key = 'acme'`))[0];
    const { token } = await tokenOf('admin@acme.test');
    await owner.query('delete from rate_limit');
    for (let at = 0; at < 10; at++)
      expect((await post('changePassword', { current_password: GOOD, new_password: BETTER }, token)).status).toBe(422);
    expect((await call(method, path, { ...(body as object), ...own }, token)).status).toBe(429);
  });
});
