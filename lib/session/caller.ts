import 'server-only';
import { cookies, headers } from 'next/headers';
import { cache } from 'react';
import { env } from '@/lib/env';
import { DomainError } from '@/lib/errors';
import { isSameOrigin } from '@/lib/http/same-origin';
import type { Caller } from '@/lib/org';
import { CHAT_CALL } from '@/lib/session/vocabulary';
import {
  type ChatClaims,
  type Claims,
  chatCookieName,
  cookieIn,
  deviceCookieName,
  sessionCookieName,
  sessionTokensIn,
  TokenError,
  tokensIn,
  verifyChatToken,
  verifyToken,
} from '@/lib/session-token';
import type { ReadableHeaders } from '@/lib/tenant/tenant';
import { cut } from '@/lib/text';

/** A forwarding header counts only behind a trusted proxy, or behind `server.ts`, which writes it itself. */
export const clientIp = (headers: ReadableHeaders): string | undefined =>
  env.trustsProxy ? headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;

export const connectionOf = (headers: ReadableHeaders) => ({
  ip: clientIp(headers),
  userAgent: cut(headers.get('user-agent') ?? '', 300) || undefined,
  device: cookieIn(headers.get('cookie'), deviceCookieName()),
});

function unauthenticated(error: unknown): DomainError {
  const why = error instanceof TokenError ? error.message : 'Sign in first.';
  return new DomainError(
    'unauthenticated',
    why.startsWith('TokenExpiredError') ? `Unauthorized!${why}` : `Unauthorized! ${why}`,
  );
}

type Known = Caller & { claims: ChatClaims; byCookie: boolean };

/**
 * By bearer or cookie; throws `unauthenticated`. `chat`: a session of the chat's frame counts too, and alone where the
 * call says that it is the frame's.
 */
export async function callerOf(request: { headers: ReadableHeaders }, chat = false): Promise<Known> {
  const { headers } = request;
  if (headers.get(CHAT_CALL) !== null) {
    const own = await chatCaller(headers, only(tokensIn(headers.get('cookie'), chatCookieName())));
    if (chat) return own;
    throw new DomainError('forbidden', 'This session is for the chat alone.');
  }
  const header = headers.get('authorization');
  const bearer = header === null ? null : (/^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(header.trim())?.[1] ?? '');
  const cookies = sessionTokensIn(headers.get('cookie'));
  const token = bearer ?? only(cookies);
  if (token === undefined) {
    // In a frame of another host it is alone; images say nothing of themselves.
    const own = chat && cookies.length === 0 ? only(tokensIn(headers.get('cookie'), chatCookieName())) : undefined;
    return own === undefined ? refuse(null) : chatCaller(headers, own);
  }
  try {
    const claims = await verifyToken(token);
    return { sid: claims.sid, org: claims.org, ...connectionOf(headers), claims, byCookie: bearer === null };
  } catch (error) {
    const own = chat && bearer !== null ? await chatCaller(headers, bearer).catch(() => null) : null;
    return own ? { ...own, byCookie: false } : refuse(error);
  }
}

async function chatCaller(headers: ReadableHeaders, token: string | undefined): Promise<Known> {
  const claims = await verifyChatToken(token ?? '').catch(refuse);
  return { sid: claims.sid, org: claims.org, chat: true, ...connectionOf(headers), claims, byCookie: true };
}

function refuse(error: unknown): never {
  throw unauthenticated(error);
}

/** CSRF: an unsafe call by cookie must come from a page of this host. */
export function refuseForeignOrigin(request: { method: string; headers: ReadableHeaders }): void {
  if (!['GET', 'HEAD'].includes(request.method) && !isSameOrigin(request.headers, env.secure))
    throw new DomainError('forbidden', 'This call must come from the application itself.');
}

/** Of two cookies of one name one was planted, and they look alike: then neither counts. */
const only = (tokens: string[]): string | undefined => (tokens.length === 1 ? tokens[0] : undefined);

/** The session that a browser's cookie names, whether or not it still counts; null without one. */
export async function sessionInCookie(headers: ReadableHeaders): Promise<string | null> {
  const token = only(sessionTokensIn(headers.get('cookie')));
  const claims = token === undefined ? null : await verifyToken(token).catch(() => null);
  return claims?.sid ?? null;
}

/** Claims of the browser's cookie; null without a valid one. */
export const pageClaims = cache(async (): Promise<Claims | null> => {
  if (sessionTokensIn((await headers()).get('cookie')).length > 1) return null;
  // Not from the header: an action that opened a session renders the page in the same request.
  const token = (await cookies()).get(sessionCookieName())?.value;
  return token ? verifyToken(token).catch(() => null) : null;
});

export async function pageCaller(): Promise<Caller> {
  const claims = await pageClaims();
  if (!claims) throw unauthenticated(null);
  return { sid: claims.sid, org: claims.org, ...connectionOf(await headers()) };
}

export const pageClient = async () => connectionOf(await headers());
