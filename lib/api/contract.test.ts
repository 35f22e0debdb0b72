import { describe, expect, test } from 'vitest';
import { table } from '@/lib/api/table';
import type { Method } from '@/lib/contract/endpoint';
import { signToken, verifyToken } from '@/lib/session-token';
import { OTHER_FORMS } from '@/lib/sign-up/endpoints.examples';
import { refusalOf } from '@/lib/test/nonsense';
import { ownerClient } from '@/lib/test/owner';
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
    for (const [name, { input }] of lines) {
      const issues = input.safeParse({ org_id: 'x' }).error?.issues ?? [];
      expect(
        issues.filter(({ code }) => code === 'unrecognized_keys'),
        name,
      ).toMatchObject([{ keys: ['org_id'] }]);
    }
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
