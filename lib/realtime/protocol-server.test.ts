import { createHash, createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { APP, heard, sdk, signedIn, startTrial, type Trial } from '@/lib/test/protocol-fixture';
import { createProtocolServer } from './protocol-server';

let trial: Trial;
beforeEach(async () => {
  trial = await startTrial();
});
afterEach(() => trial.end());

const SUBSCRIBED = 'pusher:subscription_succeeded';

describe('The browser SDK', () => {
  it('connects, signs in, subscribes and hears what the server SDK publishes there', async () => {
    const channel = trial.client().subscribe('private-news');
    await heard(channel, SUBSCRIBED);
    const event = heard(channel, 'hello');
    expect((await trial.publisher.trigger('private-news', 'hello', { n: 1 })).status).toBe(200);
    expect(await event).toEqual({ n: 1 });
  });

  it('subscribes to a private channel with a good signature and hears a batch there', async () => {
    const channel = trial.client().subscribe('private-x');
    await heard(channel, SUBSCRIBED);
    const events = [heard(channel, 'first'), heard(channel, 'second')];
    await trial.publisher.triggerBatch([
      { channel: 'private-x', name: 'first', data: { z: 1 } },
      { channel: 'private-x', name: 'second', data: 'text' },
    ]);
    expect(await Promise.all(events)).toEqual([{ z: 1 }, 'text']);
  });

  it('is refused with 401 on a private channel when the signature is wrong', async () => {
    const client = trial.client('u1', {
      channelAuthorization: { customHandler: (_, done) => done(null, { auth: 'key:wrong' }) },
    });
    const error = await heard(client.subscribe('private-x'), 'pusher:subscription_error');
    expect(error).toMatchObject({ type: 'AuthError', status: 401 });
  });

  it('cannot use the signature of one channel for another', async () => {
    const client = trial.client('u1', {
      channelAuthorization: {
        customHandler: ({ socketId }, done) => done(null, trial.publisher.authorizeChannel(socketId, 'private-own')),
      },
    });
    const error = await heard(client.subscribe('private-other'), 'pusher:subscription_error');
    expect(error).toMatchObject({ status: 401 });
  });

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

  it('is disconnected with 4009 when the application terminates its user, and others are not', async () => {
    const [ann, bob] = [trial.client('ann'), trial.client('bob')];
    await Promise.all([signedIn(ann), signedIn(bob)]);
    const error = heard<{ error: { data: { code: number } } }>(ann.connection, 'error');
    const gone = heard(ann.connection, 'disconnected');
    await trial.publisher.terminateUserConnections('ann');
    await gone;
    expect(JSON.stringify(await error)).toContain('4009');
    expect(bob.connection.state).toBe('connected');
  });

  it('is turned away for good when its key is unknown', async () => {
    const socket = trial.raw('/app/other?protocol=7');
    expect(await socket.next()).toMatchObject({ event: 'pusher:error', data: { code: 4001 } });
    expect(await socket.closeCode()).toBe(4001);
  });

  it('does not hear an event it caused itself when its socket id is excluded', async () => {
    const [ann, bob] = [trial.client('ann'), trial.client('bob')];
    const heardByAnn: unknown[] = [];
    const annChannel = ann.subscribe('private-x');
    const bobChannel = bob.subscribe('private-x');
    annChannel.bind('moved', (data: unknown) => heardByAnn.push(data));
    await Promise.all([heard(annChannel, SUBSCRIBED), heard(bobChannel, SUBSCRIBED)]);
    const last = heard(annChannel, 'moved');
    await trial.publisher.trigger('private-x', 'moved', { n: 1 }, { socket_id: ann.connection.socket_id });
    await trial.publisher.trigger('private-x', 'moved', { n: 2 });
    await last;
    expect(heardByAnn).toEqual([{ n: 2 }]);
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
  it('tells which channels are occupied and by whom', async () => {
    const ann = trial.client('ann');
    await Promise.all([
      heard(ann.subscribe('presence-room'), SUBSCRIBED),
      heard(ann.subscribe('private-news'), SUBSCRIBED),
    ]);
    const get = async (path: string, params = {}) => (await trial.publisher.get({ path, params })).json();
    expect(await get('/channels')).toEqual({ channels: { 'presence-room': {}, 'private-news': {} } });
    expect(await get('/channels', { filter_by_prefix: 'presence-', info: 'user_count' })).toEqual({
      channels: { 'presence-room': { user_count: 1 } },
    });
    expect(await get('/channels/private-news', { info: 'subscription_count' })).toEqual({
      occupied: true,
      subscription_count: 1,
    });
    expect(await get('/channels/empty')).toEqual({ occupied: false });
    expect(await get('/channels/presence-room/users')).toEqual({ users: [{ id: 'ann' }] });
    await expect(get('/channels/private-news/users')).rejects.toMatchObject({ status: 400 });
    await expect(get('/channels', { info: 'user_count' })).rejects.toMatchObject({ status: 400 });
  });

  it('answers 401 to a wrong secret', async () => {
    await expect(sdk(trial.port, 'wrong').trigger('private-news', 'x', {})).rejects.toMatchObject({ status: 401 });
  });

  it('answers 413 to data over 10 kB and delivers data of just that size', async () => {
    const channel = trial.client().subscribe('private-news');
    await heard(channel, SUBSCRIBED);
    const fits = 'x'.repeat(10 * 1024);
    await expect(trial.publisher.trigger('private-news', 'big', `${fits}x`)).rejects.toMatchObject({ status: 413 });
    const event = heard(channel, 'big');
    await trial.publisher.trigger('private-news', 'big', fits);
    expect(await event).toBe(fits);
  });

  it('answers 400 to over 100 channels and to over ten events in a batch', async () => {
    const channels = Array.from({ length: 101 }, (_, n) => `c${n}`);
    const body = JSON.stringify({ name: 'x', data: '{}', channels });
    expect(await signedPost(trial.port, '/apps/app/events', body)).toBe(400);
    const batch = Array.from({ length: 11 }, () => ({ channel: 'c', name: 'x', data: '{}' }));
    await expect(trial.publisher.triggerBatch(batch)).rejects.toMatchObject({ status: 400 });
  });

  it('refuses a batch whole when one of its events is wrong', async () => {
    const channel = trial.client().subscribe('private-news');
    const names: string[] = [];
    channel.bind_global((name: string) => names.push(name));
    await heard(channel, SUBSCRIBED);
    const wrong = { channel: 'not a channel', name: 'b', data: '{}' };
    const good = { channel: 'private-news', name: 'a', data: '{}' };
    await expect(trial.publisher.triggerBatch([good, wrong])).rejects.toMatchObject({ status: 400 });
    const last = heard(channel, 'c');
    await trial.publisher.trigger('private-news', 'c', {});
    await last;
    expect(names).not.toContain('a');
  });

  it.each([
    ['an old timestamp', { at: -900 }],
    ['a timestamp that lies ahead', { at: 900 }],
    ['another body than was signed', { sentBody: '{"name":"y","data":"{}","channel":"c"}' }],
    ['another address than was signed', { sentPath: '/apps/app/batch_events' }],
    ['another method than was signed', { signedMethod: 'GET' }],
    ['an unknown key', { key: 'other' }],
  ])('answers 401 to %s', async (_, change) => {
    const body = '{"name":"x","data":"{}","channel":"c"}';
    expect(await signedPost(trial.port, '/apps/app/events', body)).toBe(200);
    expect(await signedPost(trial.port, '/apps/app/events', body, change)).toBe(401);
  });

  it('knows nothing of another application', async () => {
    expect(await signedPost(trial.port, '/apps/other/events', '{}')).toBe(404);
  });
});

describe('The server', () => {
  it('asks a silent client for a sign of life, keeps who answers and closes who does not with 4201', async () => {
    await trial.end();
    trial = await startTrial({ activityTimeout: 0.2, pongTimeout: 0.2 });
    const [silent, lively] = [trial.raw(), trial.raw()];
    await Promise.all([silent.greeted(), lively.greeted()]);
    lively.on('frame', () => lively.say({ event: 'pusher:pong', data: {} }));
    expect(await silent.next()).toMatchObject({ event: 'pusher:ping' });
    expect(await silent.closeCode()).toBe(4201);
    expect(await lively.next()).toMatchObject({ event: 'pusher:ping' });
    expect(await lively.next()).toMatchObject({ event: 'pusher:ping' });
    expect(lively.readyState).toBe(lively.OPEN);
  });

  it('answers a ping', async () => {
    const socket = trial.raw();
    await socket.greeted();
    socket.say({ event: 'pusher:ping', data: {} });
    expect(await socket.next()).toEqual({ event: 'pusher:pong', data: {} });
  });

  it('listens on both loopback addresses and refuses a port that is taken', async () => {
    expect((await fetch(`http://localhost:${trial.port}/`)).status).toBe(404);
    await expect(createProtocolServer({ apps: [APP] }).listen(trial.port)).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
  });

  it('closes although clients are connected', async () => {
    const socket = trial.raw();
    await socket.greeted();
    await trial.server.close();
    expect(await socket.closeCode()).toBe(1006);
  });
});

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
