import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { APP, heard, startTrial, type Trial } from '@/lib/test/protocol-fixture';
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
  trial = await startTrial();
  config = { appId: APP.id, key: APP.key, secret: APP.secret, host: '127.0.0.1', port: trial.port, tls: false };
});
afterEach(() => trial.end());

const SUBSCRIBED = 'pusher:subscription_succeeded';

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
    const error: unknown = await publishBatch({ ...config, secret: 'wrong' }, events).catch(
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(RealtimeError);
    expect(error).toMatchObject({ status: 401, message: 'Realtime answered 401' });
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
