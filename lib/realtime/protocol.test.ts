import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { APP, heard, type RawSocket, sdk, signedIn, startTrial, type Trial } from '@/lib/test/protocol-fixture';
import {
  authenticateUser,
  authorizeChannel,
  type PublishConfig,
  publishBatch,
  RealtimeError,
  realtimeAnswers,
  terminateUser,
} from './publish';

let trial: Trial;
let config: PublishConfig;
beforeEach(async () => {
  trial = await startTrial({ connectionsPerAddress: 20, subscriptionsPerSocket: 5 });
  config = { appId: APP.id, key: APP.key, secret: APP.secret, host: '127.0.0.1', port: trial.port, tls: false };
});
afterEach(() => trial.end());
async function again(limits: Parameters<typeof startTrial>[0]): Promise<void> {
  await trial.end();
  trial = await startTrial(limits);
}

const [CHANNEL, SUBSCRIBED] = ['private-x', 'pusher:subscription_succeeded'];
const PING = { event: 'pusher:ping', data: {} };
const REFUSED = { event: 'pusher:subscription_error', data: { type: 'AuthError', status: 401 } };
const JOINED = { event: 'pusher_internal:subscription_succeeded' };
type Greeted = RawSocket & { id: string };

/** A socket that has been greeted. */
async function greeted(): Promise<Greeted> {
  const socket = trial.raw();
  return Object.assign(socket, { id: await socket.greeted() });
}
/** A socket that has signed in. */
async function signedInAs(id: string): Promise<Greeted> {
  const socket = await greeted();
  await signIn(socket, id);
  return socket;
}
async function signIn(socket: Greeted, id: string): Promise<void> {
  socket.say({ event: 'pusher:signin', data: trial.publisher.authenticateUser(socket.id, { id }) });
  expect(await socket.next()).toMatchObject({ event: 'pusher:signin_success' });
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
/** Subscribes with what the application signed for `userId`; null is a signature that names nobody. */
function join(socket: Greeted, userId: string | null, channel = CHANNEL): void {
  const member = userId === null ? undefined : { user_id: userId };
  const { auth, channel_data } = trial.publisher.authorizeChannel(socket.id, channel, member);
  subscribe(socket, channel, auth, channel_data);
}
const channels = async () => (await (await trial.publisher.get({ path: '/channels' })).json()).channels;

describe('A hostile socket', () => {
  it('that says nonsense gets error 4200 and stays connected', async () => {
    const socket = await greeted();
    for (const text of [
      ...['hello', '', 'null', '7', '[]', '{}', '{"event":"pusher:subscribe","data":', '{"event":{"a":1}}'],
      '{"event":"pusher:fly","data":{}}',
      '{"event":"pusher_internal:member_removed","channel":"presence-x","data":{}}',
      ...['5', 'null', '"x"'].map((data) => `{"event":"pusher:subscribe","data":${data}}`),
      '{"event":"pusher:signin","data":{"auth":"x"}}',
      '{"event":"pusher:subscribe","data":{"channel":"presence-x","channel_data":{}}}',
      `${'['.repeat(9000)}${']'.repeat(9000)}`,
      Buffer.from([1, 2, 3]),
    ]) {
      socket.send(text);
      expect([text, await socket.next()]).toMatchObject([text, { event: 'pusher:error', data: { code: 4200 } }]);
    }
    socket.say(PING);
    expect(await socket.next()).toMatchObject({ event: 'pusher:pong' });
  });

  it('cannot subscribe to a channel of a wrong name, or to one that is not private', async () => {
    const socket = await signedInAs('ann');
    const texts = ['', 'a b', 'private-x:1', 'ünïcode', '#server-to-user-', 'x'.repeat(165)];
    for (const name of [...texts, 5, null, ['a'], { a: 1 }]) {
      subscribe(socket, name);
      expect([name, await socket.next()]).toMatchObject([name, { event: 'pusher:error', data: { code: 4009 } }]);
    }
    for (const name of ['news', 'public-project-1', 'cache-x', 'private', 'Private-x']) {
      subscribe(socket, name);
      expect(await socket.next()).toMatchObject({ ...REFUSED, channel: name });
      join(socket, 'ann', name);
      expect(await socket.next()).toMatchObject({ ...REFUSED, channel: name });
    }
    expect(await channels()).toEqual({});
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
    // And joins nothing while it is being closed.
    subscribe(socket, 'private-news');
    expect(await socket.closeCode()).toBe(4009);
    expect(await channels()).toEqual({});
  });

  it('cannot subscribe to more channels than allowed, and leaving one makes room', async () => {
    const socket = await signedInAs('ann');
    for (const channel of ['private-a', 'private-b', 'private-c', 'private-d', 'private-e']) {
      join(socket, 'ann', channel);
      expect(await socket.next()).toMatchObject({ event: 'pusher_internal:subscription_succeeded', channel });
    }
    join(socket, 'ann', 'private-f');
    expect(await socket.next()).toMatchObject({ event: 'pusher:subscription_error', data: { status: 403 } });
    socket.say({ event: 'pusher:unsubscribe', data: { channel: 'private-a' } });
    join(socket, 'ann', 'private-f');
    expect(await socket.next()).toMatchObject({ ...JOINED, channel: 'private-f' });
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
    for (const query of ['', '?protocol=4', '?protocol=7x', '?protocol[]=7'])
      expect(await trial.raw(`/app/${APP.key}${query}`).closeCode()).toBe(4007);
  });

  it('called __proto__ is a member like any other', async () => {
    const socket = await signedInAs('__proto__');
    join(socket, '__proto__', 'presence-room');
    expect(await socket.next()).toMatchObject({ data: { presence: { count: 1, ids: ['__proto__'] } } });
  });
});

describe('A hostile HTTP caller', () => {
  it('that sends no HTTP, or an address that is none, is refused with a 4xx', async () => {
    const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n';
    const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
    for (const head of [
      'GET http://example.test/app/key?protocol=7 HTTP/1.1',
      'GET //app/key?protocol=7 HTTP/1.1',
      'GET /\\:99999/app/key HTTP/1.1',
      '\u0000\u0001\u0002',
      `GET / HTTP/1.1\r\nX: ${'x'.repeat(1_000_000)}`,
      'GET /apps/%E0%A4%A/events HTTP/1.1',
    ]) {
      const more = head.includes('/app/') ? upgrade + key : 'Connection: close\r\n';
      expect(await speak(`${head}\r\nHost: x\r\n${more}\r\n`)).toMatch(/^HTTP\/1\.1 4\d\d /);
    }
    await expectAlive();
  });

  it('that knows the secret but publishes nonsense is answered 400', async () => {
    const event = { name: 'x', data: '', channel: 'c' };
    const post = (path: string, body: unknown) => trial.publisher.post({ path, body: body as string });
    for (const body of [
      ...['hello', 'null', '[]', { ...event, name: {} }, { ...event, name: 'pusher:error' }, { ...event, data: {} }],
      ...[undefined, [], [{}], ['private-x:1']].map((channels) => ({ name: 'x', data: '', channels })),
    ])
      await expect(post('/events', body)).rejects.toMatchObject({ status: 400 });
    for (const batch of [undefined, {}, [null], [[]]])
      await expect(post('/batch_events', { batch })).rejects.toMatchObject({ status: 400 });
  });

  it('that sends a body over 256 kB is answered 413 without its being read', async () => {
    const request = `POST /apps/app/events?x=1 HTTP/1.1\r\nHost: x\r\nContent-Length: 100000000\r\n\r\n`;
    expect(await speak(request + 'x'.repeat(300_000))).toMatch(/^HTTP\/1\.1 413 /);
    await expectAlive();
  });

  it('learns no more than 401 or 404 without the secret, whatever it asks for', async () => {
    const stranger = sdk(trial.port, 'guessed');
    for (const path of ['/channels', '/channels/private-x', '/nothing']) {
      await expect(stranger.get({ path })).rejects.toMatchObject({ status: 401 });
    }
    const unsigned = await fetch(`http://127.0.0.1:${trial.port}/apps/${APP.id}/channels`);
    expect([unsigned.status, await unsigned.json()]).toEqual([401, { error: 'Unknown auth_key' }]);
  });
});

describe('A private channel', () => {
  beforeEach(() => again({ signInTimeout: 0.3, subscriptionsPerSocket: 5 }));

  it.each([CHANNEL, 'presence-x'])('%s refuses a socket that never signs in', async (channel) => {
    const socket = await greeted();
    join(socket, 'ann', channel);
    expect(await socket.next()).toMatchObject({ ...REFUSED, channel });
    expect(await channels()).toEqual({});
  });

  it('says nothing to a socket before it has signed in', async () => {
    const socket = await greeted();
    join(socket, 'ann');
    await trial.publisher.trigger(CHANNEL, 'secret', {});
    expect(await socket.next()).toMatchObject(REFUSED);
  });

  it('admits whoever signs in, also when the sign-in comes after the subscription', async () => {
    await again({ signInTimeout: 60 });
    const [before, after] = [await signedInAs('ann'), await greeted()];
    join(before, 'ann');
    expect(await before.next()).toMatchObject(JOINED);
    join(after, 'bob');
    await signIn(after, 'bob');
    expect(await after.next()).toMatchObject(JOINED);
  });

  it('refuses what was signed for somebody else, or for nobody', async () => {
    await again({ signInTimeout: 60 });
    const [before, after, unnamed] = [await signedInAs('ann'), await greeted(), await signedInAs('ann')];
    join(before, 'bob');
    expect(await before.next()).toMatchObject(REFUSED);
    join(after, 'bob');
    await signIn(after, 'ann');
    expect(await after.next()).toMatchObject(REFUSED);
    join(unnamed, null);
    expect(await unnamed.next()).toMatchObject(REFUSED);
    expect(await channels()).toEqual({});
  });

  it('ends for everybody who is terminated, whatever they subscribed first', async () => {
    await again({ signInTimeout: 60 });
    const socket = await greeted();
    join(socket, 'ann');
    await signIn(socket, 'ann');
    expect(await socket.next()).toMatchObject(JOINED);
    await trial.publisher.terminateUserConnections('ann');
    expect(await socket.closeCode()).toBe(4009);
  });
});

describe('The end of a user’s connections', () => {
  beforeEach(() => again({ signInTimeout: 60 }));

  it('ends a socket whose subscription waits for the sign-in, and takes nothing from others', async () => {
    const [own, other] = [await greeted(), await greeted()];
    join(own, 'ann');
    join(other, 'bob');
    // Answered in order: the subscriptions have come.
    for (const socket of [own, other]) {
      socket.say(PING);
      expect(await socket.next()).toMatchObject({ event: 'pusher:pong' });
    }
    await trial.publisher.terminateUserConnections('ann');
    expect(await own.closeCode()).toBe(4009);
    await signIn(other, 'bob');
    expect(await other.next()).toMatchObject(JOINED);
    const after = await signedInAs('ann');
    join(after, 'ann');
    expect(await after.next()).toMatchObject(JOINED);
  });
});

describe('The browser SDK', () => {
  it('sees on a presence channel each member once, however many tabs they have', async () => {
    const [ann, bob, bobAgain] = [trial.client('ann'), trial.client('bob'), trial.client('bob')];
    const seen: string[] = [];
    const room = ann.subscribe('presence-room');
    const note = (change: string) => (member: { id: string }) => seen.push(`${change} ${member.id}`);
    room.bind('pusher:member_added', note('+'));
    room.bind('pusher:member_removed', note('-'));
    await heard(room, SUBSCRIBED);
    await heard(bob.subscribe('presence-room'), SUBSCRIBED);
    const second = bobAgain.subscribe('presence-room');
    expect(await heard(second, SUBSCRIBED)).toMatchObject({ count: 2, members: { ann: { name: 'Name of ann' } } });
    bob.unsubscribe('presence-room');
    await heard(bob.subscribe('private-news'), SUBSCRIBED);
    const stillOne = heard(room, 'one tab closed');
    await trial.publisher.trigger('presence-room', 'one tab closed', {});
    await stillOne;
    expect(seen).toEqual(['+ bob']);
    const gone = heard(room, 'pusher:member_removed');
    bobAgain.disconnect();
    await gone;
    expect(seen).toEqual(['+ bob', '- bob']);
  });

  it('signs in as a user and hears what is sent to that user alone', async () => {
    const [ann, bob] = [trial.client('ann'), trial.client('bob')];
    const overheard: unknown[] = [];
    bob.user.bind('note', (data: unknown) => overheard.push(data));
    await Promise.all([signedIn(ann), signedIn(bob)]);
    const note = heard(ann.user, 'note');
    await trial.publisher.sendToUser('ann', 'note', { d: 1 });
    expect(await note).toEqual({ d: 1 });
    const own = heard(bob.user, 'note');
    await trial.publisher.sendToUser('bob', 'note', { d: 2 });
    await own;
    expect(overheard).toEqual([{ d: 2 }]);
  });

  it('is turned away for good when its key is unknown', async () => {
    const socket = trial.raw('/app/other?protocol=7');
    expect(await socket.next()).toMatchObject({ event: 'pusher:error', data: { code: 4001 } });
    expect(await socket.closeCode()).toBe(4001);
  });

  test('P05 may not send client events, on its own channel neither', async () => {
    const [ann, bob] = [trial.client('ann'), trial.client('bob')];
    const heardByBob: string[] = [];
    const room = ann.subscribe('presence-room');
    const other = bob.subscribe('presence-room');
    other.bind_global((name: string) => heardByBob.push(name));
    await Promise.all([heard(room, SUBSCRIBED), heard(other, SUBSCRIBED)]);
    const error = heard(ann.connection, 'error');
    room.trigger('client-typing', { t: 1 });
    expect(JSON.stringify(await error)).toContain('4301');
    expect(ann.connection.state).toBe('connected');
    const next = heard(other, 'end');
    await trial.publisher.trigger('presence-room', 'end', {});
    await next;
    expect(heardByBob).not.toContain('client-typing');
  });
});

describe('The publish API', () => {
  it('answers 413 to data over 10 kB and delivers data of just that size', async () => {
    const channel = trial.client().subscribe('private-news');
    await heard(channel, SUBSCRIBED);
    const fits = 'x'.repeat(10 * 1024);
    await expect(trial.publisher.trigger('private-news', 'big', `${fits}x`)).rejects.toMatchObject({ status: 413 });
    const event = heard(channel, 'big');
    await trial.publisher.trigger('private-news', 'big', fits);
    expect(await event).toBe(fits);
  });

  it('answers 401 to another time, body, address, method or key than was signed, 404 for another application', async () => {
    const body = '{"name":"x","data":"{}","channel":"c"}';
    expect(await signedPost(trial.port, '/apps/app/events', body)).toBe(200);
    for (const change of [
      { at: -900 },
      { at: 900 },
      { sentBody: '{"name":"y","data":"{}","channel":"c"}' },
      { sentPath: '/apps/app/batch_events' },
      { signedMethod: 'GET' },
      { key: 'other' },
    ])
      expect([change, await signedPost(trial.port, '/apps/app/events', body, change)]).toEqual([change, 401]);
    expect(await signedPost(trial.port, '/apps/other/events', '{}')).toBe(404);
  });
});

describe('The server', () => {
  it('asks a silent client for a sign of life, keeps who answers and closes who does not with 4201', async () => {
    await again({ activityTimeout: 0.2, pongTimeout: 0.2 });
    const silent = trial.raw();
    await silent.greeted();
    // A server that stood still for longer than both times has asked nobody yet.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600);
    expect(await silent.next()).toMatchObject({ event: 'pusher:ping' });
    expect(await silent.closeCode()).toBe(4201);
    // An answer may take its time here; without one nothing more would be asked.
    await again({ activityTimeout: 0.2, pongTimeout: 60 });
    const lively = trial.raw();
    lively.on('frame', () => lively.say({ event: 'pusher:pong', data: {} }));
    await lively.greeted();
    expect(await lively.next()).toMatchObject({ event: 'pusher:ping' });
    expect(await lively.next()).toMatchObject({ event: 'pusher:ping' });
    expect(lively.readyState).toBe(lively.OPEN);
  });

  it('reads what came while it stood still before it closes who was asked', async () => {
    await again({ activityTimeout: 0.2, pongTimeout: 2 });
    const socket = trial.raw();
    await socket.greeted();
    expect(await socket.next()).toMatchObject({ event: 'pusher:ping' });
    socket.say({ event: 'pusher:pong', data: {} });
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_300);
    expect(await socket.next()).toMatchObject({ event: 'pusher:ping' });
  });

  it('closes although clients are connected', async () => {
    const socket = trial.raw();
    await socket.greeted();
    await trial.server.close();
    expect(await socket.closeCode()).toBe(1006);
  });
});

