import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { APP, type RawSocket, sdk, startTrial, type Trial } from '@/lib/test/protocol-fixture';

let trial: Trial;
beforeEach(async () => {
  trial = await startTrial({ connectionsPerAddress: 20, subscriptionsPerSocket: 5 });
});
afterEach(() => trial.end());

const PING = { event: 'pusher:ping', data: {} };

/** A socket that has been greeted. */
async function greeted(): Promise<RawSocket & { id: string }> {
  const socket = trial.raw();
  return Object.assign(socket, { id: await socket.greeted() });
}

/** A socket that has signed in. */
async function signedInAs(id: string): Promise<RawSocket & { id: string }> {
  const socket = await greeted();
  socket.say({ event: 'pusher:signin', data: trial.publisher.authenticateUser(socket.id, { id }) });
  await socket.next();
  return socket;
}

/** Tells that the server still serves: a new socket is greeted and its ping answered. */
async function expectAlive(): Promise<void> {
  const socket = await greeted();
  socket.say(PING);
  expect(await socket.next()).toMatchObject({ event: 'pusher:pong' });
  socket.terminate();
}

function subscribe(socket: RawSocket, channel: unknown, auth?: unknown, channelData?: unknown): void {
  socket.say({ event: 'pusher:subscribe', data: { channel, auth, channel_data: channelData } });
}

