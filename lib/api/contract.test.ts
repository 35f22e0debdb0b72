import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { table } from '@/lib/api/table';
import type { Method } from '@/lib/contract/endpoint';
import { deliverBy } from '@/lib/outbox';
import { signToken, verifyToken } from '@/lib/session-token';
import { OTHER_FORMS } from '@/lib/sign-up/endpoints.examples';
import { changedBetween, type Digest, digestOf } from '@/lib/test/database-digest';
import type { Example } from '@/lib/test/example';
import { fixtureId } from '@/lib/test/fixtures';
import { refusalOf } from '@/lib/test/nonsense';
import { ownerClient } from '@/lib/test/owner';
import { nameOf } from '@/lib/test/sweep-expectations';
import { allOr } from '@/lib/test/whole';
import { bearer, call, type WireBody } from '@/lib/test/wire';
import { keepsContract } from '@/lib/test/wire-contract';
import { EXAMPLES } from '@/lib/test/wire-examples';

/** Every line of the table keeps the wire contract (spec: conventions); successful answers are looked at by the sweep. */

const owner = ownerClient({ RATE_LIMIT_FACTOR: '1000' });

const lines = table.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);
const withBody = lines.filter(([, { method }]) => method !== 'GET' && method !== 'DELETE');
/** Some of those that one piece of code answers for all of. */
const some = (found: typeof lines) => allOr(found, (_, at) => at % 25 === 0);
const withJson = some(withBody.filter(([, { multipart }]) => !multipart));
const withForm = allOr(
  withBody.filter(([, { multipart }]) => multipart),
  (_, at) => at % 3 === 0,
);
const signedIn = some(lines.filter(([, { permission }]) => permission !== 'anonymous'));
const METHODS: Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

async function example(name: string, { seat, make } = EXAMPLES[name] as (typeof EXAMPLES)[string]) {
  const { path, ...rest } = await make(owner);
  return {
    path: path ?? (name.split(' ')[1] as string),
    options: { ...rest, token: seat === 'anonymous' ? null : await bearer(seat) },
  };
}

const refusal = (body: WireBody, status: number, code: string) => {
  expect(body).toMatchObject({ status, code, message: expect.any(String), request_id: expect.any(String) });
  const known = ['status', 'code', 'message', 'errors', 'current', 'request_id'];
  expect(Object.keys(body).filter((field) => !known.includes(field))).toEqual([]);
};

test.each(OTHER_FORMS)('%s keeps the contract in its other form too', async (name, other) => {
  const [, endpoint] = lines.find(([known]) => known === name) as (typeof lines)[number];
  const { path, options } = await example(name, other);
  keepsContract(endpoint, await call(endpoint.method, path, options));
});

describe('without a session', () => {
  test.each(signedIn)('%s: 401', async (name, { method }) => {
    const { path, options } = await example(name);
    const claims = await verifyToken(options.token as string);
    const expired = await signToken(claims, Math.floor(Date.now() / 1000) - 60);
    const outcomes: [Record<string, unknown>, string | RegExp][] = [
      [{ token: null }, /^Unauthorized!/],
      [{ token: expired }, 'Unauthorized!TokenExpiredError: jwt expired'],
      [{ token: `${options.token}x` }, /^Unauthorized!/],
      [{ token: null, headers: { Authorization: 'Bearer %E0%A4%A' } }, /^Unauthorized!/],
      [{ token: null, headers: { Authorization: 'Basic abc' } }, /^Unauthorized!/],
    ];
    for (const [change, message] of outcomes) {
      const { status, body } = await call(method, path, { ...options, ...change });
      expect(status).toBe(401);
      refusal(body, 401, 'unauthenticated');
      expect(body.message).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
    }
  });
});

