import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { heard, type RawSocket, startTrial, type Trial } from '@/lib/test/protocol-fixture';

/** Whoever hears a channel is somebody: what is signed is signed for one user, so that it ends with that user's right. */

let trial: Trial;
beforeEach(async () => {
  trial = await startTrial({ signInTimeout: 0.3, subscriptionsPerSocket: 5 });
});
afterEach(() => trial.end());

const CHANNEL = 'private-x';

async function greeted(): Promise<RawSocket & { id: string }> {
  const socket = trial.raw();
  return Object.assign(socket, { id: await socket.greeted() });
}

/** Subscribes with what the application signed for `userId`; null is a signature that names nobody. */
function subscribe(socket: RawSocket & { id: string }, userId: string | null, channel = CHANNEL): void {
  const member = userId === null ? undefined : { user_id: userId };
  socket.say({
    event: 'pusher:subscribe',
    data: { channel, ...trial.publisher.authorizeChannel(socket.id, channel, member) },
  });
}

async function signIn(socket: RawSocket & { id: string }, id: string): Promise<void> {
  socket.say({ event: 'pusher:signin', data: trial.publisher.authenticateUser(socket.id, { id }) });
  expect(await socket.next()).toMatchObject({ event: 'pusher:signin_success' });
}

const REFUSED = { event: 'pusher:subscription_error', data: { type: 'AuthError', status: 401 } };
const JOINED = { event: 'pusher_internal:subscription_succeeded' };
const channels = async () => (await (await trial.publisher.get({ path: '/channels' })).json()).channels;

describe('A private channel', () => {
  it.each([CHANNEL, 'presence-x', 'private-cache-x'])('%s refuses a socket that never signs in', async (channel) => {
    const socket = await greeted();
    subscribe(socket, 'ann', channel);
    expect(await socket.next()).toMatchObject({ ...REFUSED, channel });
    expect(await channels()).toEqual({});
  });

  it('says nothing to a socket before it has signed in', async () => {
    const socket = await greeted();
    subscribe(socket, 'ann');
    await trial.publisher.trigger(CHANNEL, 'secret', {});
    expect(await socket.next()).toMatchObject(REFUSED);
  });

  it('admits whoever signs in, also when the sign-in comes after the subscription', async () => {
    const [before, after] = [await greeted(), await greeted()];
    await signIn(before, 'ann');
    subscribe(before, 'ann');
    expect(await before.next()).toMatchObject(JOINED);
    subscribe(after, 'bob');
    await signIn(after, 'bob');
    expect(await after.next()).toMatchObject(JOINED);
  });

  it.each(['private-x', 'presence-x'])('%s refuses what was signed for somebody else', async (channel) => {
    const [before, after] = [await greeted(), await greeted()];
    await signIn(before, 'ann');
    subscribe(before, 'bob', channel);
    expect(await before.next()).toMatchObject(REFUSED);
    subscribe(after, 'bob', channel);
    await signIn(after, 'ann');
    expect(await after.next()).toMatchObject(REFUSED);
    expect(await channels()).toEqual({});
  });

  it('refuses a signature that names nobody', async () => {
    const socket = await greeted();
    await signIn(socket, 'ann');
    subscribe(socket, null);
    expect(await socket.next()).toMatchObject(REFUSED);
  });

  it('is left by a socket that signs in as somebody else', async () => {
    const socket = await greeted();
    await signIn(socket, 'ann');
    subscribe(socket, 'ann');
    expect(await socket.next()).toMatchObject(JOINED);
    await signIn(socket, 'bob');
    await trial.publisher.terminateUserConnections('ann');
    expect(await channels()).toEqual({});
    expect(socket.readyState).toBe(socket.OPEN);
  });

  it('is not waited for once it was unsubscribed, nor beyond the limit of subscriptions', async () => {
    const socket = await greeted();
    for (const name of ['a', 'b', 'c', 'd', 'e']) subscribe(socket, 'ann', `private-${name}`);
    subscribe(socket, 'ann', 'private-f');
    expect(await socket.next()).toMatchObject({ data: { status: 403 }, channel: 'private-f' });
    socket.say({ event: 'pusher:unsubscribe', data: { channel: 'private-a' } });
    await signIn(socket, 'ann');
    for (const name of ['b', 'c', 'd', 'e'])
      expect(await socket.next()).toMatchObject({ ...JOINED, channel: `private-${name}` });
    expect(Object.keys(await channels())).toHaveLength(4);
  });

  it('ends for everybody who is terminated, whatever they subscribed first', async () => {
    const socket = await greeted();
    subscribe(socket, 'ann');
    await signIn(socket, 'ann');
    expect(await socket.next()).toMatchObject(JOINED);
    await trial.publisher.terminateUserConnections('ann');
    expect(await socket.closeCode()).toBe(4009);
  });

  it('is refused to the browser SDK that does not sign in, with the reason', async () => {
    const client = trial.client('ann', {}, { signsIn: false });
    const error = await heard(client.subscribe(CHANNEL), 'pusher:subscription_error');
    expect(error).toMatchObject({ type: 'AuthError', error: 'Not signed in', status: 401 });
  });
});

describe('The end of a user’s connections', () => {
  beforeEach(async () => {
    await trial.end();
    trial = await startTrial({ signInTimeout: 60 });
  });

  it('ends a socket whose subscription waits for the sign-in, and takes nothing from others', async () => {
    const [own, other] = [await greeted(), await greeted()];
    subscribe(own, 'ann');
    subscribe(other, 'bob');
    // Answered in order: the subscriptions have come.
    for (const socket of [own, other]) {
      socket.say({ event: 'pusher:ping', data: {} });
      expect(await socket.next()).toMatchObject({ event: 'pusher:pong' });
    }
    await trial.publisher.terminateUserConnections('ann');
    expect(await own.closeCode()).toBe(4009);
    await signIn(other, 'bob');
    expect(await other.next()).toMatchObject(JOINED);
    const after = await greeted();
    await signIn(after, 'ann');
    subscribe(after, 'ann');
    expect(await after.next()).toMatchObject(JOINED);
  });
});

describe('A channel that is not private', () => {
  it.each(['news', 'public-project-1', 'cache-x', 'private', 'Private-x'])(
    '%s is refused to everybody',
    async (name) => {
      const socket = await greeted();
      socket.say({ event: 'pusher:subscribe', data: { channel: name } });
      expect(await socket.next()).toMatchObject({ ...REFUSED, channel: name });
      await signIn(socket, 'ann');
      subscribe(socket, 'ann', name);
      expect(await socket.next()).toMatchObject({ ...REFUSED, channel: name });
      expect(await channels()).toEqual({});
    },
  );
});
