import 'server-only';
import { callApi, findEndpoints } from '@/lib/api/call';
import { table } from '@/lib/api/table';
import { env } from '@/lib/env';
import { SECURITY_HEADERS } from '@/lib/http/security-headers.mjs';
import { renewedToken, sessionCookieLine, sessionTokensIn, verifyToken } from '@/lib/session-token';
import { isChatHost } from '@/lib/tenant/chat-host';
import { hostOf, isKnownHost } from '@/lib/tenant/tenant';

/** JSON opens nothing and is framed by nobody; a file has a stricter policy of its own. */
const HEADERS = { ...SECURITY_HEADERS, 'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'" };

export const isCall = (path: string): boolean => findEndpoints(table, path).length > 0;

/** A call of the endpoint table with all its checks, on whatever road it came: the edge does not look at calls. */
export async function serveApi(request: Request, path: string): Promise<Response> {
  const host = hostOf(request.headers);
  if (!isChatHost(host) && !isKnownHost(host, env.appUrl, env.rootDomain, env.mode !== 'production'))
    return new Response('This host is not served here.', { status: 421, headers: HEADERS });
  const answer = await forPlainForm(request, await callApi(table, request, path));
  for (const [name, value] of Object.entries(HEADERS)) if (!answer.headers.has(name)) answer.headers.set(name, value);
  const renewed = request.method === 'GET' ? await renewedCookie(request.headers) : null;
  if (renewed) answer.headers.append('Set-Cookie', renewed);
  return answer;
}

/** A form that was sent without scripts wants a page: the one it came from, or in words why not. */
async function forPlainForm(request: Request, answer: Response): Promise<Response> {
  const { method, headers } = request;
  const from = headers.get('referer');
  if (method !== 'POST' || headers.get('sec-fetch-mode') !== 'navigate' || !from) return answer;
  if (answer.ok) return new Response(null, { status: 303, headers: { Location: from } });
  const { message } = (await answer.json()) as { message: string };
  return new Response(`${message}\n\nGo back and try again.`, {
    status: answer.status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  });
}

/** The browser's own cookie for another idle period, as the edge renews it with pages. */
async function renewedCookie(headers: Headers): Promise<string | null> {
  const [token, ...more] = sessionTokensIn(headers.get('cookie'));
  const claims = token && !more.length && (await verifyToken(token).catch(() => null));
  const renewed = claims && (await renewedToken(claims));
  return renewed ? sessionCookieLine(renewed) : null;
}
