import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

export interface ProtocolApp {
  id: string;
  key: string;
  secret: string;
}

/** Seconds between a request's timestamp and this machine's clock. */
const CLOCK_TOLERANCE = 600;

function hmac(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}

/** In constant time. */
function same(given: unknown, wanted: string): boolean {
  if (typeof given !== 'string') return false;
  const left = Buffer.from(given);
  const right = Buffer.from(wanted);
  return left.length === right.length && timingSafeEqual(left, right);
}

/** The socket id is the server's own, so signatures for other sockets or channels fail. */
export function channelAuthValid(
  app: ProtocolApp,
  socketId: string,
  channel: string,
  channelData: string | undefined,
  auth: unknown,
): boolean {
  const signed = channelData === undefined ? `${socketId}:${channel}` : `${socketId}:${channel}:${channelData}`;
  return same(auth, `${app.key}:${hmac(app.secret, signed)}`);
}

export function userAuthValid(app: ProtocolApp, socketId: string, userData: string, auth: unknown): boolean {
  return same(auth, `${app.key}:${hmac(app.secret, `${socketId}::user::${userData}`)}`);
}

/** @returns null when the call is genuine, else the reason for the 401 answer. */
export function requestRefusal(
  app: ProtocolApp,
  request: { method: string; path: string; query: ReadonlyMap<string, string>; body: Buffer },
): string | null {
  const { method, path, query, body } = request;
  if (query.get('auth_key') !== app.key) return 'Unknown auth_key';
  if (query.get('auth_version') !== '1.0') return 'Unsupported auth_version';
  const timestamp = query.get('auth_timestamp') ?? '';
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > CLOCK_TOLERANCE) {
    return 'Timestamp expired';
  }
  const digest = query.get('body_md5');
  if ((body.length > 0 || digest !== undefined) && !same(digest, createHash('md5').update(body).digest('hex'))) {
    return 'Invalid body_md5';
  }
  const signed = [...query.keys()].filter((name) => name !== 'auth_signature').sort();
  const text = [method, path, signed.map((name) => `${name}=${query.get(name)}`).join('&')].join('\n');
  return same(query.get('auth_signature'), hmac(app.secret, text)) ? null : 'Invalid signature';
}