describe('Publishing', () => {
  it('delivers more events than one call holds, in their order', async () => {
    const channel = trial.client().subscribe('private-project-1');
    await heard(channel, SUBSCRIBED);
    const got: number[] = [];
    channel.bind('task.changed', ({ version }: { version: number }) => got.push(version));
    const end = heard(channel, 'end');
    const events = Array.from({ length: 25 }, (_, version) => ({ id: 'a', version }));
    await publishBatch(config, [
      ...events.map((data) => ({ channel: 'private-project-1', event: 'task.changed', data })),
      { channel: 'private-project-1', event: 'end', data: null },
    ]);
    await end;
    expect(got).toEqual(events.map(({ version }) => version));
  });

  it('refuses data over 10 kB before anything goes out', async () => {
    const good = { channel: 'c', event: 'x', data: {} };
    await expect(publishBatch(config, [good, { ...good, data: 'x'.repeat(10_241) }])).rejects.toThrow(RangeError);
  });

  it('fails with the status of the answer when the secret is wrong, and tells no address', async () => {
    const events = [{ channel: 'c', event: 'x', data: {} }];
    const published = publishBatch({ ...config, secret: 'wrong' }, events);
    await expect(published).rejects.toMatchObject({ status: 401, message: 'Realtime answered 401' });
    await expect(published).rejects.toBeInstanceOf(RealtimeError);
  });

  it('gives up by itself on a server that accepts and never answers', async () => {
    const silent = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const hanging = { ...config, port: (silent.address() as AddressInfo).port };
    const [published, answers] = await Promise.allSettled([
      publishBatch(hanging, [{ channel: 'c', event: 'x', data: {} }]),
      realtimeAnswers(hanging),
    ]);
    expect(published).toMatchObject({ status: 'rejected', reason: { status: undefined } });
    expect(answers).toEqual({ status: 'fulfilled', value: false });
    silent.close();
  });
});

