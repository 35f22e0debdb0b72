import 'server-only';
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { Socket } from 'node:net';
import { parseAndValidateFlightRouterState } from 'next/dist/server/app-render/parse-and-validate-flight-router-state';
import { env } from '@/lib/env';
import { isForm, isSameOrigin } from '@/lib/http/same-origin';
import { endServer, trackAnswer, trackConnection } from '@/lib/http/server-end';
import { limitBody, limitServer } from '@/lib/http/server-limits';
import { answerOrSayUnavailable } from '@/lib/http/unavailable-answer';

const ADDRESS = 'x-guildhall-address';
const ANSWER = 'x-guildhall-answer';
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * What is settled about a request and its connection before Next sees them. The address of the connection goes into a header
 * of our own, over whatever the caller sent under that name: Next hands no socket to a page or route, and a forwarded header
 * is only the caller's word. Methods, paths and router states that Next throws at are refused, and forms from elsewhere:
 * middleware does not see all of them, or too late. Slow and silent connections are ended, unless `slow` (the development server compiles for
 * minutes and upgrades connections), and the server itself ends without cutting anybody off. The answer to a POST has a
 * name of its own, by which an action can say that it was malformed.
 */
export function prepareRequests({ slow = false }: { slow?: boolean } = {}): void {
  const held = http.Server.prototype as typeof http.Server.prototype & { guildhallPrepared?: true };
  if (held.guildhallPrepared) return;
  held.guildhallPrepared = true;
  const limited = new WeakSet<http.Server>();
  const emit = held.emit;
  held.emit = function (this: http.Server, event: string | symbol, ...args: unknown[]) {
    const [request, response] = args;
    if (event === 'connection' && request instanceof Socket) {
      // Next's server listened before this file was loaded.
      if (!slow && !limited.has(this)) limitServer(this);
      limited.add(this);
      trackConnection(this, request);
    }
    if ((event === 'request' || event === 'upgrade') && request instanceof http.IncomingMessage) {
      request.headers[ADDRESS] = request.socket.remoteAddress ?? 'unknown';
      delete request.headers[ANSWER];
      if (response instanceof http.ServerResponse) {
        if (request.method === 'POST') request.headers[ANSWER] = nameAnswer(response);
        trackAnswer(this, request.socket, response);
        if (!slow) limitBody(request, response);
        const refusal = refusalOf(request);
        if (refusal) {
          response.writeHead(refusal.status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(refusal.message);
          return true;
        }
      }
    }
    const pass = () => emit.apply(this, [event, ...args] as Parameters<typeof emit>);
    const answers =
      event === 'request' && request instanceof http.IncomingMessage && response instanceof http.ServerResponse;
    return answers ? answerOrSayUnavailable(request, response, pass) : pass();
  };
  held.close = function (this: http.Server, done?: (error?: Error) => void) {
    return endServer(this, done);
  };
}

type Held = typeof globalThis & { guildhallAnswers?: Map<string, http.ServerResponse> };
const answers = () => ((globalThis as Held).guildhallAnswers ??= new Map());

function nameAnswer(response: http.ServerResponse): string {
  const name = randomUUID();
  answers().set(name, response);
  response.once('close', () => answers().delete(name));
  return name;
}

/**
 * Makes the answer to the request with these headers a 400, from within a server action: Next answers whatever an action
 * returns with 200, and whatever it throws with 500. Where Next runs without a server of ours the answer stays 200.
 */
export function answerMalformed(headers: Headers): void {
  const response = answers().get(headers.get(ANSWER) ?? '');
  if (response && !response.headersSent)
    Object.defineProperty(response, 'statusCode', { get: () => 400, set: () => {}, configurable: true });
}

/** Why a request cannot be served by anything here; null if it can. */
export function refusalOf({
  method = '',
  url = '',
  headers,
}: Pick<http.IncomingMessage, 'method' | 'url' | 'headers'>): { status: number; message: string } | null {
  if (!METHODS.has(method)) return { status: 405, message: 'This method is not allowed here.' };
  const pathname = pathOf(url);
  if (pathname === null) return { status: 400, message: 'This URL cannot be read.' };
  if (isForm(method, pathname) && !isSameOrigin(headersOf(headers), env.secure))
    return { status: 403, message: 'This form must be sent from the application itself.' };
  // Next answers 500 to a form that is sent to a file of `public/`; no page has a dot in its first segment.
  if (isForm(method, pathname) && /^\/[^/]+\.\w+$/.test(pathname))
    return { status: 405, message: 'A file can only be read.' };
  const state = headers['next-router-state-tree'];
  if (state !== undefined && !isRouterState(state))
    return { status: 400, message: 'The header Next-Router-State-Tree cannot be read.' };
  return null;
}

/**
 * The path of a request's target as Next resolves it (`/api/../a` is `/a`); null for what is no path, or cannot be decoded.
 * The API answers the latter itself, in its own format.
 */
function pathOf(target: string): string | null {
  if (!/^(?:\/|https?:\/\/)/i.test(target)) return null;
  // Two slashes at the beginning would be a host's.
  const url = target.startsWith('/') ? `/.${target}` : target;
  if (!URL.canParse(url, env.appUrl)) return null;
  const { pathname } = new URL(url, env.appUrl);
  if (pathname.startsWith('/api/')) return pathname;
  try {
    decodeURIComponent(pathname);
    return pathname;
  } catch {
    return null;
  }
}

const headersOf = (given: http.IncomingHttpHeaders) =>
  new Headers(Object.entries(given).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));

/** What Next's router sends, in the shape of the Next that is installed: it answers anything else with 500. */
function isRouterState(header: string | string[]): boolean {
  try {
    return parseAndValidateFlightRouterState(header) !== undefined;
  } catch {
    return false;
  }
}
