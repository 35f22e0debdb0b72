/** The signed token, in the browser's cookie and as a program's bearer. jose only: it must run at the edge. */
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { env } from '@/lib/env';

/** No rights: role and approval are read from the database at each request. */
export type Claims = {
  sub: string;
  /** Session row: deleting it ends the token. */
  sid: string;
  /** Organisation id and key the token was issued for. */
  org: string;
  key: string;
  kind: 'browser' | 'bearer';
  /** It cannot be renewed after this: seconds since the epoch (14 days). */
  abs: number;
  iat: number;
  exp: number;
};

export const IDLE_SECONDS = 24 * 3600;
export const ABSOLUTE_SECONDS = 14 * 24 * 3600;
export const BEARER_SECONDS = 12 * 3600;
/** An older cookie is renewed on the way. */
const RENEW_AFTER_SECONDS = 3600;

/** Bound to host and scheme as far as the scheme allows. */
export const sessionCookieName = () => (env.secure ? '__Host-guildhall.session' : 'guildhall.session');

export const sessionCookieOptions = () =>
  ({ httpOnly: true, sameSite: 'lax', path: '/', secure: env.secure, maxAge: IDLE_SECONDS }) as const;

/** The cookie's line, for who has no jar of cookies at hand. */
export function sessionCookieLine(token: string): string {
  const { path, maxAge, secure } = sessionCookieOptions();
  return `${sessionCookieName()}=${token}; Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}

/** More than one token means that another host or path has planted one. */
export const sessionTokensIn = (cookieHeader: string | null): string[] => tokensIn(cookieHeader, sessionCookieName());

export function tokensIn(cookieHeader: string | null, name: string): string[] {
  const prefix = `${name}=`;
  return (cookieHeader ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(prefix))
    .map((part) => part.slice(prefix.length).trim());
}

export const deviceCookieName = () => (env.secure ? '__Host-guildhall.device' : 'guildhall.device');

export const cookieIn = (cookieHeader: string | null, name: string): string | undefined =>
  tokensIn(cookieHeader, name)[0];

/** Of the chat's frame: another audience, and a session that opens nothing but the chat. */
export const CHAT_AUDIENCE = 'guildhall:chat';

export const chatCookieName = () => (env.secure ? '__Host-guildhall.chat' : 'guildhall.chat');

/** `seconds`: how long it is kept. In a frame of another site a browser sends it only if it is partitioned. */
export function chatCookieLine(token: string, seconds: number): string {
  const foreign = env.secure && env.chatUrl !== undefined && new URL(env.chatUrl).origin !== new URL(env.appUrl).origin;
  const how = foreign ? 'SameSite=None; Partitioned' : 'SameSite=Lax';
  return `${chatCookieName()}=${token}; Path=/; Max-Age=${seconds}; HttpOnly; ${how}${env.secure ? '; Secure' : ''}`;
}

/** Of a session that opens a part of the application alone. `sub`: of a view, whoever looks. */
export type ChatClaims = Pick<Claims, 'sub' | 'sid' | 'org' | 'key' | 'exp'>;

async function verifyPartial(audience: string, token: string): Promise<ChatClaims> {
  try {
    const claims = await verifyFor<ChatClaims>(audience, token, ['sub', 'sid', 'org', 'key']);
    if (UUID.test(claims.sid)) return claims;
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new TokenError('expired');
  }
  throw new TokenError('invalid');
}

/** Throws TokenError. */
export const verifyChatToken = (token: string): Promise<ChatClaims> => verifyPartial(CHAT_AUDIENCE, token);

/** Of a view of a client's pages: another audience, and a session that reads as the client and nothing else. */
export const VIEW_AUDIENCE = 'guildhall:view';
export const VIEW_SECONDS = 30 * 60;
/** It outlasts the view, so that one which is over is told and not just gone. */
const VIEW_COOKIE_SECONDS = 14 * 24 * 3600;

export const viewCookieName = () => (env.secure ? '__Host-guildhall.view' : 'guildhall.view');

/** Null takes it away. */
export const viewCookieLine = (token: string | null): string =>
  `${viewCookieName()}=${token ?? ''}; Path=/; Max-Age=${token === null ? 0 : VIEW_COOKIE_SECONDS}; HttpOnly; SameSite=Lax${env.secure ? '; Secure' : ''}`;

/** Throws TokenError. */
export const verifyViewToken = (token: string): Promise<ChatClaims> => verifyPartial(VIEW_AUDIENCE, token);

/** Email of a pending sign-up or reset, so that the next page need not ask again. */
export const PENDING_COOKIE = 'guildhall.pending';
/** The sign-up made in this browser: a code entered here confirms that one. */
export const SIGN_UP_COOKIE = 'guildhall.sign-up';

export class TokenError extends Error {
  constructor(readonly reason: 'expired' | 'invalid') {
    super(reason === 'expired' ? 'TokenExpiredError: jwt expired' : 'JsonWebTokenError: invalid token');
  }
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const ISSUER = 'guildhall';
const AUDIENCE = 'guildhall:session';
const encoder = new TextEncoder();

const keyIds = new Map<string, string>();

async function keyId(secret: string) {
  const known = keyIds.get(secret);
  if (known) return known;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(`kid:${secret}`)));
  const id = [...digest.slice(0, 6)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  keyIds.set(secret, id);
  return id;
}

/** `expiresAt` in seconds since the epoch. */
export const signToken = (claims: Omit<Claims, 'iat' | 'exp'>, expiresAt: number): Promise<string> =>
  signFor(AUDIENCE, claims, expiresAt);

/** For one purpose only: no other audience accepts the token. */
export async function signFor(audience: string, claims: object, expiresAt: number): Promise<string> {
  const [secret] = env.authSecrets;
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: await keyId(secret) })
    .setIssuer(ISSUER)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(expiresAt)
    .sign(encoder.encode(secret));
}

/** Throws jose's error when the token is expired or for another audience. */
export async function verifyFor<T>(audience: string, token: string, requiredClaims: string[]): Promise<T & JWTPayload> {
  const { payload } = await jwtVerify<T>(
    token,
    async ({ kid }) => {
      for (const secret of env.authSecrets) if ((await keyId(secret)) === kid) return encoder.encode(secret);
      throw new errors.JWSSignatureVerificationFailed();
    },
    { algorithms: ['HS256'], issuer: ISSUER, audience, requiredClaims: ['exp', ...requiredClaims] },
  );
  return payload;
}

/** A signature once found good stays so; whether the session still counts is asked of the database each time. */
const verified = new Map<string, { claims: Claims; secrets: string }>();
const MOST_VERIFIED = 2_000;

/** Checks signature, issuer, audience and expiry; throws TokenError. */
export async function verifyToken(token: string): Promise<Claims> {
  const secrets = env.authSecrets.join();
  const known = verified.get(token);
  if (known && known.secrets === secrets && known.claims.exp > Date.now() / 1000) return known.claims;
  try {
    const payload = await verifyFor<Claims>(AUDIENCE, token, ['sub', 'sid', 'org', 'key']);
    if (!UUID.test(String(payload.sid))) throw new errors.JWTInvalid();
    const [oldest] = verified.keys();
    if (verified.size >= MOST_VERIFIED && oldest !== undefined) verified.delete(oldest);
    verified.set(token, { claims: Object.freeze(payload), secrets });
    return payload;
  } catch (error) {
    throw new TokenError(error instanceof errors.JWTExpired ? 'expired' : 'invalid');
  }
}

/** The claims for another idle period, within the absolute end; null while the token is fresh. */
export async function renewedToken(claims: Claims, now = Math.floor(Date.now() / 1000)): Promise<string | null> {
  if (claims.kind !== 'browser' || now - claims.iat < RENEW_AFTER_SECONDS) return null;
  const expiresAt = Math.min(now + IDLE_SECONDS, claims.abs);
  if (expiresAt <= now) return null;
  const { iat: _iat, exp: _exp, ...kept } = claims;
  return signToken(kept, expiresAt);
}
