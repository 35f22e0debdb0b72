import { type NextRequest, NextResponse } from 'next/server';
import { env } from '@/lib/env';
import { refusalOfBody } from '@/lib/http/form-body';
import { isReadableQuery } from '@/lib/http/query-text';
import { isForm, isSameOrigin } from '@/lib/http/same-origin';
import { liveConfigOf, liveSources } from '@/lib/realtime/live-config';
import {
  type Claims,
  renewedToken,
  sessionCookieName,
  sessionCookieOptions,
  sessionTokensIn,
  tokensIn,
  verifyToken,
  verifyViewToken,
  viewCookieLine,
  viewCookieName,
} from '@/lib/session-token';
import { chatAncestors, chatOrigin, isChatHost, isServedThere } from '@/lib/tenant/chat-host';
import { GUARDED_ROUTES, hostOf, isKnownHost, resolveAddress } from '@/lib/tenant/tenant';

/** Host and path → organisation, guard, content security policy. Only a first gate: lib/org.ts checks again. */
export async function middleware(request: NextRequest): Promise<NextResponse> {
  const host = hostOf(request.headers);
  const { pathname, search, searchParams } = request.nextUrl;
  const ofChat = isChatHost(host) && isServedThere(pathname);
  if (!ofChat && !isKnownHost(host, env.appUrl, env.rootDomain, env.mode !== 'production'))
    return new NextResponse('This host is not served here.', { status: 421 });

  if (!isReadableQuery(search))
    return new NextResponse('This URL cannot be read: its query is not UTF-8. Type or copy it anew.', { status: 400 });
  if (pathname.startsWith('/api/') && !isDecodable(pathname))
    return NextResponse.json(
      { status: 404, code: 'not_found', message: 'This endpoint does not exist.', request_id: crypto.randomUUID() },
      { status: 404 },
    );
  if (isForm(request.method, pathname)) {
    if (!isSameOrigin(request.headers, env.secure))
      return new NextResponse('This form must be sent from the application itself.', { status: 403 });
    const refusal = await refusalOfBody(request);
    if (refusal) return new NextResponse(refusal.message, { status: refusal.status });
  }
  const address = resolveAddress(host, pathname, env.rootDomain);
  const planted = sessionTokensIn(request.headers.get('cookie')).length > 1;
  const claims = planted ? null : await claimsOf(request);
  const nonce = btoa(crypto.randomUUID());
  const policy = contentSecurityPolicy(nonce, host, pathname);

  // Values sent under these names are never believed.
  const headers = new Headers(request.headers);
  for (const name of ['x-nonce', 'x-guildhall-path', 'x-middleware-subrequest']) headers.delete(name);
  headers.set('x-nonce', nonce);
  headers.set('content-security-policy', policy);
  if (planted) headers.set('cookie', withoutCookie(request.headers.get('cookie') ?? '', sessionCookieName()));
  const finish = (response: NextResponse) => {
    if (planted) for (const line of clearedSessions(host, pathname)) response.headers.append('Set-Cookie', line);
    response.headers.set('Content-Security-Policy', policy);
    return response;
  };

  // Next's last-resort error page is also a URL, and answers 500.
  if (address.kind === 'foreign' || /^\/_global-error(?:\/|$)/.test(pathname)) {
    const url = request.nextUrl.clone();
    url.pathname = '/nothing-here';
    return finish(NextResponse.rewrite(url, { request: { headers } }));
  }
  if (pathname === CHAT && searchParams.has('token')) {
    const url = request.nextUrl.clone();
    url.pathname = `${CHAT}/open`;
    return finish(NextResponse.rewrite(url, { request: { headers } }));
  }
  headers.set('x-guildhall-path', `${address.kind === 'rewrite' ? address.pathname : pathname}${search}`);

  const views = tokensIn(request.headers.get('cookie'), viewCookieName());
  if (pathname === VIEW_ENDED) {
    // Whoever is told so looks as themselves from now on.
    if (views.length) headers.set('cookie', withoutCookie(request.headers.get('cookie') ?? '', viewCookieName()));
    const response = finish(NextResponse.next({ request: { headers } }));
    if (views.length) response.headers.append('Set-Cookie', viewCookieLine(null));
    return response;
  }
  if (views.length && request.method === 'GET' && !isPartOfView(pathname, address.route)) {
    const holds = views.length === 1 && (await verifyViewToken(views[0] as string).catch(() => null));
    return finish(NextResponse.redirect(new URL(holds ? '/view' : VIEW_ENDED, originOf(host))));
  }

  if ((GUARDED_ROUTES as readonly string[]).includes(address.route ?? '') && !claims) {
    const back = new URL('/', originOf(host));
    back.searchParams.set('next', `${pathname}${search}`);
    return finish(NextResponse.redirect(back));
  }

  let response: NextResponse;
  if (address.kind === 'rewrite') {
    const url = request.nextUrl.clone();
    url.pathname = address.pathname;
    response = NextResponse.rewrite(url, { request: { headers } });
  } else {
    response = NextResponse.next({ request: { headers } });
  }
  // Sliding renewal: 24 h idle, 14 days at most. next-auth's URLs renew and remove the cookie themselves.
  const slides = request.method === 'GET' && !pathname.startsWith('/api/auth/');
  const renewed = claims && slides ? await renewedToken(claims) : null;
  if (renewed) response.cookies.set(sessionCookieName(), renewed, sessionCookieOptions());
  return finish(response);
}

