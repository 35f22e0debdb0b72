import { expect, test } from 'vitest';
import { nextAuthRoute } from '@/lib/session/next-auth-route';

/** What next-auth would throw at never reaches it. */

const call = (path: string, init: RequestInit = {}) =>
  nextAuthRoute(new Request(`http://localhost:3000/api/auth/${path}`, init), {
    params: Promise.resolve({ nextauth: path.split(/[/?]/) }),
  });
const form = (fields: Record<string, string>): RequestInit => ({ method: 'POST', body: new URLSearchParams(fields) });

const UNREADABLE = [
  '/Ł',
  'http://[bad',
  'ht\ntp:/bad',
  'http://here\u001b[31m',
  '\r\n{"level":"info"}',
  'x'.repeat(3000),
];

test('a callback URL that cannot be read is refused in body, query and cookie', async () => {
  for (const callbackUrl of UNREADABLE) {
    expect((await call('callback/credentials', form({ callbackUrl }))).status).toBe(400);
    expect((await call('signout', form({ callbackUrl }))).status).toBe(400);
    expect((await call(`csrf?callbackUrl=${encodeURIComponent(callbackUrl)}`)).status).toBe(400);
    const cookie = `next-auth.callback-url=${encodeURIComponent(callbackUrl)}`;
    const answer = await call('session', { headers: { cookie } });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('set-cookie')).toContain('next-auth.callback-url=; Max-Age=0');
  }
});

test('a callback URL that next-auth throws at is refused, wherever a cookie hides it', async () => {
  for (const callbackUrl of ['javascript:1', 'data:,x', 'somewhere', 'ftp://here.invalid/']) {
    expect((await call('signout', form({ callbackUrl }))).status).toBe(400);
    expect((await call(`csrf?callbackUrl=${encodeURIComponent(callbackUrl)}`)).status).toBe(400);
  }
  for (const cookie of [
    'next-auth.callback-url=javascript:1',
    'next-auth.callback-url=javascript%3A1',
    'next-auth.callback-url=/; next-auth.callback-url=javascript:1',
    '__Secure-next-auth.callback-url=/; next-auth.callback-url=javascript:1',
    'next-auth.callback-url',
  ])
    for (const path of ['session', 'csrf'])
      expect([cookie, path, (await call(path, { headers: { cookie } })).status]).toEqual([cookie, path, 400]);
});

test('a body that is too large or no form is refused', async () => {
  expect((await call('callback/credentials', form({ email: 'x'.repeat(70_000) }))).status).toBe(413);
  const chunks = new ReadableStream({
    start(controller) {
      for (let n = 0; n < 70; n++) controller.enqueue(new Uint8Array(1024));
      controller.close();
    },
  });
  const streamed = { method: 'POST', body: chunks, duplex: 'half' } as RequestInit;
  expect((await call('signout', streamed)).status).toBe(413);
  const headers = { 'content-type': 'application/json' };
  for (const body of ['{', '[]', 'null'])
    expect((await call('signout', { method: 'POST', headers, body })).status).toBe(400);
});
