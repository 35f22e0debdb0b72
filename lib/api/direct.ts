import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import { answerCall, findEndpoints } from '@/lib/api/call';
import { table } from '@/lib/api/table';
import { env } from '@/lib/env';
import type { Taker } from '@/lib/http/direct';
import { SECURITY_HEADERS } from '@/lib/http/security-headers.mjs';
import { renewedToken, sessionCookieLine, sessionTokensIn, verifyToken } from '@/lib/session-token';
import { isChatHost } from '@/lib/tenant/chat-host';
import { hostOf, isKnownHost, type ReadableHeaders } from '@/lib/tenant/tenant';
import { fileResponse } from '@/lib/transport/file-response';
import type { Answer } from '@/lib/transport/once';

/** Calls of the API as the server takes them: Next's router, edge and route runtime cost more than most calls. */

/** Anything else is a matter for the edge and for Next: escapes, empty segments, unknown hosts, planted cookies. */
const PLAIN = /^\/api\/([\w-]+(?:\/[\w-]+)*)(?:\?|$)/;

/** In bytes: smaller answers fit into one packet; from the second on packing leaves the event loop. */
const PACKED_FROM = 1_024;
const PACKED_BESIDE_FROM = 64 * 1_024;
/** The fastest level that still packs repeated records to a fourteenth. */
const PACKING = { level: 3 };
const packedBeside = promisify(gzip);

/** JSON opens nothing and is framed by nobody. */
const HEADERS = {
  ...SECURITY_HEADERS,
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  Vary: 'Accept-Encoding',
  'Cache-Control': 'no-store',
  'Content-Type': 'application/json',
};

/** Endpoints whose input and answer are JSON, and files, whose length Next does not tell. */
export const takeCall: Taker = (request, response) => {
  const path = PLAIN.exec(request.url ?? '')?.[1];
  if (path === undefined) return false;
  const { method } = request;
  const endpoint = findEndpoints(table, path)
    .map((one) => one.endpoint)
    .find((one) => one.method === (one.shown && method === 'HEAD' ? 'GET' : method));
  if (!endpoint || (endpoint.shape === 'file' && !endpoint.shown) || endpoint.multipart) return false;
  const headers = headersOf(request);
  const host = hostOf(headers);
  if (!isChatHost(host) && !isKnownHost(host, env.appUrl, env.rootDomain, env.mode !== 'production')) return false;
  const tokens = sessionTokensIn(headers.get('cookie'));
  if (tokens.length > 1) return false;
  void respond(request, response, { headers, path, token: tokens[0] });
  return true;
};

const headersOf = ({ headers }: IncomingMessage): ReadableHeaders => ({
  get: (name) => {
    const value = headers[name];
    return Array.isArray(value) ? value.join(', ') : (value ?? null);
  },
});

type Call = { headers: ReadableHeaders; path: string; token: string | undefined };

async function respond(request: IncomingMessage, response: ServerResponse, call: Call): Promise<void> {
  const { method = 'GET', url = '' } = request;
  const body = request.iterator({ destroyOnReturn: false });
  const { headers, path } = call;
  const asked = { method, url: `http://localhost${url}`, headers, body };
  const answer = await answerCall<Response | Written>(table, asked, path, (one) =>
    one.file ? fileResponse(one.file, one, asked) : written(one),
  );
  const renewed = method === 'GET' ? await renewedCookie(call.token) : null;
  if (answer instanceof Response) return sendFile(response, answer, renewed);
  const { packed, bytes } = await packedFor(headers, answer.bytes);
  // Gone, or refused meanwhile because its body came too slowly.
  if (response.destroyed || response.headersSent) return;
  response.writeHead(answer.status, {
    ...HEADERS,
    ...answer.headers,
    ...(packed && { 'Content-Encoding': 'gzip' }),
    'Content-Length': bytes.length,
    ...(renewed && { 'Set-Cookie': renewed }),
  });
  response.end(bytes);
}

/** Within the call, which answers for what JSON cannot hold. */
const written = ({ body, ...answer }: Answer) => ({ ...answer, bytes: Buffer.from(JSON.stringify(body)) });

type Written = ReturnType<typeof written>;

async function sendFile(response: ServerResponse, { status, headers, body }: Response, renewed: string | null) {
  if (response.destroyed || response.headersSent) return body?.cancel();
  const all = new Headers({ ...SECURITY_HEADERS, ...(renewed && { 'Set-Cookie': renewed }) });
  for (const [name, value] of headers) all.set(name, value);
  response.writeHead(status, Object.fromEntries(all));
  // Who has gone ends it; so do bytes that cannot be read, whose reader then sees less than it was told.
  if (body) await pipeline(Readable.fromWeb(body as ReadableStream), response).catch(() => response.destroy());
  else response.end();
}

async function packedFor(headers: ReadableHeaders, bytes: Buffer): Promise<{ packed: boolean; bytes: Buffer }> {
  const packed = bytes.length >= PACKED_FROM && acceptsGzip(headers.get('accept-encoding'));
  if (!packed) return { packed, bytes };
  if (bytes.length < PACKED_BESIDE_FROM) return { packed, bytes: gzipSync(bytes, PACKING) };
  return { packed, bytes: await packedBeside(bytes, PACKING) };
}

/** RFC 9110, 12.5.3. */
export const acceptsGzip = (accepted: string | null): boolean =>
  (accepted ?? '')
    .toLowerCase()
    .split(',')
    .some((one) => /^\s*(?:x-)?gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*$)[\d.]+\s*)?$/.test(one));

/** The browser's own cookie for another idle period, as the edge renews it with pages. */
async function renewedCookie(token: string | undefined): Promise<string | null> {
  const claims = token && (await verifyToken(token).catch(() => null));
  const renewed = claims && (await renewedToken(claims));
  return renewed ? sessionCookieLine(renewed) : null;
}