function isDecodable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}

async function claimsOf(request: NextRequest): Promise<Claims | null> {
  const token = request.cookies.get(sessionCookieName())?.value;
  return token ? verifyToken(token).catch(() => null) : null;
}

const originOf = (host: string) => `${env.secure ? 'https' : 'http'}://${host}`;

const VIEW_ENDED = '/view/ended';
/** Pages of an organisation that whoever looks as a client sees. */
const VIEWED_ROUTES = ['dashboard', 'project', 'projectdetails', 'task', 'taskpage', 'file_manager', 'meeting'];

/** All other pages are somebody's own: of the client or of whoever looks. */
const isPartOfView = (pathname: string, route: string | null): boolean =>
  route !== null
    ? VIEWED_ROUTES.includes(route)
    : /^\/(?:view|docs|dev|api|logo|\.well-known|_next)(?:\/|$)|\.\w+$/.test(pathname);

const CHAT = '/embed/chat';

/** Scripts by nonce only; connections to ourselves and the realtime service; only we may frame our pages. */
function contentSecurityPolicy(nonce: string, host: string, pathname: string): string {
  const sockets = liveSources(liveConfigOf(env.realtime), host);
  const origin = chatOrigin();
  const chat = origin ? ` ${origin}` : '';
  const development = env.mode === 'development' ? " 'unsafe-eval'" : '';
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...sockets, ...env.uploadthingOrigins].join(' '),
    `frame-src 'self'${chat}`,
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${pathname === CHAT ? chatAncestors() : "'self'"}`,
    "manifest-src 'self'",
  ].join('; ');
}

const withoutCookie = (cookieHeader: string, name: string) =>
  cookieHeader
    .split(';')
    .filter((part) => !part.trim().startsWith(`${name}=`))
    .join(';');

/** A browser keeps a cookie per domain and path, and only the same pair removes it; it may have been planted on any. */
function clearedSessions(host: string, pathname: string): string[] {
  const name = host.replace(/:\d+$/, '');
  const parts = pathname
    .split('/', 4)
    .slice(1)
    .filter((part) => /^[\w.~%-]+$/.test(part));
  const paths = ['/', ...parts.map((_, at) => `/${parts.slice(0, at + 1).join('/')}`)];
  const domains = [null, ...new Set([name, env.rootDomain].filter((one) => one !== undefined))];
  return domains.flatMap((domain) =>
    paths.map(
      (path) =>
        `${sessionCookieName()}=; Max-Age=0; Path=${path}; HttpOnly; SameSite=Lax` +
        `${domain ? `; Domain=${domain}` : ''}${env.secure ? '; Secure' : ''}`,
    ),
  );
}

/**
 * Not files or routes with their own headers, what a prober asks by whatever name it knows, nor plain calls of the API,
 * which check for themselves (lib/api/serve.ts) and whose bodies Next would copy into memory and cut at 10 MB. Whole
 * paths, because prefixes and endings match other URLs too.
 */
export const config = {
  matcher: [
    '/((?!_next/static/|(?:healthz|favicon\\.ico|push\\.js|icon\\.svg|logo\\.svg|file-picture\\.svg|logo-fallback\\.svg|avatar-default\\.svg|auth-side-(?:dark|light)\\.svg|product-(?:phone-)?(?:dark|light)\\.png|logo/[0-9a-f]{32}\\.(?:webp|png)|readyz|api/picture/[\\w-]+/[\\w-]+\\.webp|api/(?!(?:auth|cron|error-report|pusher|unsubscribe|uploadthing)(?:/|$))[\\w-]+(?:/[\\w-]+)*)$).*)',
  ],
};
