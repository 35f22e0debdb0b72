import 'server-only';
import Pusher from 'pusher';
import type { RealtimeConfig } from '@/lib/env';

/** A provider's cluster, or a host that speaks the protocol; and what signs our calls. */
export type PublishConfig = Pick<RealtimeConfig, 'appId' | 'key' | 'secret' | 'cluster' | 'host' | 'port' | 'tls'>;

export interface PublishedEvent {
  channel: string;
  event: string;
  /** JSON, at most 10 kB: ids and versions, never content. */
  data: unknown;
}

/** `status` is the service's HTTP status; undefined when it did not answer in time. */
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
const DATA_BYTES = 10 * 1024;
const SOCKET_ID = /^\d{1,10}\.\d{1,10}$/;
/** A colon would let a name carry a second field into the signature. */
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

/** `timeout` in ms, for the whole answer: the SDK's own limit ends with the answer's first line. */
async function answered(call: Promise<Pusher.Response>, timeout: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new RealtimeError('Realtime did not answer', undefined)), timeout + 100);
  });
  try {
    const response = await Promise.race([call, late]);
    // An unread answer would keep its socket open.
    response.body.resume();
  } catch (error) {
    throw asRealtimeError(error);
  } finally {
    clearTimeout(timer);
  }
}

function isSocketId(value: unknown): value is string {
  return typeof value === 'string' && SOCKET_ID.test(value);
}

/**
 * In order, ten to a call, two seconds for each call.
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

/**
 * `member` only for a connection signed in as them. The caller checks the right; this refuses what must never be
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
 * Ends all connections of a user; browsers that still have a session come back and are authorised anew.
 * @throws RealtimeError when the service refuses or does not answer within two seconds.
 */
export async function terminateUser(config: PublishConfig, userId: string): Promise<void> {
  if (!USER_ID.test(userId)) throw new RangeError('Not a user id');
  await answered(client(config, PUBLISH_TIMEOUT_MS).terminateUserConnections(userId), PUBLISH_TIMEOUT_MS);
}

/** Whether the service answers and accepts our keys, within one second. Never rejects. */
export async function realtimeAnswers(config: PublishConfig): Promise<boolean> {
  try {
    await answered(client(config, PROBE_TIMEOUT_MS).get({ path: '/channels/readiness' }), PROBE_TIMEOUT_MS);
    return true;
  } catch {
    return false;
  }
}
