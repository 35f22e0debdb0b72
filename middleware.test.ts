import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { NextRequest } from 'next/server';
import { describe, expect, test, vi } from 'vitest';
import { env } from '@/lib/env';
import { sessionCookieName, signFor, signToken, VIEW_AUDIENCE, viewCookieName } from '@/lib/session-token';
import { config, middleware } from '@/middleware';

/** What the edge refuses before a page, an action or a call sees it. */

const { origin: HERE, host: HOST } = new URL(env.appUrl);

function send(
  path: string,
  init: { method?: string; headers?: Record<string, string>; body?: string | FormData } = {},
) {
  const { headers, ...rest } = init;
  return middleware(new NextRequest(`${HERE}${path}`, { ...rest, headers: { host: HOST, ...headers } }));
}

const action = (headers: Record<string, string>, body: string | FormData = '[]') =>
  send('/acme/login', { method: 'POST', body, headers: { 'next-action': '7f', ...headers } });

describe('a server action', () => {
  test('is refused without an origin, with another’s, and where the browser says that it comes from elsewhere', async () => {
    for (const headers of [
      {},
      { origin: 'http://evil.test' },
      { origin: 'null' },
      { origin: HERE, 'sec-fetch-site': 'cross-site' },
      { origin: HERE, 'sec-fetch-site': 'same-site' },
      { origin: HERE, 'sec-fetch-site': 'none' },
    ] as Record<string, string>[])
      expect([headers, (await action(headers)).status]).toEqual([headers, 403]);
    expect((await action({ origin: HERE })).status).toBe(200);
    expect((await action({ origin: HERE, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  });

  test('that is no form, or too large, is refused before Next, which would answer 500', async () => {
    const from = { origin: HERE };
    const multipart = { ...from, 'content-type': 'multipart/form-data; boundary=x' };
    const post = (headers: Record<string, string>, body: string | FormData) =>
      send('/acme/login', { method: 'POST', body, headers }).then(({ status }) => status);
    const fields = (count: number) => {
      const form = new FormData();
      for (let n = 0; n < count; n++) form.set(`field${n}`, 'x');
      return form;
    };
    expect(await post(multipart, 'garbage')).toBe(400);
    expect(await post(from, fields(1_001))).toBe(413);
    expect(await post(from, fields(5))).toBe(200);
    const large = fields(1);
    large.set('password', 'x'.repeat(1_100_000));
    expect(await post(from, large)).toBe(413);
    expect(await post({ ...from, 'content-length': '5000000' }, 'x')).toBe(413);
    expect(await post(from, 'x'.repeat(1_100_000))).toBe(413);
  });
});

describe('two session cookies', () => {
  const name = sessionCookieName();
  const cookie = `company=acme; ${name}=one; ${name}=two`;

  test('count as none, and both are removed', async () => {
    for (const path of ['/acme/dashboard', '/api/loggedInUser', '/profile']) {
      const answer = await send(path, { headers: { cookie } });
      const removed = answer.headers.getSetCookie().filter((line) => line.startsWith(`${name}=; Max-Age=0`));
      expect([path, removed.some((line) => line.includes('Path=/;'))]).toEqual([path, true]);
      expect(answer.headers.get('x-middleware-request-cookie')?.includes(name) ?? false).toBe(false);
    }
  });

  test('one stays', async () => {
    const answer = await send('/profile', { headers: { cookie: `${name}=one` } });
    expect(answer.headers.getSetCookie()).toEqual([]);
  });
});

const ID = '3f6c2b1e-0000-4000-8000-000000000001';
const now = () => Math.floor(Date.now() / 1000);
/** The cookie of a session that began so many hours ago. */
async function sessionSince(hours: number): Promise<string> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - hours * 3_600_000 });
  try {
    const claims = { sub: ID, sid: ID, org: ID, key: 'acme', kind: 'browser', abs: now() + 1_000_000 } as const;
    return `${sessionCookieName()}=${await signToken(claims, now() + 80_000)}`;
  } finally {
    vi.useRealTimers();
  }
}

test('S07 a session older than an hour is renewed where a page is read, and by nothing else', async () => {
  const renewed = async (hours: number, path: string, method = 'GET') => {
    const headers = { cookie: await sessionSince(hours), origin: HERE };
    const answer = await send(path, { method, headers, ...(method === 'POST' && { body: '[]' }) });
    return answer.headers.getSetCookie().some((line) => line.startsWith(`${sessionCookieName()}=ey`));
  };
  expect(await renewed(2, '/acme/dashboard')).toBe(true);
  expect(await renewed(0, '/acme/dashboard')).toBe(false);
  expect(await renewed(2, '/acme/dashboard', 'POST')).toBe(false);
  expect(await renewed(2, '/api/auth/session')).toBe(false);
});

describe('a browser that looks as a client', () => {
  const seen = async (path: string, ...views: string[]) => {
    const cookies = [await sessionSince(0), ...views.map((view) => `${viewCookieName()}=${view}`)];
    return send(path, { headers: { cookie: cookies.join('; ') } });
  };
  const leads = async (path: string, ...views: string[]) => (await seen(path, ...views)).headers.get('location');

  test('is shown what clients share with the team; from all other pages it is led back, or told that its view is over', async () => {
    const view = await signFor(VIEW_AUDIENCE, { sub: ID, sid: ID, org: ID, key: 'acme' }, now() + 600);
    for (const path of ['/acme/dashboard', '/acme/taskpage?task=WEB-1', '/acme/meeting', '/view', '/docs/api'])
      expect(await leads(path, view), path).toBeNull();
    for (const path of ['/acme/settings', '/acme/chat', '/profile', '/notifications', '/']) {
      expect(await leads(path, view), path).toBe(`${HERE}/view`);
      expect(await leads(path, 'over'), path).toBe(`${HERE}/view/ended`);
      expect(await leads(path, view, view), path).toBe(`${HERE}/view/ended`);
    }
  });

  test('looks as itself again where it is told so', async () => {
    const cleared = async (...views: string[]) =>
      (await seen('/view/ended', ...views)).headers.getSetCookie().map((line) => line.split(';').slice(0, 3).join(';'));
    expect(await cleared('over')).toEqual([`${viewCookieName()}=; Path=/; Max-Age=0`]);
    expect(await cleared()).toEqual([]);
  });
});

describe('what middleware does not see', () => {
  /** Next's own tool for it, in a process of its own: it puts Next's ways of a server into the console of whoever loads it. */
  const seenOf = (urls: readonly string[]): string[] => {
    const script = `const { unstable_doesMiddlewareMatch } = require('next/experimental/testing/server');
      const { config, urls } = JSON.parse(process.argv[1]);
      process.stdout.write(JSON.stringify(urls.filter((url) => unstable_doesMiddlewareMatch({ config, url }))));`;
    return JSON.parse(
      execFileSync(process.execPath, ['-e', script, JSON.stringify({ config, urls })], { encoding: 'utf8' }),
    );
  };
  const unseen = [
    ...['/healthz', '/favicon.ico', '/icon.svg', `/logo/${'0a'.repeat(16)}.webp`, `/logo/${'0a'.repeat(16)}.png`],
    ...fs.readdirSync('public').map((file) => `/${file}`),
    `/api/picture/${ID}/0a1b2c.webp`,
  ];

  test('are the files and pictures themselves, what a prober asks, and plain calls, which check for themselves', () => {
    const calls = ['Task', `task/${ID}`, 'upload/resumable', 'uploads', 'authz'];
    const asked = [...unseen, '/readyz', '/_next/static/chunks/a.js', ...calls.map((one) => `/api/${one}`)];
    expect(seenOf(asked)).toEqual([]);
  });

  test('is nothing that only looks like them', () => {
    // What is written like a call is one, and checks for itself.
    const shown = unseen.filter((path) => !path.startsWith('/api/'));
    const pages = shown.flatMap((path) => [
      ...[`${path}z/login`, `${path}/dashboard`, `/acme${path}`, `${path}.txt`],
      path.replace('.', '-').concat('-co/login'),
    ]);
    const calls = 'auth/session uploadthing pusher/auth cron/outbox unsubscribe/x error-report openapi.json'.split(' ');
    const others = [
      ...'/x.txt /acme/login.txt /acme/x.png /_next/image /_next/staticky /%.png /logo/%.png'.split(' '),
      ...calls.concat('', 'Task/', 'logged%49nUser', '/Task').map((one) => `/api/${one}`),
    ];
    const asked = [...pages, ...others, '/', '/acme/login', '/_next'];
    expect(seenOf(asked)).toEqual(asked);
  });
});

test('pages may send files to UploadThing when it is configured, and to nobody otherwise', async () => {
  const connect = async () =>
    /connect-src [^;]*/.exec((await send('/acme/login')).headers.get('content-security-policy') ?? '')?.[0];
  expect(await connect()).not.toContain('uploadthing');
  process.env.UPLOADTHING_TOKEN = btoa(JSON.stringify({ apiKey: 'sk_x', appId: 'a', regions: ['sea1', 'fra1'] }));
  expect(await connect()).toMatch(
    / https:\/\/sea1\.ingest\.uploadthing\.com https:\/\/fra1\.ingest\.uploadthing\.com$/,
  );
  process.env.UPLOADTHING_INGEST_URL = 'http://localhost:4321/x';
  expect(await connect()).toMatch(/ http:\/\/localhost:4321$/);
  process.env.UPLOADTHING_TOKEN = 'nonsense; script-src *';
  delete process.env.UPLOADTHING_INGEST_URL;
  expect(await connect()).not.toContain('*');
  delete process.env.UPLOADTHING_TOKEN;
});

test('Next’s own page for errors is no URL', async () => {
  expect((await send('/_global-error')).headers.get('x-middleware-rewrite')).toBe(`${HERE}/nothing-here`);
});

test('a page whose query is not UTF-8 is refused in words', async () => {
  const refused = await send('/acme/task?search=Gr%FCn');
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('cannot be read')]);
  expect((await send('/acme/login?next=%2Fgr%C3%BCn')).status).toBe(200);
});

