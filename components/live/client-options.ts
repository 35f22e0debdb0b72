import Pusher, { type Options } from 'pusher-js';
import type { LiveConfig } from '@/lib/realtime/live-config';
import type { ChannelSignature, UserSignature } from './signatures';

/** What only an open connection needs: fetched with the SDK, after a page's first load. */

/** The SDK's class, which some bundlers wrap once more. */
export const Client = (Pusher as unknown as { default?: typeof Pusher }).default ?? Pusher;

/** Silence before the connection is tested, and the longest wait for the answer: a dead one shows within 40 s. */
const ACTIVITY_MS = 30_000;
const PONG_MS = 8_000;

interface Choices {
  signs: {
    user: (socketId: string) => Promise<UserSignature>;
    channel: (socketId: string, channel: string) => Promise<ChannelSignature>;
  };
  /** How long (ms) an attempt to connect may take. */
  timeout: number;
  page?: Pick<Location, 'hostname' | 'port'>;
}

export function clientOptions(
  { cluster, host, port: given, path, tls }: LiveConfig,
  { signs, timeout, page }: Choices,
): Options {
  const own = host || cluster ? undefined : (page ?? window.location);
  const port = given ?? (Number(own?.port) || undefined);
  return {
    // The SDK demands a cluster even where a host replaces it.
    cluster: cluster ?? 'none',
    wsHost: host ?? own?.hostname,
    wsPort: port,
    wssPort: port,
    wsPath: path,
    forceTLS: tls,
    enabledTransports: ['ws', 'wss'],
    activityTimeout: ACTIVITY_MS,
    pongTimeout: PONG_MS,
    unavailableTimeout: timeout,
    channelAuthorization: {
      customHandler: ({ socketId, channelName }, done) => answer(signs.channel(socketId, channelName), done),
    },
    userAuthentication: {
      customHandler: ({ socketId }, done) => answer(signs.user(socketId), done),
    },
  };
}

function answer<Signature>(
  signed: Promise<Signature>,
  done: (error: Error | null, signature: Signature | null) => void,
): void {
  signed.then(
    (signature) => done(null, signature),
    (error: Error) => done(error, null),
  );
}
