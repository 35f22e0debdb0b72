import { describe, expect, test } from 'vitest';
import { sweep } from '@/lib/operations/sweep';
import { fixtureId, PASSWORD } from '@/lib/test/fixtures';
import {
  ask,
  BETTER,
  call,
  codeFor,
  found,
  freshWorld,
  GOOD,
  mailsTo,
  owner,
  people,
  post,
  rows,
  signIn,
  tokenOf,
  without,
} from '@/lib/test/sign-up-calls';

freshWorld();

describe('founding', () => {
  test('makes organisation, person and admin, and opens with the mailed code', async () => {
    const { status, body } = await found('nora@new.test');
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ approval_status: 1, verification_required: true });
    expect(await signIn('nora@new.test', GOOD, 'newco')).toMatchObject({ status: 403 });
    expect(await call('GET', 'getOrganisationList', { q: 'newco' })).toMatchObject({ body: { data: [] } });

    const otp = await codeFor('nora@new.test');
    const verified = await post('verifyorganisation', { sub_domain: 'newco', email: 'nora@new.test', otp });
    expect(verified).toMatchObject({ status: 200, body: { data: { sub_domain: 'newco', verified: true } } });
    const signedIn = await signIn('nora@new.test', GOOD, 'newco');
    expect(signedIn).toMatchObject({ status: 200, body: { data: { user: { role: 'admin' } } } });
    expect(
      await rows(`select action from audit where org_id = (select id from organisation where key = 'newco')`),
    ).toEqual(expect.arrayContaining([{ action: 'organisation.created' }, { action: 'organisation.verified' }]));
  });

  test('A13 of 20 at once with one key one wins, 19 get 409, and nobody is left without a seat', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => found(`n${at}@new.test`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)]);
    expect(await rows(`select count(*)::int as n from organisation where key = 'newco'`)).toEqual([{ n: 1 }]);
    expect(await rows(`select count(*)::int as n from person where email like '%@new.test'`)).toEqual([{ n: 1 }]);
    expect(
      await rows(
        `select count(*)::int as n from person p where not exists (select from member m where m.person_id = p.id)`,
      ),
    ).toEqual([{ n: 0 }]);
    expect(await rows(`select count(*)::int as n from job where kind = 'mail'`)).toEqual([{ n: 1 }]);
  });

  test('A13 what nobody confirmed within a day goes, and its key is free again', async () => {
    await found('nora@new.test');
    await sweep();
    expect(await people('nora@new.test')).toHaveLength(1);
    await owner.query(`update organisation set created_at = now() - interval '25 hours' where key = 'newco'`);
    await owner.query(`update person set created_at = now() - interval '25 hours' where email = 'nora@new.test'`);
    await sweep();
    expect(await people('nora@new.test')).toEqual([]);
    expect((await call('GET', 'organisationKey', { key: 'newco' })).body.data).toMatchObject({ free: true });
    expect(await rows(`select count(*)::int as n from organisation`)).toEqual([{ n: 2 }]);
  });

  test.each([
    ['acme', 'taken', 409],
    ['acrne', 'looks too much like', 422],
    ['g1obex', 'looks too much like', 422],
    ['login', 'reserved for the application', 422],
    ['l0gin', 'looks like a name reserved for the application', 422],
    ['a', 'at least 2', 422],
    ['-ab', 'hyphen', 422],
    ['a--b', 'two hyphens', 422],
    ['аcme', 'letters from a to z', 422],
    ['a'.repeat(33), '32 characters', 422],
  ])('the key %j is refused while typing and when sent', async (key, words, status) => {
    const typed = await call('GET', 'organisationKey', { key });
    expect(typed.body.data).toMatchObject({ free: false, reason: expect.stringContaining(words) });
    const sent = await found('nora@new.test', key);
    expect(sent.status).toBe(status);
    expect(sent.body.errors?.sub_domain?.[0]).toContain(words);
    expect(await people('nora@new.test')).toEqual([]);
  });

  test('a free key is free', async () => {
    expect((await call('GET', 'organisationKey', { key: 'NewCo' })).body.data).toEqual({
      key: 'newco',
      free: true,
      reason: null,
      named_alike: null,
    });
  });

  test('I03 an account that exists keeps its password, and its owner alone can confirm', async () => {
    const [before] = await people('user@acme.test');
    expect((await found('user@acme.test', 'newco', BETTER)).status).toBe(201);
    expect((await people('user@acme.test'))[0]).toEqual(before);
    const otp = await codeFor('user@acme.test');
    expect((await post('verifyorganisation', { sub_domain: 'newco', email: 'user@acme.test', otp })).status).toBe(200);
    expect((await people('user@acme.test'))[0].password_hash).toBe(before.password_hash);
    expect((await signIn('user@acme.test', BETTER, 'newco')).status).toBe(401);
    expect((await signIn('user@acme.test', PASSWORD, 'newco')).status).toBe(200);
  });

  test('an account that nobody proved belongs to whoever proves the mailbox', async () => {
    await found('nora@new.test', 'newco', 'squatter harbor violet kettle');
    expect((await ask('nora@new.test', BETTER)).status).toBe(201);
    const otp = await codeFor('nora@new.test');
    const joined = await post('verifyorganisation', { sub_domain: 'acme', email: 'nora@new.test', otp });
    expect(joined.body.data).toMatchObject({ approval_status: 2 });
    await owner.query(`update member set approval = 1 where email = 'nora@new.test' and org_id = $1`, [
      fixtureId('acme'),
    ]);
    expect((await signIn('nora@new.test', 'squatter harbor violet kettle', 'acme')).status).toBe(401);
    expect((await signIn('nora@new.test', BETTER, 'acme')).status).toBe(200);
  });

  test('a further organisation is open at once and has its founder as admin; the same Idempotency-Key is one founding', async () => {
    const { token } = await tokenOf('user@acme.test');
    const input = { organisation_name: 'Second Hall', sub_domain: 'second-hall' };
    const made = await post('createOrganisation', input, token);
    expect(made).toMatchObject({ status: 201, body: { data: { sub_domain: 'second-hall', verified: true } } });
    const again = { 'idempotency-key': 'second-hall-once' };
    const third = { organisation_name: 'Third Hall', sub_domain: 'third-hall' };
    const both = [
      await call('POST', 'createOrganisation', third, token, again),
      await call('POST', 'createOrganisation', third, token, again),
    ];
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    expect((await post('createOrganisation', input, token)).status).toBe(409);
    expect(await signIn('user@acme.test', PASSWORD, 'second-hall')).toMatchObject({
      body: { data: { user: { role: 'admin' } } },
    });
    expect((await post('createOrganisation', input)).status).toBe(401);
  });
});