describe('Signing', () => {
  it('admits a connection to the channel it was signed for', async () => {
    const client = trial.client('u1', {
      channelAuthorization: {
        customHandler: ({ socketId, channelName }, done) =>
          done(null, authorizeChannel(config, socketId, channelName, { user_id: 'u1' })),
      },
      userAuthentication: {
        customHandler: ({ socketId }, done) => done(null, authenticateUser(config, socketId, { id: 'u1' })),
      },
    });
    await heard(client.subscribe('private-org-1'), SUBSCRIBED);
  });

  it('refuses socket ids and channels that are none', () => {
    for (const [socketId, channel] of [
      ['1.1:private-other', 'private-own'],
      ['1.1', 'private-own:x'],
      ['1', 'private-own'],
      ['1.1\n', 'private-own'],
      [['1.1'], 'private-own'],
      [undefined, 'private-own'],
      ['1.1', 'public'],
      ['1.1', 'private-encrypted-x'],
      ['1.1', 'presence-x'],
      ['1.1', ['private-own']],
    ])
      expect(authorizeChannel(config, socketId, channel)).toBeNull();
    expect(authorizeChannel(config, '1.1', 'private-own')).toMatchObject({ auth: expect.stringMatching(/^key:/) });
  });

  it('refuses a user id that could leave its place in the address', async () => {
    expect(authenticateUser(config, '1.1', { id: '../../x' })).toBeNull();
    await expect(terminateUser(config, '../channels')).rejects.toThrow(RangeError);
  });
});

