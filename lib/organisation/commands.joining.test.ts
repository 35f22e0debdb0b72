import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { closeDatabase } from '@/lib/db';
import { isFreeMail } from '@/lib/organisation/vocabulary.freemail';
import { fixtureId } from '@/lib/test/fixtures';
import {
  ask,
  call,
  codeFor,
  freshWorld,
  GOOD,
  owner,
  post,
  rows,
  signIn,
  tokenOf,
  wrongOf,
} from '@/lib/test/sign-up-calls';

freshWorld();
afterAll(closeDatabase);
const acme = fixtureId('acme');
let token: string;
beforeEach(async () => {
  token = (await tokenOf('admin@acme.test')).token;
  await owner.query('update organisation set version = 1');
});

const prove = (email: string) => post('joinDomain', { email }, token);
const domains = async () => (await rows('select join_domains from organisation where id = $1', acme))[0].join_domains;
const rule = (join_rule: string) => call('PUT', 'joinRule', { join_rule, version: 1 }, token);
const fetchDelete = async (domain: string) => {
  const { callApi } = await import('@/lib/api/call');
  const { table } = await import('@/lib/api/table');
  const request = new Request(`http://localhost:3000/api/joinDomain?domain=${domain}`, {
    method: 'DELETE',
    headers: { authorization: token },
  });
  return (await (await callApi(table, request, 'joinDomain')).json()).data;
};
const verify = async (email: string) =>
  post('verifyorganisation', { email, sub_domain: 'acme', otp: await codeFor(email) });

describe('a domain', () => {
  test('counts once the code from a mail there was entered, and not for anybody else’s code', async () => {
    const email = 'office@new.test';
    expect((await prove(email)).body.data).toEqual({ domain: 'new.test', email });
    const code = await codeFor(email);
    const confirm = (otp: string, by = token) => post('confirmJoinDomain', { email, otp }, by);
    expect((await confirm(wrongOf(code))).status).toBe(422);
    const globex = (await tokenOf('admin@globex.test', 'globex')).token;
    expect((await confirm(code, globex)).status).toBe(422);
    expect(await domains()).toEqual([]);
    expect((await confirm(code)).body.data).toMatchObject({ join_domains: ['new.test'] });
    expect((await confirm(code)).status).toBe(409);
    expect(await rows(`select action, target from audit where action like 'organisation.domain%' order by id`)).toEqual(
      [
        { action: 'organisation.domain_asked', target: 'new.test' },
        { action: 'organisation.domain_added', target: 'new.test' },
      ],
    );
  });

  test.each(['gmail.com', 'yahoo.co.uk'])('%s is anybody’s', async (domain) => {
    const { status, body } = await prove(`somebody@${domain}`);
    expect([status, body.errors?.email?.[0]]).toEqual([422, expect.stringContaining('Anybody can have')]);
    expect(await rows(`select from job where kind = 'mail'`)).toEqual([]);
  });

  test('what only looks like a provider is none', () => {
    for (const domain of ['gmail.com.acme.example', 'live.acme.example', 'mygmail.com', 'yahoo.company'])
      expect(isFreeMail(domain)).toBe(false);
  });

  test('twenty at most, and removing one makes room', async () => {
    const many = Array.from({ length: 20 }, (_, at) => `d${at}.example`);
    await owner.query('update organisation set join_domains = $2 where id = $1', [acme, many]);
    expect((await prove('office@new.test')).status).toBe(409);
    const answer = await fetchDelete('d3.example');
    expect(answer).toMatchObject({ join_domains: many.filter((one) => one !== 'd3.example') });
    expect((await prove('office@new.test')).status).toBe(200);
  });
});

describe('joining', () => {
  beforeEach(() => owner.query(`update organisation set join_domains = '{new.test}' where id = $1`, [acme]));

  test('A14 an address of a verified domain is let in as a user, after the code and never before it', async () => {
    expect((await rule('domains')).status).toBe(200);
    await ask('ann@new.test');
    expect(await rows('select from member where email = $1', 'ann@new.test')).toEqual([]);
    expect((await signIn('ann@new.test', GOOD, 'acme')).status).toBe(401);
    expect((await verify('ann@new.test')).body.data).toMatchObject({ approval_status: 1 });
    expect(await rows('select role, approval from member where email = $1', 'ann@new.test')).toEqual([
      { role: 'user', approval: 1 },
    ]);
    expect((await signIn('ann@new.test', GOOD, 'acme')).status).toBe(200);
  });

  test('the rule of verified domains needs one, and ends with the last', async () => {
    await owner.query(`update organisation set join_domains = '{}' where id = $1`, [acme]);
    const refused = await rule('domains');
    expect([refused.status, refused.body.errors?.join_rule?.[0]]).toEqual([
      422,
      expect.stringContaining('Add a domain'),
    ]);
    await owner.query(`update organisation set join_domains = '{new.test,old.test}' where id = $1`, [acme]);
    expect((await rule('domains')).body.data).toMatchObject({ join_rule: 'domains' });
    expect(await fetchDelete('old.test')).toMatchObject({ join_rule: 'domains', join_domains: ['new.test'] });
    expect(await fetchDelete('new.test')).toMatchObject({ join_rule: 'approval', join_domains: [] });
    expect(
      await rows(
        `select before, after from audit where action = 'organisation.join_rule_changed' order by id desc limit 1`,
      ),
    ).toEqual([{ before: { join_rule: 'domains' }, after: { join_rule: 'approval' } }]);
    const past = owner.query(`update organisation set join_rule = 'domains' where id = $1`, [acme]);
    await expect(past).rejects.toThrow(/organisation_join_rule_has_domain/);
  });

  test('A14 a domain below a verified one, or one that ends like it, waits for approval', async () => {
    await rule('domains');
    await owner.query(`update organisation set join_domains = '{ew.test,sub.new.test}' where id = $1`, [acme]);
    await ask('ann@new.test');
    expect((await verify('ann@new.test')).body.data).toMatchObject({ approval_status: 2 });
  });

  test('closed while the code was on its way: nobody comes in', async () => {
    await ask('ann@new.test');
    await rule('closed');
    expect((await verify('ann@new.test')).status).toBe(403);
    expect((await ask('ben@new.test')).status).toBe(403);
    expect(await rows(`select from member where email like '%@new.test'`)).toEqual([]);
  });

  test('a stale version is refused with what is there now', async () => {
    await owner.query('update organisation set version = 5 where id = $1', [acme]);
    expect((await rule('closed')).status).toBe(409);
  });
});
