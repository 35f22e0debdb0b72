/**
 * Calls of the API on a server of one's own: `server.ts` hands them to the route's own function before Next's router,
 * which costs more than most calls. Nothing depends on it: `next start` and serverless hosts answer the same.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ReadableStream } from 'node:stream/web';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

type Serve = (request: Request, path: string) => Promise<Response>;
type Offer = { isCall: (path: string) => boolean; serve: Serve };
/** The route, which Next bundles, offers what it does when Next loads it: when the server starts. */
const held = globalThis as { guildhallApi?: Offer };
export function offerApi(offer: Offer): void {
  held.guildhallApi = offer;
}

/** Plain paths only: escapes, dots and empty segments are a matter for Next. */
const PLAIN = /^\/api\/([\w-]+(?:\/[\w-]+)*)(?:\?|$)/;
/** RFC 9110, 12.5.3. */
const GZIP = /(?:^|,)\s*(?:x-)?gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[\d.]+\s*)?(?:,|$)/i;
/** In bytes: smaller answers fit into one packet. The level still packs repeated records to a fourteenth. */
const [PACKED_FROM, LEVEL] = [1_024, 3];
const packed = promisify(gzip);

/** Answers a call; null for what is none, and until the route is loaded. */
export function answerApi(request: IncomingMessage, response: ServerResponse): Promise<void> | null {
  const path = PLAIN.exec(request.url ?? '')?.[1];
  const offer = held.guildhallApi;
  return path !== undefined && offer?.isCall(path) ? answer(offer.serve, path, request, response) : null;
}

async function answer(serve: Serve, path: string, request: IncomingMessage, response: ServerResponse) {
  const { method = 'GET', url } = request;
  const headers = new Headers(request.headers as Record<string, string>);
  // Who refuses a body leaves its rest to the server, so that the connection stays for the answer.
  const body = ['GET', 'HEAD'].includes(method)
    ? null
    : ReadableStream.from(request.iterator({ destroyOnReturn: false }));
  const asked = new Request(`http://localhost${url}`, { method, headers, body, duplex: 'half' } as RequestInit);
  const answered = await serve(asked, path);
  const head: Record<string, string | string[]> = Object.fromEntries(answered.headers);
  const cookies = answered.headers.getSetCookie();
  if (cookies.length) head['set-cookie'] = cookies;
  if (response.destroyed) return answered.body?.cancel();
  if (!answered.body || head['content-type'] !== 'application/json' || head['content-disposition']) {
    response.writeHead(answered.status, head);
    if (!answered.body) return void response.end();
    // Who has gone ends it; who reads bytes that cannot be read on sees less than it was told.
    return pipeline(Readable.fromWeb(answered.body as ReadableStream), response).catch(() => void response.destroy());
  }
  let bytes = Buffer.from(await answered.arrayBuffer());
  if (bytes.length >= PACKED_FROM && GZIP.test(request.headers['accept-encoding'] ?? '')) {
    bytes = await packed(bytes, { level: LEVEL });
    head['content-encoding'] = 'gzip';
  }
  response.writeHead(answered.status, { ...head, vary: 'Accept-Encoding', 'content-length': bytes.length }).end(bytes);
}
