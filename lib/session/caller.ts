import 'server-only';
import { cookies, headers } from 'next/headers';
import { cache } from 'react';
import { env } from '@/lib/env';
import { DomainError } from '@/lib/errors';
import { isSameOrigin } from '@/lib/http/same-origin';
import type { Caller } from '@/lib/org';
import {
  type Claims,
  cookieIn,
  deviceCookieName,
  sessionCookieName,
  sessionTokensIn,
  TokenError,
  verifyToken,
} from '@/lib/session-token';

/** The address the connection came from. A header of the caller's counts only behind a proxy that is trusted. */
export function clientIp(headers: Headers): string | undefined {
  if (env.trustsProxy) return headers.get('x-forwarded-for')?.split(',').at(-1)?.trim();
  return headers.get('x-guildhall-address') ?? undefined;
}

/** Who is at the other end of a request, as far as the server itself sees it. */
export const connectionOf = (headers: Headers) => ({
  ip: clientIp(headers),
  userAgent: headers.get('user-agent')?.slice(0, 300),
  device: cookieIn(headers.get('cookie'), deviceCookieName()),
});

function unauthenticated(error: unknown): DomainError {
  const why = error instanceof TokenError ? error.message : 'Sign in first.';
  return new DomainError(
    'unauthenticated',
    why.startsWith('TokenExpiredError') ? `Unauthorized!${why}` : `Unauthorized! ${why}`,
  );
}

/** Caller of an API request, by bearer or cookie, with the claims; throws `unauthenticated` with the wire's message. */
export async function callerOf(request: Request): Promise<Caller & { claims: Claims; byCookie: boolean }> {
  const header = request.headers.get('authorization');
  const bearer = header === null ? null : (/^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(header.trim())?.[1] ?? '');
  const token = bearer ?? onlyToken(request.headers);
  if (token === undefined) throw unauthenticated(null);
  try {
    const claims = await verifyToken(token);
    return { sid: claims.sid, ...connectionOf(request.headers), claims, byCookie: bearer === null };
  } catch (error) {
    throw unauthenticated(error);
  }
}

/** A page elsewhere cannot make the browser's cookie act here: an unsafe call must come from a page of this host. */
export function refuseForeignOrigin(request: Request): void {
  if (request.method !== 'GET' && !isSameOrigin(request.headers, env.secure))
    throw new DomainError('forbidden', 'This call must come from the application itself.');
}

/** The session cookie's token. Of two, one was planted, and which one nobody can tell: then there is none. */
function onlyToken(headers: Headers): string | undefined {
  const tokens = sessionTokensIn(headers.get('cookie'));
  return tokens.length === 1 ? tokens[0] : undefined;
}

/** Claims of the browser's cookie while a page or action runs; null when there is none that counts. */
export const pageClaims = cache(async (): Promise<Claims | null> => {
  if (sessionTokensIn((await headers()).get('cookie')).length > 1) return null;
  // Not from the header: an action that opened a session is followed by the page in the same request.
  const token = (await cookies()).get(sessionCookieName())?.value;
  return token ? verifyToken(token).catch(() => null) : null;
});

/** Caller of a page or server action; throws `unauthenticated`. */
export async function pageCaller(): Promise<Caller> {
  const claims = await pageClaims();
  if (!claims) throw unauthenticated(null);
  return { sid: claims.sid, ...connectionOf(await headers()) };
}

/** The connection of a page or server action, for limits and the audit log. */
export const pageClient = async () => connectionOf(await headers());
