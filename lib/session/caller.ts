import 'server-only';
import { cookies, headers } from 'next/headers';
import { cache } from 'react';
import { env } from '@/lib/env';
import { DomainError } from '@/lib/errors';
import { isSameOrigin } from '@/lib/http/same-origin';
import { type Caller, notInView, ViewEnded } from '@/lib/org';
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
  verifyViewToken,
  viewCookieName,
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

/** Whether the browser looks as a client, or did until a moment ago. */
export const looksAsClient = (headers: ReadableHeaders): boolean =>
  tokensIn(headers.get('cookie'), viewCookieName()).length > 0;

/** A view reads: everything else is refused before it begins. */
function refuseWriting(caller: Pick<Caller, 'view'>, request: { method?: string }): void {
  if (caller.view && !['GET', 'HEAD', undefined].includes(request.method)) throw notInView();
}

/** By the cookie of a view, or a program's token of one. One that is over is told so, and is no session of anybody. */
async function viewCaller(headers: ReadableHeaders, token: string, byCookie: boolean): Promise<Known> {
  const claims = await verifyViewToken(token).catch(() => {
    throw new ViewEnded();
  });
  return { sid: claims.sid, org: claims.org, view: true, ...connectionOf(headers), claims, byCookie };
}

/**
 * By bearer or cookie; throws `unauthenticated`. `chat`: a session of the chat's frame counts too, and alone where the
 * call says that it is the frame's. A view of a client's pages comes before all other cookies, and only reads unless it `endsView`.
 */
export async function callerOf(
  request: { headers: ReadableHeaders; method?: string },
  chat = false,
  endsView = false,
): Promise<Known> {
  const caller = await anyCallerOf(request, chat);
  if (!endsView) refuseWriting(caller, request);
  return caller;
}

async function anyCallerOf({ headers }: { headers: ReadableHeaders }, chat: boolean): Promise<Known> {
  const views = headers.get('authorization') === null ? tokensIn(headers.get('cookie'), viewCookieName()) : [];
  if (views.length) return viewCaller(headers, only(views) ?? '', true);
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
    const view = own || bearer === null ? null : await verifyViewToken(bearer).catch(() => null);
    if (view && bearer !== null) return viewCaller(headers, bearer, false);
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
  const view = (await cookies()).get(viewCookieName())?.value;
  if (view !== undefined) return viewCaller(await headers(), view, true);
  const claims = await pageClaims();
  if (!claims) throw unauthenticated(null);
  return { sid: claims.sid, org: claims.org, ...connectionOf(await headers()) };
}

export const pageClient = async () => connectionOf(await headers());
