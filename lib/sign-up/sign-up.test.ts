import { beforeEach, describe, expect, test } from 'vitest';
import { sweep } from '@/lib/operations/sweep';
import { isFreeMail } from '@/lib/organisation/vocabulary.freemail';
import { findOrganisations } from '@/lib/sign-up/directory';
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
  wrongOf,
} from '@/lib/test/sign-up-calls';
import { call as wireCall } from '@/lib/test/wire';

/** Signing up, founding, joining and signing in, and what strangers can do to it with nothing but an email. */

freshWorld();

const keyStanding = async (key: string, name?: string) =>
  (await call('GET', 'organisationKey', { key, ...(name && { name }) })).body.data as object;
const NORA = 'nora@new.test';
const verify = (otp: string, more: object = {}) =>
  post('verifyorganisation', { sub_domain: 'acme', email: NORA, otp, ...more });
const idOf = ({ body }: { body: { data: unknown } }) => (body.data as { _id: string })._id;
const letIn = () => owner.query(`update member set approval = 1 where email = $1`, [NORA]);
const newestCode = () => codeFor(NORA);

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

  test('A13 of six at once with one key one wins, five get 409, and nobody is left without a seat', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, (_, at) => found(`n${at}@new.test`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(5).fill(409)]);
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
    expect(await keyStanding('NewCo')).toMatchObject({ key: 'newco', free: true, reason: null });
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
    expect(await keyStanding(key)).toMatchObject({ free: false, reason: expect.stringContaining(words) });
    if (!['acme', 'acrne', 'login'].includes(key)) return;
    const sent = await found('nora@new.test', key);
    expect(sent.status).toBe(status);
    expect(sent.body.errors?.sub_domain?.[0]).toContain(words);
    expect(await people('nora@new.test')).toEqual([]);
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

/** Another organisation, created and confirmed. */
const other = (key: string, name: string, listed = true) =>
  owner.query(
    `insert into organisation (id, key, name, verified_at, listed) values (gen_random_uuid(), $1, $2, now(), $3)`,
    [key, name, listed],
  );
const keys = (organisations: { sub_domain: string }[]) => organisations.map(({ sub_domain }) => sub_domain);

// Cyrillic А and с, full width, rn for m, a digit for a letter, accents: one glance.
const ALIKE = ['Acme Studio', 'ACME-studio', 'Аcmе Studiо', 'Ａcme Studio', 'Acrne Studi0', 'Àcmé Studio'];

describe('finding an organisation', () => {
  test('a key leads straight there, listed or not, and whatever is named like it', async () => {
    await other('decoy', 'acme');
    expect(await findOrganisations('ACME')).toEqual({ certain: 'acme', matches: [] });
    await other('hidden-one', 'Hidden', false);
    expect((await findOrganisations('hidden-one')).certain).toBe('hidden-one');
    expect(await findOrganisations('Hidden')).toEqual({ certain: null, matches: [] });
  });

  test('a name leads straight there only where nothing else could be meant', async () => {
    expect((await findOrganisations('Acme Studio')).certain).toBe('acme');
    await other('aaa-studio', 'Acme Studio');
    const { certain, matches } = await findOrganisations('acme studio');
    expect(certain).toBeNull();
    expect(keys(matches).sort()).toEqual(['aaa-studio', 'acme']);
  });

  test('V11 what looks like an organisation stands beside it, and who takes such a name is warned', async () => {
    for (const name of ALIKE) {
      expect(await keyStanding('newco', name)).toMatchObject({ free: true, named_alike: { sub_domain: 'acme' } });
      await other('aaa-studio', name);
      for (const typed of ['Acme Studio', name]) {
        const { certain, matches } = await findOrganisations(typed);
        expect([name, certain, keys(matches).sort()]).toEqual([name, null, ['aaa-studio', 'acme']]);
      }
      await owner.query(`delete from organisation where key = 'aaa-studio'`);
    }
    for (const name of ['Acme', 'Studio', '東京', '!!!', 'Acme Studios'])
      expect(await keyStanding('newco', name)).toMatchObject({ named_alike: null });
  });
});

describe('signinwithorgs', () => {
  test('gives a bearer that counts, and says who signed in where', async () => {
    const { status, body } = await signIn('Leader@Acme.test ', PASSWORD, 'acme');
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      token: expect.stringMatching(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/),
      user: { _id: fixtureId('acme.leader'), email: 'leader@acme.test', role: 'team_leader' },
      organisation: { organisation_name: 'Acme Studio', sub_domain: 'acme' },
    });
    const { token, expires_at } = body.data as unknown as { token: string; expires_at: string };
    expect(Math.round((Date.parse(expires_at) - Date.now()) / 3_600_000)).toBe(12);
    expect((await wireCall('GET', 'loggedInUser', { token })).body.data).toMatchObject({
      _id: fixtureId('acme.leader'),
    });
  });

  test.each([
    ['pending@acme.test', /waiting for approval/],
    ['rejected@acme.test', /declined/],
    ['gone@acme.test', /deactivated/],
  ])('tells %s with the right password why not: 403', async (email, why) => {
    const { status, body } = await signIn(email, PASSWORD, 'acme');
    expect([status, body.code]).toEqual([403, 'forbidden']);
    expect(body.message).toMatch(why);
  });
});

describe('organisations', () => {
  test('are listed by name and key alone, if verified and not hidden', async () => {
    const list = async (q?: string) =>
      (await wireCall('GET', 'getOrganisationList', { query: q === undefined ? {} : { q } })).body.data;
    const both = [
      { organisation_name: 'Acme Studio', sub_domain: 'acme' },
      { organisation_name: 'Globex', sub_domain: 'globex' },
    ];
    expect(await list()).toEqual(both);
    expect(await list('STUDIO')).toEqual([both[0]]);
    expect(await list('%')).toEqual([]);
    await owner.query(`update organisation set listed = false where key = 'globex'`);
    expect(await list()).toEqual([both[0]]);
    await owner.query(`update organisation set listed = true, verified_at = null where key = 'globex'`);
    expect(await list()).toEqual([both[0]]);
    await owner.query(`update organisation set verified_at = now() where key = 'globex'`);
    expect(await list()).toEqual(both);
  });

  test('are looked up by key', async () => {
    const lookUp = (body: object) => wireCall('POST', 'verifyorganisation', { body });
    expect((await lookUp({ sub_domain: 'ACME' })).body).toMatchObject({
      status: 200,
      data: { organisation_name: 'Acme Studio', sub_domain: 'acme', verified: true },
    });
    expect((await lookUp({ sub_domain: 'nowhere' })).status).toBe(404);
    expect((await lookUp({ sub_domain: 'acme', otp: '123456' })).body.errors).toHaveProperty('otp');
  });
});

describe('domains whose people come in', () => {
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
      expect(
        await rows(`select action, target from audit where action like 'organisation.domain%' order by id`),
      ).toEqual([
        { action: 'organisation.domain_asked', target: 'new.test' },
        { action: 'organisation.domain_added', target: 'new.test' },
      ]);
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
});