describe('asking to join', () => {
  test('A14 nothing is there before the code; then one waits, and approvers hear of it', async () => {
    expect((await ask('nora@new.test')).status).toBe(201);
    expect(await people('nora@new.test')).toEqual([]);
    const otp = await codeFor('nora@new.test');
    const verified = await post('verifyorganisation', { sub_domain: 'acme', email: 'nora@new.test', otp });
    expect(verified.body.data).toMatchObject({ verified: true, approval_status: 2 });
    expect(await signIn('nora@new.test', GOOD, 'acme')).toMatchObject({
      status: 403,
      body: { message: expect.stringMatching(/waiting/) },
    });
    const told = await rows(`select member_id from notification where kind = 'member.requested'`);
    expect(told.map(({ member_id }) => member_id).sort()).toEqual(
      [fixtureId('acme.admin'), fixtureId('acme.subadmin')].sort(),
    );
  });

  test('A14 a verified domain lets in at once, after the code and not before', async () => {
    await owner.query(`update organisation set join_rule = 'domains', join_domains = '{new.test}' where key = 'acme'`);
    await ask('nora@new.test');
    expect((await signIn('nora@new.test', GOOD, 'acme')).status).toBe(401);
    const otp = await codeFor('nora@new.test');
    const verified = await post('verifyorganisation', { sub_domain: 'acme', email: 'nora@new.test', otp });
    expect(verified.body.data).toMatchObject({ approval_status: 1 });
    expect((await signIn('nora@new.test', GOOD, 'acme')).status).toBe(200);
  });

  test('an organisation that is closed says so; one that is not there is not found', async () => {
    await owner.query(`update organisation set join_rule = 'closed' where key = 'acme'`);
    expect(await ask('nora@new.test')).toMatchObject({
      status: 403,
      body: { message: expect.stringMatching(/Acme Studio does not accept requests/) },
    });
    expect((await ask('nora@new.test', GOOD, 'nowhere')).status).toBe(404);
  });

  test('A06 a stranger, a member and another organisation’s member get one answer; the mailbox alone hears more', async () => {
    const answers = [
      await ask('nora@new.test'),
      await ask('user@acme.test', PASSWORD),
      await ask('user@acme.test'),
      await ask('user@globex.test'),
    ];
    expect(new Set(answers.map((answer) => JSON.stringify(without(answer)))).size).toBe(1);
    expect((await mailsTo('user@acme.test')).map(({ subject }) => subject)).toEqual(
      Array(2).fill('You already have an account at Acme Studio'),
    );
    expect((await mailsTo('user@globex.test'))[0]?.subject).toBe('Use your own password for Acme Studio');
    expect(await rows(`select count(*)::int as n from one_time_code`)).toEqual([{ n: 1 }]);
  });

  test('I03 an account elsewhere joins with its own password, which stays', async () => {
    const [before] = await people('user@globex.test');
    await ask('user@globex.test', PASSWORD);
    const otp = await codeFor('user@globex.test');
    expect(
      (await post('verifyorganisation', { sub_domain: 'acme', email: 'user@globex.test', otp })).body.data,
    ).toMatchObject({ approval_status: 2 });
    expect((await people('user@globex.test'))[0]).toEqual(before);
    await owner.query(`delete from notification where kind = 'member.requested'`);
    await owner.query(`delete from member where email = 'user@globex.test' and org_id = $1`, [fixtureId('acme')]);
  });
});

test('A14 an organisation that nobody confirmed is in nobody’s switcher', async () => {
  await found('user@acme.test', 'newco', PASSWORD);
  const { organisationsOf } = await import('@/lib/session/own-organisations');
  expect(await organisationsOf(fixtureId('user@acme.test'))).toMatchObject([{ key: 'acme', name: 'Acme Studio' }]);
});
