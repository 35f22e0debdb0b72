/** Shapes of the Channels protocol, version 7. Everything that arrives is untrusted until checked here. */

export const LIMITS = {
  frameBytes: 32 * 1024,
  dataBytes: 10 * 1024,
  channelsPerEvent: 100,
  eventsPerBatch: 10,
  presenceMembers: 100,
  memberBytes: 1024,
} as const;

/** 4000–4099: do not reconnect; 4100–4199: after a pause; 4200–4299: at once. */
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

/** No colon: it could carry a second field into a signature. */
export function isChannelName(name: unknown): name is string {
  return typeof name === 'string' && CHANNEL.test(name);
}

export function userOfChannel(name: unknown): string | null {
  return typeof name === 'string' ? (USER_CHANNEL.exec(name)?.[1] ?? null) : null;
}

export function needsAuth(channel: string): boolean {
  return channel.startsWith('private-') || isPresence(channel);
}

export function isPresence(channel: string): boolean {
  return channel.startsWith('presence-');
}

export type JsonObject = Record<string, unknown>;

/** JSON text of an object; null for anything else. Never throws. */
export function parseObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
  } catch {
    return null;
  }
}

/** `subscribe.channel` is not checked here: the refusal names the reason. */
export type ClientFrame =
  | { kind: 'ping' | 'pong' | 'client-event' }
  | { kind: 'subscribe'; channel: unknown; auth: unknown; channelData: string | undefined }
  | { kind: 'unsubscribe'; channel: unknown }
  | { kind: 'signin'; auth: unknown; userData: string }
  | { kind: 'bad'; reason: string };

/** Never throws: an unreadable frame is `bad`, with the reason to answer. */
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

/** The protocol wants `data` as a string of JSON; a string is taken to be one already. */
export function eventFrame(event: string, data: unknown, channel?: string): string {
  return JSON.stringify({ event, channel, data: typeof data === 'string' ? data : JSON.stringify(data) });
}

/** Here, unlike in all other frames, `data` is an object. */
export function errorFrame(code: number, message: string): string {
  return JSON.stringify({ event: 'pusher:error', data: { code, message } });
}