test('a host that cannot be is not served', async () => {
  const hosts = 'a.localhost:99999 localhost:65536 localhost:abc localhost: evil.test/.localhost xn--a.localhost';
  for (const host of hosts.split(' '))
    expect([host, (await send('/', { headers: { host } })).status]).toEqual([host, 421]);
});

describe('the chat’s frame', () => {
  const policy = async (path: string) => (await send(path)).headers.get('content-security-policy') ?? '';

  test('P02 is shown by our own pages alone; every other page by its own host', async () => {
    expect(await policy('/embed/chat')).toMatch(
      new RegExp(`frame-ancestors 'self' ${HERE} http://\\*\\.localhost[^;]*;`),
    );
    for (const path of ['/embed/chat/more', '/acme/chat', '/acme/login'])
      expect(await policy(path)).toContain("frame-ancestors 'self';");
  });

  test('P02 at a host of its own is all that is served there', async () => {
    process.env.CHAT_URL = 'https://talk.example.org/embed/chat';
    try {
      const at = (path: string, host = 'talk.example.org') => send(path, { headers: { host } });
      for (const path of ['/embed/chat', '/embed/chat?token=x', '/api/roomList'])
        expect((await at(path)).status, path).toBe(200);
      for (const path of ['/', '/acme/login', '/acme/dashboard', '/embed/other'])
        expect((await at(path)).status, path).toBe(421);
      expect((await at('/embed/chat', 'other.example.org')).status).toBe(421);
      expect(await policy('/acme/chat')).toContain("frame-src 'self' https://talk.example.org;");
    } finally {
      delete process.env.CHAT_URL;
    }
  });

  test('its address with a token is answered by what uses the token up', async () => {
    const target = (await send('/embed/chat?token=x&room=y')).headers.get('x-middleware-rewrite') ?? '';
    expect(new URL(target).pathname).toBe('/embed/chat/open');
    expect((await send('/embed/chat?room=y')).headers.get('x-middleware-rewrite')).toBeNull();
  });
});
