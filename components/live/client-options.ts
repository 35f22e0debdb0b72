import type { Options } from 'pusher-js';
import { actingHeaders } from '@/components/query/acting';
import type { LiveConfig } from '@/lib/realtime/live-config';

/** Silence before the connection is tested, and the longest wait for the answer: a dead one shows within 40 s. */
const ACTIVITY_MS = 30_000;
const PONG_MS = 8_000;

export type UserSignature = { auth: string; user_data: string };
export type SignIn = (socketId: string, done: (error: Error | null, signature: UserSignature | null) => void) => void;

interface Choices {
  /** Scheme, host and port of the authorising server; the page's own by default. */
  origin?: string;
  timeout: number;
  signIn: SignIn;
  page?: Pick<Location, 'hostname' | 'port'>;
}

export class SignInRefused extends Error {
  constructor(readonly status: number) {
    super(`The sign-in was answered ${status}`);
  }
}

export function clientOptions(
  { cluster, host, port: given, path, tls }: LiveConfig,
  { origin = '', timeout, signIn, page }: Choices,
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
    channelAuthorization: { transport: 'ajax', endpoint: `${origin}/api/pusher/auth`, headers: actingHeaders() },
    userAuthentication: {
      transport: 'ajax',
      endpoint: `${origin}${USER}`,
      customHandler: ({ socketId }, done) => signIn(socketId, done),
    },
  };
}

const USER = '/api/pusher/user';

/** A channel's signature, as the SDK sends it on. */
export type ChannelSignature = { auth: string; channel_data?: string };

/**
 * Signs a connection in; answers the epoch that channel names end in (none for a user without channels), and what was
 * signed of the channels `wanted`, by their names with the epoch. Throws SignInRefused, or the network's error.
 */
export async function askUser(
  socketId: string,
  wanted: readonly string[],
  origin = '',
  timeout: number,
): Promise<UserSignature & { epoch?: string; channels?: Record<string, ChannelSignature> }> {
  const fields = [['socket_id', socketId], ...wanted.map((channel) => ['channel', channel])];
  const answer = await fetch(`${origin}${USER}`, {
    method: 'POST',
    headers: actingHeaders(),
    body: new URLSearchParams(fields),
    signal: AbortSignal.timeout(timeout),
  });
  if (!answer.ok) {
    // One that is not read stays under way.
    await answer.text();
    throw new SignInRefused(answer.status);
  }
  return answer.json();
}