describe('a call of the wrong form', () => {
  test.each(some(lines))('%s: 405 with the methods that are allowed', async (name, { path }) => {
    const allowed = table.filter((other) => other.path === path).map(({ method }) => method);
    const wrong = METHODS.find((method) => !allowed.includes(method)) as Method;
    const { path: concrete, options } = await example(name);
    const { status, body, headers } = await call(wrong, concrete, { token: options.token });
    refusal(body, 405, 'method');
    expect([status, headers.get('allow')]).toEqual([405, allowed.join(', ')]);
  });

  test.each(withJson)('%s: 415, 400 and 422 for what is no JSON object', async (name, { method }) => {
    const { path, options } = await example(name);
    const send = async (body: string, type = 'application/json') => {
      const answer = await call(method, path, { ...options, body, headers: { 'Content-Type': type } });
      return [answer.status, answer.body.code];
    };
    for (const type of ['text/plain', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded', ''])
      expect(await send('{}', type)).toEqual([415, 'type']);
    for (const text of ['', '{', '{"a":}', "{'a':1}", 'undefined'])
      expect(await send(text)).toEqual([400, 'malformed']);
    for (const text of ['[]', 'null', '1', '"text"', 'true']) expect(await send(text)).toEqual([422, 'invalid']);
    expect(await send(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`)).toEqual([422, 'invalid']);
    expect(await send(JSON.stringify({ a: 'x'.repeat(1_100_000) }))).toEqual([413, 'too_large']);
    expect(await send('{"surprise":1}')).toEqual([422, 'invalid']);
  });

  test('a DELETE takes its fields from the URL or as JSON', async () => {
    const { options } = await example('DELETE commentReaction');
    const { token, query } = options;
    expect((await call('DELETE', 'commentReaction', { token, query })).status).toBe(200);
    expect((await call('DELETE', 'commentReaction', { token, body: query })).status).toBe(200);
    const typed = { token, headers: { 'Content-Type': 'application/json' } };
    expect((await call('DELETE', 'commentReaction', { ...typed, query })).status).toBe(200);
    expect((await call('DELETE', 'commentReaction', { ...typed, body: '{' })).status).toBe(400);
  });

  test.each(withForm)(
    '%s: 415, 400, 413 and 422 for what is no form of its fields',
    async (name, { method, accepts, multipart }) => {
      const { path, options } = await example(name);
      const send = async (body: unknown, type?: string) => {
        const answer = await call(method, path, {
          ...options,
          body,
          headers: type === undefined ? {} : { 'Content-Type': type },
        });
        return [answer.status, answer.body.code];
      };
      const part = (field: string) => `--x\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n1\r\n`;
      for (const type of ['text/plain', 'multipart/mixed; boundary=x', 'multipart/form-data', ''])
        expect(await send(`${part('surprise')}--x--\r\n`, type)).toEqual([415, 'type']);
      const json = (text: string) => send(text, 'application/json');
      if (multipart === 'or JSON') {
        expect(await json('{')).toEqual([400, 'malformed']);
        for (const text of ['[]', '{"surprise":1}', '{}']) expect(await json(text)).toEqual([422, 'invalid']);
      } else expect(await json('{}')).toEqual([415, 'type']);
      for (const text of ['', '{}', '--x', '--y--\r\n', part('surprise'), `--x\r\n\r\n1\r\n--x--\r\n`])
        expect(await send(text, 'multipart/form-data; boundary=x'), text).toEqual([400, 'malformed']);
      expect(await send(`${part('surprise')}--x--\r\n`, 'multipart/form-data; charset=utf-8')).toEqual([
        400,
        'malformed',
      ]);
      for (const text of [part('surprise'), part('surprise').repeat(2), part('__proto__')])
        expect(await send(`${text}--x--\r\n`, 'multipart/form-data; boundary=x')).toEqual([422, 'invalid']);
      expect(await send({})).toEqual([422, 'invalid']);
      const body = options.body as Record<string, unknown>;
      for (const field of Object.keys(body).filter((field) => body[field] instanceof File)) {
        expect(await send({ ...body, [field]: 'text' })).toEqual([422, 'invalid']);
        // Where a file of any size is accepted, its own tests cut it at the limit.
        if (!accepts)
          expect(await send({ ...body, [field]: new File([new Uint8Array(5_300_000)], 'large') })).toEqual([
            413,
            'too_large',
          ]);
      }
    },
  );

  test('every endpoint knows its fields and no others, and there is none of another name', async () => {
    const named: string[] = [];
    for (const [name, { input }] of lines) {
      const issues = input.safeParse({ org_id: 'x', sub_domain: 'globex' }).error?.issues ?? [];
      const unknown = issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []));
      expect(unknown, name).toContain('org_id');
      if (!unknown.includes('sub_domain')) named.push(name);
    }
    // S10: who is in none yet, or founds or renames one, names it.
    const entering = ['forgetPassword', 'resendcode', 'signinwithorgs', 'signupwithorgs', 'verifyorganisation'];
    expect(named.map((name) => name.slice(5)).sort()).toEqual([
      ...['changeOrganisationKey', 'createOrganisation', ...entering],
    ]);
    for (const path of ['Tasks', 'TASK', 'task', 'task/', 'task/a/b', '', 'project/', 'ProjectList', '__proto__']) {
      const { status, body } = await call('GET', path, { token: await bearer('acme.user') });
      refusal(body, 404, 'not_found');
      expect(status, path).toBe(404);
    }
  });

  test.each(some(lines))('%s: 422 for a field that is not known here', async (name, { method }) => {
    const { path, options } = await example(name);
    const at = options.body === undefined ? 'query' : 'body';
    const { status, body } = await call(method, path, {
      ...options,
      [at]: { ...(options[at] as object), org_id: 'x' },
    });
    refusal(body, 422, 'invalid');
    expect([status, body.errors]).toEqual([422, { org_id: [expect.any(String)] }]);
  });
});

describe('a list', () => {
  const paged = lines.filter(([, { shape, method }]) => shape === 'list' && method === 'GET');

  test.each(allOr(paged, (_, at) => at % 6 === 0))('%s: pages from 1, of 1 to 200', async (name, endpoint) => {
    const { path, options } = await example(name);
    const query = (more: object) => ({ ...(options.query as Record<string, string>), ...more });
    for (const page of ['0', '-1', '1.5', 'abc', '99999999999'])
      expect(await refusalOf(endpoint, { path, query: query({ page }) }), page).not.toBeNull();
    for (const limit of ['0', '-1', '201', '1e9', 'all'])
      expect(await refusalOf(endpoint, { path, query: query({ limit }) }), limit).not.toBeNull();
    const far = await call('GET', path, { ...options, query: query({ page: '999999999', limit: '200' }) });
    expect(far.status).toBe(200);
  });

  test('tells how it goes on', async () => {
    const token = await bearer('acme.admin');
    // Nobody whom another test added.
    const page = async (query: Record<string, string>) =>
      (await call('GET', 'userList', { token, query: { q: 'of acme', ...query } })).body;
    expect(await page({ limit: '4' })).toMatchObject({
      ...{ totalDocs: 11, totalPages: 3, page: 1, hasNextPage: true, hasPrevPage: false },
    });
    expect(await page({ limit: '4', page: '3' })).toMatchObject({
      ...{ docs: { length: 3 }, hasNextPage: false, hasPrevPage: true },
    });
    expect(await page({})).toMatchObject({ limit: 50, page: 1, totalPages: 1, hasNextPage: false });
  });
});

/** The same creation sent again, by a retry or by impatience, has one effect (X01, X02). */

const creating = table.filter(({ status, permission }) => status === 201 && permission !== 'anonymous');
let digest: () => Promise<Digest>;
let deliverer: ReturnType<typeof deliverBy>;
beforeAll(async () => {
  // What a call leaves to be done would change the database beside the next one.
  deliverer = deliverBy(undefined);
  digest = await digestOf(owner);
});
afterAll(() => deliverBy(deliverer));

type Made = { path?: string; body?: unknown };
async function send(name: string, { path = name.slice('POST '.length), body }: Made, key: string, seat?: string) {
  const token = await bearer(seat ?? (EXAMPLES[name] as Example).seat);
  return call('POST', path, { token, body, headers: { 'Idempotency-Key': key.replaceAll(' ', '-') } });
}
const make = (name: string): Promise<Made> => (EXAMPLES[name] as Example).make(owner);

test.each(creating.map(nameOf))('X01 %s with the same key is done once, and answered again', async (name) => {
  const made = await make(name);
  const first = await send(name, made, `${name} again`);
  const before = await digest();
  const second = await send(name, made, `${name} again`);
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body).toEqual(first.body);
  expect([first, second].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true']);
  expect(changedBetween(before, await digest())).toEqual([]);
});

/** One of a record and one of a file: a key is kept in one place for all. */
describe.each([
  ['POST Task', { title: '' }],
  ['POST addTaskAttachment/{id}', { file: 'x' }],
])('%s', (name, wrong) => {
  test('refuses the key for another body, 409, and changes nothing', async () => {
    const [one, other] = [await make(name), await make(name)];
    expect((await send(name, one, `${name} other`)).status).toBe(201);
    const before = await digest();
    expect(await send(name, other, `${name} other`)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(changedBetween(before, await digest())).toEqual([]);
  });

  test('X02 writes once when eight arrive at the same moment', async () => {
    const made = await make(name);
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(name, made, `${name} eight`)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect(new Set(answers.map(({ body }) => (body.data as { _id: string })._id)).size).toBe(1);
    const [sql, value] =
      name === 'POST Task'
        ? ['select from task where title = $1', (made.body as { title: string }).title]
        : ['select from file where task_id = $1', made.path?.split('/')[1]];
    expect((await owner.query(sql as string, [value])).rowCount).toBe(1);
  });

  test('leaves no trace of a call that failed', async () => {
    const made = await make(name);
    const failed = await send(name, { ...made, body: { ...(made.body as object), ...wrong } }, `${name} failed`);
    expect(failed.status).toBe(422);
    expect((await send(name, made, `${name} failed`)).status).toBe(201);
  });
});

test('a key has 1 to 200 printable characters', async () => {
  for (const [key, status] of [
    ['', 422],
    ['x'.repeat(201), 422],
    ['tab\there', 422],
    ['x'.repeat(200), 201],
  ] as const)
    expect([key, (await send('POST Task', await make('POST Task'), key)).status]).toEqual([key, status]);
});

test('a key is its sender’s own', async () => {
  const made = { body: { name: 'Shared key', type: 'web_application' } };
  const [one, other] = [
    await send('POST project', made, 'mine', 'acme.leader'),
    await send('POST project', made, 'mine', 'acme.admin'),
  ];
  expect([one.status, other.status]).toEqual([201, 201]);
  expect((one.body.data as { _id: string })._id).not.toBe((other.body.data as { _id: string })._id);
});

test('X05 of eight edits of one version at the same moment one wins, the others get what is there now', async () => {
  const token = await bearer('acme.leader');
  const edits: ((at: number) => ReturnType<typeof call>)[] = [
    (at) => call('PATCH', 'task/WEB-4', { token, body: { version: 1, title: `Edit ${at}` } }),
    (at) =>
      call('PUT', 'projectEdit', {
        token,
        body: { project_id: fixtureId('acme.WEB'), version: 1, name: `Edit ${at}` },
      }),
  ];
  for (const edit of edits) {
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => edit(at)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    const won = answers.find(({ status }) => status === 200)?.body.data as { version: number };
    const lost = answers.find(({ status }) => status === 409)?.body;
    expect(lost).toMatchObject({ code: 'conflict', current: { version: 2 } });
    expect(won.version).toBe(2);
  }
});
