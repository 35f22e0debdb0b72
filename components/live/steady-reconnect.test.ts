import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import PusherModule from 'pusher-js';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { heard, startTrial } from '@/lib/test/protocol-fixture';
import { delayAfter, PATIENCE } from './patience';
import { setPace, steadyClient } from './steady-reconnect';

const Client = (PusherModule as unknown as { default?: typeof PusherModule }).default ?? PusherModule;
const QUICK = { connectTimeout: 150, firstDelay: 40, longestDelay: 100 };

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const options = (port: number) => ({
  cluster: 'x',
  wsHost: '127.0.0.1',
  wsPort: port,
  forceTLS: false,
  enabledTransports: ['ws' as const],
});

function client(port: number, patience = QUICK) {
  const pusher = steadyClient(Client, 'key', options(port), patience);
  ends.push(() => pusher.disconnect());
  return pusher;
}

/** A port where each connection is treated by `treat`. */
async function port(treat: (socket: Socket) => void): Promise<{ server: Server; port: number }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    treat(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { server, port: (server.address() as AddressInfo).port };
}

/** Times of the next attempts, in milliseconds. */
async function attempts(server: Server, count: number): Promise<number[]> {
  const times: number[] = [];
  while (times.length < count) {
    await once(server, 'connection');
    times.push(performance.now());
  }
  return times;
}

describe('Reconnecting', () => {
  it('finds the inner parts of the SDK that it replaces', () => {
    const pusher = client(1);
    const { strategy } = pusher.connection as unknown as { strategy: { connect: unknown; strategies?: unknown } };
    expect(strategy.connect).toBeTypeOf('function');
    expect(strategy).not.toHaveProperty('strategies');
    // Switched off while a client is made, and on again.
    expect(Client.isReady).toBe(true);
  });

  it('says so and leaves the client alone when the SDK looks different inside', () => {
    const pusher = client(1);
    const connection = pusher.connection as unknown as { strategy: unknown };
    const strategy = { isSupported: () => true, connect: () => ({ abort() {}, forceMinPriority() {} }) };
    connection.strategy = strategy;
    expect(setPace(pusher, QUICK)).toBe(false);
    expect(connection.strategy).toBe(strategy);
  });

  it('waits 20 s for a connection, and 1, 2, 3, 4, 5, 5 … s between attempts', () => {
    expect(PATIENCE.connectTimeout).toBe(20_000);
    expect([1, 2, 3, 4, 5, 6, 1000].map((n) => delayAfter(n, PATIENCE) / 1000)).toEqual([1, 2, 3, 4, 5, 5, 5]);
  });

  it('tries a refusing server again and again, with pauses that grow to the longest', async () => {
    const refusing = await port((socket) => socket.destroy());
    const seen = attempts(refusing.server, 6);
    client(refusing.port);
    const times = await seen;
    const gaps = times.slice(1).map((time, n) => time - (times[n] ?? 0));
    for (const [n, gap] of gaps.entries()) expect(gap).toBeGreaterThan(delayAfter(n + 1, QUICK) - 10);
    // At the SDK's own pace, 15 s for the second attempt alone, the test would not end in its time.
  });

  it('gives up on a server that accepts and says nothing, and tries anew', async () => {
    const silent = await port(() => {});
    const seen = attempts(silent.server, 3);
    // The first may be noticed late on a busy machine.
    const begun = performance.now();
    client(silent.port);
    const [, second = 0] = await seen;
    // Sooner, and the client would have begun at the SDK's pace and been broken off.
    expect(second - begun).toBeGreaterThan(QUICK.connectTimeout);
  });

  it('tries anew after a greeting it cannot understand', async () => {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    await once(server, 'listening');
    ends.push(() => server.close());
    let greetings = 0;
    const third = new Promise<void>((resolve) => {
      server.on('connection', (socket) => {
        socket.send('{"event":"hello"}');
        if (++greetings === 3) resolve();
      });
    });
    client((server.address() as AddressInfo).port);
    await third;
  });

  it('connects when the server comes back, and subscribes again to everything', async () => {
    const trial = await startTrial({ usersOnly: false });
    const pusher = client(trial.port);
    const channel = pusher.subscribe('news');
    await heard(channel, 'pusher:subscription_succeeded');
    const again = heard(channel, 'pusher:subscription_succeeded');
    await trial.server.close();
    await trial.server.listen(trial.port);
    await again;
    const event = heard(channel, 'hello');
    await trial.publisher.trigger('news', 'hello', { n: 1 });
    expect(await event).toEqual({ n: 1 });
    await trial.end();
  });
});
