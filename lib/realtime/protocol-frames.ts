/** Shapes of the Channels protocol, version 7. Everything that arrives is untrusted until it came through here. */

export const LIMITS = {
  /** Bytes of one frame from a client. */
  frameBytes: 32 * 1024,
  /** Bytes of the `data` of one published event. */
  dataBytes: 10 * 1024,
  /** Channels one event may be published to. */
  channelsPerEvent: 100,
  /** Events in one call of `batch_events`. */
  eventsPerBatch: 10,
  /** Members of one presence channel. */
  presenceMembers: 100,
  /** Bytes of a member's `channel_data`. */
  memberBytes: 1024,
} as const;

/** Codes of `pusher:error` frames and of closed connections. 4000–4099: do not come back; 4100–4199: come back after a pause; 4200–4299: at once. */
export const CODES = {
  unknownApp: 4001,
  unsupportedProtocol: 4007,
  unauthorized: 4009,
  overCapacity: 4100,
  badFrame: 4200,
  noPong: 4201,
  clientEventRejected: 4301,
} as const;

const CHANNEL = /^[A-Za-z0-9_\-=@,.;]{1,164}$/;
const USER_CHANNEL = /^#server-to-user-([^\s]{1,128})$/;
const SOCKET_ID = /^\d{1,10}\.\d{1,10}$/;

/** Tells whether a name may be a channel's; it holds no colon, so it cannot smuggle a second field into a signature. */
export function isChannelName(name: unknown): name is string {
  return typeof name === 'string' && CHANNEL.test(name);
}

/** The user a `#server-to-user-…` channel speaks to, or null for any other name. */
export function userOfChannel(name: unknown): string | null {
  return typeof name === 'string' ? (USER_CHANNEL.exec(name)?.[1] ?? null) : null;
}

/** Tells whether a value has the form of a socket id, `digits.digits`. */
export function isSocketId(value: unknown): value is string {
  return typeof value === 'string' && SOCKET_ID.test(value);
}

/** Tells whether a channel of this name admits only those who bring a signature. */
export function needsAuth(channel: string): boolean {
  return channel.startsWith('private-') || isPresence(channel);
}

/** Tells whether a channel of this name keeps a list of members. */
export function isPresence(channel: string): boolean {
  return channel.startsWith('presence-');
}

export type JsonObject = Record<string, unknown>;

/** Parses JSON text that must be an object; null for anything else. Never throws. */
export function parseObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
  } catch {
    return null;
  }
}

/** What a client may say. `subscribe.channel` is left unchecked here: the refusal names the reason. */
export type ClientFrame =
  | { kind: 'ping' | 'pong' | 'client-event' }
  | { kind: 'subscribe'; channel: unknown; auth: unknown; channelData: string | undefined }
  | { kind: 'unsubscribe'; channel: unknown }
  | { kind: 'signin'; auth: unknown; userData: string }
  | { kind: 'bad'; reason: string };

/** Reads one frame of a client. Never throws: whatever cannot be understood is `bad`, with the reason to answer. */
export function readFrame(text: string): ClientFrame {
  const frame = parseObject(text);
  if (!frame) return { kind: 'bad', reason: 'Invalid JSON' };
  const { event } = frame;
  if (typeof event !== 'string') return { kind: 'bad', reason: 'An event needs a name' };
  if (event.startsWith('client-')) return { kind: 'client-event' };
  if (event === 'pusher:ping') return { kind: 'ping' };
  if (event === 'pusher:pong') return { kind: 'pong' };
  const data = typeof frame.data === 'string' ? parseObject(frame.data) : frame.data;
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    return { kind: 'bad', reason: 'Invalid data' };
  }
  const { channel, auth, channel_data: channelData, user_data: userData } = data as JsonObject;
  if (event === 'pusher:subscribe') {
    if (channelData !== undefined && channelData !== null && typeof channelData !== 'string') {
      return { kind: 'bad', reason: 'Invalid channel_data' };
    }
    return { kind: 'subscribe', channel, auth, channelData: channelData ?? undefined };
  }
  if (event === 'pusher:unsubscribe') return { kind: 'unsubscribe', channel };
  if (event === 'pusher:signin') {
    return typeof userData === 'string'
      ? { kind: 'signin', auth, userData }
      : { kind: 'bad', reason: 'Invalid user_data' };
  }
  return { kind: 'bad', reason: 'Unknown event' };
}

/** Text of a frame to a client. The protocol wants `data` as a string of JSON; a string is taken to be one already. */
export function eventFrame(event: string, data: unknown, channel?: string): string {
  return JSON.stringify({ event, channel, data: typeof data === 'string' ? data : JSON.stringify(data) });
}

/** Text of an error frame; its data is, unlike all others, an object. */
export function errorFrame(code: number, message: string): string {
  return JSON.stringify({ event: 'pusher:error', data: { code, message } });
}
