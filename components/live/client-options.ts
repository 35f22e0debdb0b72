import type { Options } from 'pusher-js';
import type { LiveConfig } from '@/lib/realtime/live-config';

/** Silence after which the connection is tested, and how long the answer may take: a dead one shows within 40 s. */
const ACTIVITY_MS = 30_000;
const PONG_MS = 8_000;

export type UserSignature = { auth: string; user_data: string };
/** Has a connection signed in as the page's user. */
export type SignIn = (socketId: string, done: (error: Error | null, signature: UserSignature | null) => void) => void;

interface Choices {
  /** Scheme, host and port that authorise; the page's own when there is none. */
  origin?: string;
  /** Milliseconds a connection may take. */
  timeout: number;
  signIn: SignIn;
  /** URL of the page; the window's when there is none. */
  page?: Pick<Location, 'hostname' | 'port'>;
}

export class SignInRefused extends Error {
  constructor(readonly status: number) {
    super(`The sign-in was answered ${status}`);
  }
}

/** What the SDK needs to reach the Channels service and to have its subscriptions signed. */
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
    channelAuthorization: { transport: 'ajax', endpoint: `${origin}/api/pusher/auth` },
    userAuthentication: {
      transport: 'ajax',
      endpoint: `${origin}${USER}`,
      customHandler: ({ socketId }, done) => signIn(socketId, done),
    },
  };
}

const USER = '/api/pusher/user';

/**
 * Has a connection signed for the page's user, and learns the epoch that the channels' names end in: none for who hears no
 * channel. Throws SignInRefused, or the network's error.
 */
export async function askUser(
  socketId: string,
  origin = '',
  timeout: number,
): Promise<UserSignature & { epoch?: string }> {
  const answer = await fetch(`${origin}${USER}`, {
    method: 'POST',
    body: new URLSearchParams({ socket_id: socketId }),
    signal: AbortSignal.timeout(timeout),
  });
  if (!answer.ok) throw new SignInRefused(answer.status);
  return answer.json();
}
