import 'server-only';
import Pusher from 'pusher';

/** Where the Channels service is and what signs our calls: a provider's cluster, or a host that speaks the protocol. */
export interface PublishConfig {
  appId: string;
  key: string;
  secret: string;
  cluster?: string;
  host?: string;
  port?: number;
  tls: boolean;
}

export interface PublishedEvent {
  channel: string;
  event: string;
  /** Anything JSON can say, at most 10 kB of it. Ids and versions, never content. */
  data: unknown;
}

/** The service refused or did not answer. `status` is its HTTP status, absent when there was no answer in time. */
export class RealtimeError extends Error {
  constructor(
    message: string,
    readonly status: number | undefined,
  ) {
    super(message);
    this.name = 'RealtimeError';
  }
}

const PUBLISH_TIMEOUT_MS = 2_000;
const PROBE_TIMEOUT_MS = 1_000;
const BATCH = 10;
const CHANNELS = 100;
const DATA_BYTES = 10 * 1024;
const SOCKET_ID = /^\d{1,10}\.\d{1,10}$/;
/** The kinds of channel we sign; a colon would let a name carry a second field into the signature. */
const CHANNEL = /^(?:private|presence)-(?!encrypted-)[A-Za-z0-9_\-=@,.;]{1,150}$/;
const USER_ID = /^[A-Za-z0-9_-]{1,128}$/;

function client(config: PublishConfig, timeout: number): Pusher {
  const { appId, key, secret, host, port, cluster, tls } = config;
  const common = { appId, key, secret, timeout };
  if (host) return new Pusher({ ...common, useTLS: tls, host, port: port === undefined ? undefined : String(port) });
  return new Pusher({ ...common, useTLS: tls, cluster: cluster || 'mt1' });
}

function asRealtimeError(error: unknown): RealtimeError {
  if (error instanceof RealtimeError) return error;
  if (error instanceof Pusher.RequestError) {
    // The request's address holds a signature and stays out of messages.
    return new RealtimeError(
      error.status ? `Realtime answered ${error.status}` : 'Realtime did not answer',
      error.status,
    );
  }
  return new RealtimeError(error instanceof Error ? error.message : 'Realtime failed', undefined);
}

/** Waits for a call's answer, `timeout` ms at most: the SDK's own limit ends when the first line of the answer is there. */
async function answered(call: Promise<Pusher.Response>, timeout: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new RealtimeError('Realtime did not answer', undefined)), timeout + 100);
  });
  try {
    const response = await Promise.race([call, late]);
    // An answer nobody reads would keep its socket open.
    response.body.resume();
  } catch (error) {
    throw asRealtimeError(error);
  } finally {
    clearTimeout(timer);
  }
}

/** Tells whether a value has the form of a connection's id. Everything else is refused before it is signed or sent. */
function isSocketId(value: unknown): value is string {
  return typeof value === 'string' && SOCKET_ID.test(value);
}

/**
 * Publishes events in their order, ten to a call, each call within two seconds.
 * @throws RealtimeError at the first call that fails; what came before it has gone out, so a repetition may deliver
 *   twice. RangeError when an event's data exceeds 10 kB; nothing has gone out then.
 */
export async function publishBatch(config: PublishConfig, events: readonly PublishedEvent[]): Promise<void> {
  const batch = events.map(({ channel, event, data }) => {
    const text = JSON.stringify(data ?? null);
    if (Buffer.byteLength(text) > DATA_BYTES) throw new RangeError(`The data of ${event} exceeds 10 kB`);
    return { channel, name: event, data: text };
  });
  const pusher = client(config, PUBLISH_TIMEOUT_MS);
  for (let start = 0; start < batch.length; start += BATCH) {
    await answered(pusher.triggerBatch(batch.slice(start, start + BATCH)), PUBLISH_TIMEOUT_MS);
  }
}

/** Publishes one event to any number of channels, a hundred to a call. Throws as `publishBatch` does. */
export async function publishToAll(
  config: PublishConfig,
  channels: readonly string[],
  event: string,
  data: unknown,
): Promise<void> {
  const pusher = client(config, PUBLISH_TIMEOUT_MS);
  for (let start = 0; start < channels.length; start += CHANNELS) {
    await answered(pusher.trigger(channels.slice(start, start + CHANNELS), event, data), PUBLISH_TIMEOUT_MS);
  }
}

/**
 * Signs a connection's subscription to a private or presence channel, with `member` for a connection that is signed in as
 * them and for no other. Whether the caller may hear the channel is decided before; this only refuses what must never be
 * signed.
 * @returns null when socket id or channel are malformed.
 */
export function authorizeChannel(
  config: PublishConfig,
  socketId: unknown,
  channel: unknown,
  member?: { user_id: string; user_info?: Record<string, unknown> },
): Pusher.ChannelAuthResponse | null {
  if (!isSocketId(socketId) || typeof channel !== 'string' || !CHANNEL.test(channel)) return null;
  if (channel.startsWith('presence-') && !member) return null;
  return client(config, PUBLISH_TIMEOUT_MS).authorizeChannel(socketId, channel, member);
}

/**
 * Signs a connection in as a user, so that `terminateUser` can end it.
 * @returns null when the socket id or the user's id are malformed.
 */
export function authenticateUser(
  config: PublishConfig,
  socketId: unknown,
  user: { id: string } & Record<string, unknown>,
): Pusher.UserAuthResponse | null {
  if (!isSocketId(socketId) || !USER_ID.test(user.id)) return null;
  return client(config, PUBLISH_TIMEOUT_MS).authenticateUser(socketId, user);
}

/**
 * Ends all connections of a user, at logout, a change of role or of project membership; each browser asks for its
 * session and, if it still has one, comes back and is authorised anew.
 * @throws RealtimeError when the service refuses or does not answer within two seconds.
 */
export async function terminateUser(config: PublishConfig, userId: string): Promise<void> {
  if (!USER_ID.test(userId)) throw new RangeError('Not a user id');
  await answered(client(config, PUBLISH_TIMEOUT_MS).terminateUserConnections(userId), PUBLISH_TIMEOUT_MS);
}

/** Tells within one second whether the service answers and knows us. Never rejects. */
export async function realtimeAnswers(config: PublishConfig): Promise<boolean> {
  try {
    await answered(client(config, PROBE_TIMEOUT_MS).get({ path: '/channels/readiness' }), PROBE_TIMEOUT_MS);
    return true;
  } catch {
    return false;
  }
}