describe('A hostile socket', () => {
  it.each([
    ['no JSON', 'hello'],
    ['cut JSON', '{"event":"pusher:subscribe","data":'],
    ['nothing', ''],
    ['null', 'null'],
    ['a number', '7'],
    ['a list', '[]'],
    ['an object without an event', '{}'],
    ['an event that is no text', '{"event":{"a":1}}'],
    ['an unknown event', '{"event":"pusher:fly","data":{}}'],
    ['an internal event', '{"event":"pusher_internal:member_removed","channel":"presence-x","data":{}}'],
    ['data that is a number', '{"event":"pusher:subscribe","data":5}'],
    ['data that is null', '{"event":"pusher:subscribe","data":null}'],
    ['data that is text but no JSON', '{"event":"pusher:subscribe","data":"x"}'],
    ['a sign-in without user data', '{"event":"pusher:signin","data":{"auth":"x"}}'],
    ['channel_data that is no text', '{"event":"pusher:subscribe","data":{"channel":"presence-x","channel_data":{}}}'],
    ['deep nesting', `${'['.repeat(9000)}${']'.repeat(9000)}`],
  ])('that says %s gets error 4200 and stays connected', async (_, text) => {
    const socket = await greeted();
    socket.send(text);
    expect(await socket.next()).toMatchObject({ event: 'pusher:error', data: { code: 4200 } });
    socket.say(PING);
    expect(await socket.next()).toMatchObject({ event: 'pusher:pong' });
  });

  it('that sends bytes instead of text gets error 4200', async () => {
    const socket = await greeted();
    socket.send(Buffer.from([1, 2, 3]));
    expect(await socket.next()).toMatchObject({ data: { code: 4200 } });
  });

  it('that sends a huge frame is closed, and the server lives on', async () => {
    const socket = await greeted();
    socket.send('x'.repeat(5_000_000));
    expect(await socket.closeCode()).toBe(1009);
    await expectAlive();
  });

  it('that floods the server is closed with 4100', async () => {
    const socket = await greeted();
    for (let n = 0; n < 800; n++) socket.say({ event: 'pusher:pong', data: {} });
    expect(await socket.closeCode()).toBe(4100);
    await expectAlive();
  });

  it.each(['', 'a b', 'private-x:1', 'ünïcode', '#server-to-user-', 'x'.repeat(165), 5, null, ['a'], { a: 1 }])(
    'cannot subscribe to a channel called %j',
    async (channel) => {
      const socket = await greeted();
      subscribe(socket, channel);
      expect(await socket.next()).toMatchObject({ event: 'pusher:error', data: { code: 4009 } });
    },
  );

  it('cannot subscribe to a private channel without auth, or with auth that is no text', async () => {
    const socket = await greeted();
    for (const auth of [undefined, null, 5, {}, ['key:x'], '', 'key:', `other:${'0'.repeat(64)}`]) {
      subscribe(socket, 'private-x', auth);
      expect(await socket.next()).toMatchObject({ event: 'pusher:subscription_error', data: { status: 401 } });
    }
  });

  it('cannot use the signature of another socket', async () => {
    const [thief, owner] = [await greeted(), await greeted()];
    subscribe(thief, 'private-x', trial.publisher.authorizeChannel(owner.id, 'private-x').auth);
    expect(await thief.next()).toMatchObject({ event: 'pusher:subscription_error', data: { status: 401 } });
  });

  it('cannot turn the signature of a user into one of a channel, nor add a member to a signed name', async () => {
    const socket = await greeted();
    const { auth, user_data: userData } = trial.publisher.authenticateUser(socket.id, { id: 'u1' });
    subscribe(socket, ':user', auth, userData);
    expect(await socket.next()).toMatchObject({ data: { code: 4009 } });
    const bare = trial.publisher.authorizeChannel(socket.id, 'presence-room').auth;
    subscribe(socket, 'presence-room', bare, '{"user_id":"boss"}');
    expect(await socket.next()).toMatchObject({ event: 'pusher:subscription_error', data: { status: 401 } });
    subscribe(socket, 'presence-room', bare);
    expect(await socket.next()).toMatchObject({ event: 'pusher:subscription_error', data: { status: 400 } });
  });

  it('cannot listen to what is sent to a user before it has signed in as that user', async () => {
    const socket = await greeted();
    subscribe(socket, '#server-to-user-u1', '');
    expect(await socket.next()).toMatchObject({ event: 'pusher:subscription_error', data: { status: 401 } });
  });

  it('that signs in with a wrong signature is closed with 4009', async () => {
    const [socket, other] = [await greeted(), await greeted()];
    const { auth, user_data } = trial.publisher.authenticateUser(other.id, { id: 'u1' });
    socket.say({ event: 'pusher:signin', data: { auth, user_data } });
    expect(await socket.closeCode()).toBe(4009);
  });

  it('that keeps talking while it is being closed joins nothing any more', async () => {
    const socket = await greeted();
    socket.say({ event: 'pusher:signin', data: { auth: 'x', user_data: '{}' } });
    subscribe(socket, 'private-news');
    expect(await socket.closeCode()).toBe(4009);
    const { channels } = await (await trial.publisher.get({ path: '/channels' })).json();
    expect(channels).toEqual({});
  });

  it('cannot subscribe to more channels than allowed, and leaving one makes room', async () => {
    const socket = await signedInAs('ann');
    const join = (channel: string) => {
      const { auth, channel_data } = trial.publisher.authorizeChannel(socket.id, channel, { user_id: 'ann' });
      subscribe(socket, channel, auth, channel_data);
    };
    for (const channel of ['private-a', 'private-b', 'private-c', 'private-d', 'private-e']) {
      join(channel);
      expect(await socket.next()).toMatchObject({ event: 'pusher_internal:subscription_succeeded', channel });
    }
    join('private-f');
    expect(await socket.next()).toMatchObject({ event: 'pusher:subscription_error', data: { status: 403 } });
    socket.say({ event: 'pusher:unsubscribe', data: { channel: 'private-a' } });
    join('private-f');
    expect(await socket.next()).toMatchObject({
      event: 'pusher_internal:subscription_succeeded',
      channel: 'private-f',
    });
  });

  it('called __proto__ is a member like any other', async () => {
    const socket = await signedInAs('__proto__');
    const member = { user_id: '__proto__', user_info: { admin: true } };
    const { auth, channel_data } = trial.publisher.authorizeChannel(socket.id, 'presence-room', member);
    subscribe(socket, 'presence-room', auth, channel_data);
    expect(await socket.next()).toMatchObject({ data: { presence: { count: 1, ids: ['__proto__'] } } });
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  it('cannot hold more connections than its address may, and a closed one makes room', async () => {
    const held = await Promise.all(Array.from({ length: 20 }, greeted));
    const tooMany = trial.raw();
    expect(await tooMany.next()).toMatchObject({ event: 'pusher:error', data: { code: 4100 } });
    expect(await tooMany.closeCode()).toBe(4100);
    held[0]?.close();
    await held[0]?.closeCode();
    await expectAlive();
  });

  it('that speaks an unknown protocol is turned away with 4007', async () => {
    for (const query of ['', '?protocol=4', '?protocol=7x', '?protocol[]=7']) {
      expect(await trial.raw(`/app/${APP.key}${query}`).closeCode()).toBe(4007);
    }
  });
});

describe('A hostile HTTP caller', () => {
  it.each([
    ['an upgrade with an absolute address', 'GET http://example.test/app/key?protocol=7 HTTP/1.1'],
    ['an upgrade with a doubled slash', 'GET //app/key?protocol=7 HTTP/1.1'],
    ['an upgrade with a backslash, which addresses take for a slash', 'GET /\\:99999/app/key HTTP/1.1'],
    ['no HTTP at all', '\u0000\u0001\u0002'],
    ['a header of a megabyte', `GET / HTTP/1.1\r\nX: ${'x'.repeat(1_000_000)}`],
    ['a broken escape in the path', 'GET /apps/%E0%A4%A/events HTTP/1.1'],
  ])('that sends %s is refused with a 4xx', async (_, head) => {
    const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n';
    const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
    const isUpgrade = head.includes('/app/');
    const answer = await speak(`${head}\r\nHost: x\r\n${isUpgrade ? upgrade + key : 'Connection: close\r\n'}\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    await expectAlive();
  });

  it('that sends a body over 256 kB is answered 413 without its being read', async () => {
    const request = `POST /apps/app/events?x=1 HTTP/1.1\r\nHost: x\r\nContent-Length: 100000000\r\n\r\n`;
    expect(await speak(request + 'x'.repeat(300_000))).toMatch(/^HTTP\/1\.1 413 /);
    await expectAlive();
  });

  it.each([
    ['no JSON', 'hello'],
    ['null', 'null'],
    ['a list', '[]'],
    ['no name', { data: '', channel: 'c' }],
    ['a name that is no text', { name: {}, data: '', channel: 'c' }],
    ['a name of the protocol', { name: 'pusher:error', data: '', channel: 'c' }],
    ['data that is no text', { name: 'x', data: {}, channel: 'c' }],
    ['no channel', { name: 'x', data: '' }],
    ['no channels', { name: 'x', data: '', channels: [] }],
    ['channels that are no list', { name: 'x', data: '', channels: 'c' }],
    ['a channel that is no text', { name: 'x', data: '', channels: [{}] }],
    ['a channel with a colon', { name: 'x', data: '', channels: ['private-x:1'] }],
    ['a socket id that is none', { name: 'x', data: '', channel: 'c', socket_id: '1.1:private-x' }],
    ['info that is no text', { name: 'x', data: '', channel: 'c', info: [1] }],
  ])('that knows the secret but publishes %s is answered 400', async (_, body) => {
    const post = trial.publisher.post({ path: '/events', body: body as string });
    await expect(post).rejects.toMatchObject({ status: 400 });
  });

  it('that knows the secret but batches nonsense is answered 400', async () => {
    for (const batch of [undefined, null, {}, 'x', [null], [[]], [5]]) {
      const post = trial.publisher.post({ path: '/batch_events', body: { batch } as unknown as string });
      await expect(post).rejects.toMatchObject({ status: 400 });
    }
  });

  it('learns no more than 401 or 404 without the secret, whatever it asks for', async () => {
    const stranger = sdk(trial.port, 'guessed');
    for (const path of ['/channels', '/channels/private-x', '/channels/presence-x/users', '/nothing']) {
      await expect(stranger.get({ path })).rejects.toMatchObject({ status: 401 });
    }
    const unsigned = await fetch(`http://127.0.0.1:${trial.port}/apps/${APP.id}/channels`);
    expect([unsigned.status, await unsigned.json()]).toEqual([401, { error: 'Unknown auth_key' }]);
  });
});

/** Writes bytes to the server and reads all it answers until it ends the connection or has answered a head. */
async function speak(text: string): Promise<string> {
  const socket: Socket = connect(trial.port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(text);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return answer.toString();
}
