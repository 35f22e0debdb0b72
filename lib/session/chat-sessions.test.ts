import { beforeEach, describe, expect, test } from 'vitest';
import { isOfChat } from '@/lib/api/chat-calls';
import { table } from '@/lib/api/table';
import { env } from '@/lib/env';
import { chatOpeningRoute } from '@/lib/session/chat-opening';
import { CHAT_CALL } from '@/lib/session/vocabulary';
import { chatCookieLine, chatCookieName, sessionCookieName } from '@/lib/session-token';
import { askForChat, openChatSession, showChatToken } from '@/lib/test/chat-session';
import { acme, OTHER_PASSWORD, restorePasswords } from '@/lib/test/example';
import { fixtureId, PASSWORD } from '@/lib/test/fixtures';
import { ownerClient } from '@/lib/test/owner';
import { openBearer } from '@/lib/test/session';
import { call } from '@/lib/test/wire';

const owner = ownerClient({ RATE_LIMIT_FACTOR: '1000' });
beforeEach(() => owner.query('delete from rate_limit'));

const own = () => openBearer(acme('user'));
const rooms = async (token: string) => (await call('GET', 'roomList', { token })).status;

describe('the token of the chat’s frame', () => {
  test('P09 is good once, and the address has it', async () => {
    const { token, url, own_host, expires_at } = await askForChat(await own());
    expect(url).toBe(`${env.appUrl}/embed/chat?token=${token}`);
    expect(own_host).toBe(true);
    const left = Date.parse(expires_at) - Date.now();
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(60_000);
    const first = await showChatToken(token);
    expect(first.status).toBe(200);
    expect(Object.keys(first.body.data as object)).toEqual(['expires_at']);
    expect((await showChatToken(token)).status).toBe(401);
  });

  test('of two that show it at once one is let in', async () => {
    const { token } = await askForChat(await own());
    const answers = await Promise.all(Array.from({ length: 6 }, () => showChatToken(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401, 401]);
  });

  test('P09 is good for a minute, as long as the session that asked for it, and is kept as a hash', async () => {
    const session = await own();
    const late = await askForChat(session);
    const { rows } = await owner.query('select to_jsonb(c)::text as line from chat_session c');
    expect(rows.map(({ line }) => line).join()).not.toContain(late.token);
    await owner.query(`update chat_session set created_at = created_at - interval '61 seconds'`);
    expect((await showChatToken(late.token)).status).toBe(401);
    const early = await askForChat(session);
    await call('POST', 'signout', { token: session, body: {} });
    expect((await showChatToken(early.token)).status).toBe(401);
    expect((await showChatToken('x'.repeat(43))).status).toBe(401);
    expect((await showChatToken('')).status).toBe(401);
  });
});

test('P02 the address with a token leads to the same one without it, with the frame’s cookie, once', async () => {
  const { token } = await askForChat(await own());
  const at = (search: string) => chatOpeningRoute(new Request(`http://localhost:3000/embed/chat/open?${search}`));
  const first = await at(`token=${token}&room=one&parent=http://localhost:3000&next=//evil.example`);
  expect([first.status, first.headers.get('location')]).toEqual([
    303,
    '/embed/chat?room=one&parent=http%3A%2F%2Flocalhost%3A3000',
  ]);
  expect(first.headers.get('set-cookie')).toMatch(/^guildhall\.chat=/);
  expect(first.headers.get('cache-control')).toBe('no-store');
  for (const search of [`token=${token}`, 'token=', '', `token=${'x'.repeat(5000)}`]) {
    const again = await at(search);
    expect([again.status, again.headers.get('set-cookie')]).toEqual([303, null]);
    expect(again.headers.get('location')).not.toContain('token');
  }
});

test('P02 a browser that is signed in is given no chat but the one it asked for itself', async () => {
  const [session, others] = [await own(), await openBearer(acme('leader'))];
  const { token } = await askForChat(others);
  const open = (bearer: string | null, shown: string) => {
    const cookie = bearer ? `${sessionCookieName()}=${bearer.replace('Bearer ', '')}` : '';
    return chatOpeningRoute(
      new Request(`http://localhost:3000/embed/chat/open?token=${shown}`, { headers: { cookie } }),
    );
  };
  const given = async (answer: Promise<Response>) => (await answer).headers.has('set-cookie');
  expect(await given(open(session, token))).toBe(false);
  expect(await given(open(others, token))).toBe(true);
  // Of the same person, but another browser's.
  expect(await given(open(session, (await askForChat(await own())).token))).toBe(false);
  expect(await given(open(session, (await askForChat(session)).token))).toBe(true);
  expect(await given(open(null, (await askForChat(session)).token))).toBe(true);
});

test('P02 on a host of its own a link opens no chat, and leaves its token unused', async () => {
  const { token } = await askForChat(await own());
  const open = async (into: string) =>
    (
      await chatOpeningRoute(
        new Request(`http://localhost:3000/embed/chat/open?token=${token}`, { headers: { 'sec-fetch-dest': into } }),
      )
    ).headers.has('set-cookie');
  process.env.CHAT_URL = 'https://talk.example.net/embed/chat';
  try {
    expect(await open('document')).toBe(false);
    expect(await open('iframe')).toBe(true);
  } finally {
    delete process.env.CHAT_URL;
  }
});

describe('a session of the chat', () => {
  test('P09 opens the calls of the chat, and no other', async () => {
    const chat = await openChatSession(await own());
    expect(await rooms(chat)).toBe(200);
    const others = table.filter((line) => line.permission !== 'anonymous' && !isOfChat(line));
    expect(others.length).toBeGreaterThan(150);
    const open: string[] = [];
    for (const { method, path } of others) {
      const { status } = await call(method, path.replace(/\{\w+\}/, fixtureId('acme.WEB-1')), {
        token: chat,
        ...(method !== 'GET' && { body: {} }),
      });
      if (status !== 401) open.push(`${method} ${path} ${status}`);
    }
    expect(open).toEqual([]);
  });

  test('S01 neither token is taken for the other', async () => {
    const session = await own();
    const { token } = await askForChat(session);
    for (const wrong of [token, `${token}.${token}.${token}`]) expect(await rooms(wrong)).toBe(401);
    const cookie = `${chatCookieName()}=${session.replace('Bearer ', '')}`;
    expect((await call('GET', 'roomList', { headers: { cookie, [CHAT_CALL]: '1' } })).status).toBe(401);
  });

  test('is a cookie that scripts cannot read, sent with what the frame asks for', async () => {
    const { token } = await askForChat(await own());
    const line = (await showChatToken(token)).headers.get('set-cookie') ?? '';
    expect(line).toMatch(/^guildhall\.chat=[\w.-]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/);
    const cookie = line.split(';')[0] as string;
    const asFrame = { cookie, [CHAT_CALL]: '1', host: 'localhost:3000' };
    const { body } = await call('GET', 'roomList', { headers: asFrame });
    const room_id = (body.docs as { _id: string }[])[0]?._id;
    const type = (headers: Record<string, string>) => call('POST', 'typing', { body: { room_id }, headers });
    expect((await type({ ...asFrame, origin: 'http://localhost:3000' })).status).toBe(200);
    expect((await type({ ...asFrame, origin: 'https://evil.example' })).status).toBe(403);
    // An image of a frame at another host says nothing of itself.
    expect((await call('GET', 'roomList', { headers: { cookie } })).status).toBe(200);
    expect((await call('GET', 'taskList', { headers: { cookie } })).status).toBe(401);
    expect((await call('GET', 'taskList', { headers: asFrame })).status).toBe(403);
    expect((await call('GET', 'roomList', { headers: { ...asFrame, cookie: `${cookie}; ${cookie}` } })).status).toBe(
      401,
    );
  });

  test('is sent to a frame of another site over TLS', () => {
    const { APP_URL } = process.env;
    process.env.APP_URL = 'https://hall.example.org';
    process.env.CHAT_URL = 'https://talk.example.net/embed/chat';
    try {
      expect(chatCookieLine('x', 9)).toBe(
        '__Host-guildhall.chat=x; Path=/; Max-Age=9; HttpOnly; SameSite=None; Partitioned; Secure',
      );
    } finally {
      delete process.env.CHAT_URL;
      if (APP_URL === undefined) delete process.env.APP_URL;
      else process.env.APP_URL = APP_URL;
    }
  });

  test('ends with the session it was opened from, with the seat, and with the password', async () => {
    const session = await own();
    const chat = await openChatSession(session);
    await call('POST', 'signout', { token: session, body: {} });
    expect(await rooms(chat)).toBe(401);

    const again = await own();
    const second = await openChatSession(again);
    await owner.query('update member set deactivated_at = now() where id = $1', [acme('user')]);
    expect(await rooms(second)).toBe(403);
    await owner.query('update member set deactivated_at = null where id = $1', [acme('user')]);
    expect(await rooms(second)).toBe(200);

    const body = { current_password: PASSWORD, new_password: OTHER_PASSWORD };
    expect((await call('POST', 'changePassword', { token: again, body })).status).toBe(200);
    expect(await rooms(second)).toBe(401);
    // The session that changed it opens the chat anew.
    expect(await rooms(await openChatSession(again))).toBe(200);
    await restorePasswords(owner);
  });
});