describe('Readiness', () => {
  it('is told when the server answers, and denied when it is gone or does not know us', async () => {
    expect(await realtimeAnswers(config)).toBe(true);
    expect(await realtimeAnswers({ ...config, secret: 'wrong' })).toBe(false);
    await trial.server.close();
    expect(await realtimeAnswers(config)).toBe(false);
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

/** Posts with a signature made by hand, so that what is sent can differ from what was signed. */
async function signedPost(
  port: number,
  path: string,
  body: string,
  change: { at?: number; sentBody?: string; sentPath?: string; signedMethod?: string; key?: string } = {},
): Promise<number> {
  const query = [
    `auth_key=${change.key ?? APP.key}`,
    `auth_timestamp=${Math.floor(Date.now() / 1000) + (change.at ?? 0)}`,
    'auth_version=1.0',
    `body_md5=${createHash('md5').update(body).digest('hex')}`,
  ].join('&');
  const text = `${change.signedMethod ?? 'POST'}\n${path}\n${query}`;
  const signature = createHmac('sha256', APP.secret).update(text).digest('hex');
  const url = `http://127.0.0.1:${port}${change.sentPath ?? path}?${query}&auth_signature=${signature}`;
  return (await fetch(url, { method: 'POST', body: change.sentBody ?? body })).status;
}
