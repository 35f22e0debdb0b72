import 'server-only';
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { Socket } from 'node:net';
import { parseAndValidateFlightRouterState } from 'next/dist/server/app-render/parse-and-validate-flight-router-state';
import { env } from '@/lib/env';
import { isTaken } from '@/lib/http/direct';
import { isForm, isSameOrigin } from '@/lib/http/same-origin';
import { endServer, trackAnswer, trackConnection } from '@/lib/http/server-end';
import { limitBody, limitServer } from '@/lib/http/server-limits';
import { answerOrSayUnavailable } from '@/lib/http/unavailable-answer';

const ADDRESS = 'x-guildhall-address';
const ANSWER = 'x-guildhall-answer';
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Before Next sees a request. The connection's address replaces any header of that name: Next gives pages no socket,
 * and forwarded headers cannot be trusted. Refused: what Next throws at, and forms from other sites, which middleware
 * sees too late or never. Calls of the API are answered without Next (lib/api/direct.ts).
 * Slow and silent connections are ended, unless `slow` (the development server).
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
    if (event !== 'request' || !(request instanceof http.IncomingMessage) || !(response instanceof http.ServerResponse))
      return pass();
    // The development server has to see a call to compile what answers it.
    return answerOrSayUnavailable(request, response, () => (!slow && isTaken(request, response)) || pass());
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

/** Makes an action's answer a 400: Next itself sends 200 for a return and 500 for a throw. Only under our server. */
export function answerMalformed(headers: Headers): void {
  const response = answers().get(headers.get(ANSWER) ?? '');
  if (response && !response.headersSent)
    Object.defineProperty(response, 'statusCode', { get: () => 400, set: () => {}, configurable: true });
}

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
  // Next answers 500 to a form sent to a file of `public/`; no page has a dot in its first segment.
  if (isForm(method, pathname) && /^\/[^/]+\.\w+$/.test(pathname))
    return { status: 405, message: 'A file can only be read.' };
  const state = headers['next-router-state-tree'];
  if (state !== undefined && !isRouterState(state))
    return { status: 400, message: 'The header Next-Router-State-Tree cannot be read.' };
  return null;
}

/** As Next resolves it (`/api/../a` is `/a`); null if undecodable. The API answers that itself. */
function pathOf(target: string): string | null {
  if (!/^(?:\/|https?:\/\/)/i.test(target)) return null;
  // A leading `//` would name a host.
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

/** Next answers 500 to a router state of any other shape than its own version's. */
function isRouterState(header: string | string[]): boolean {
  try {
    return parseAndValidateFlightRouterState(header) !== undefined;
  } catch {
    return false;
  }
}
