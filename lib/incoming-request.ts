import 'server-only';
import http from 'node:http';

const ADDRESS = 'x-guildhall-address';
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * What is settled about a request before Next sees it. The address of the connection goes into a header of our own, over
 * whatever the caller sent under that name: Next hands no socket to a page or route, and a forwarded header is only the
 * caller's word. Methods and router states that Next throws at are refused: middleware runs too late for the one, and does
 * not see the other.
 */
export function prepareRequests(): void {
  const held = http.Server.prototype as typeof http.Server.prototype & { guildhallPrepared?: true };
  if (held.guildhallPrepared) return;
  held.guildhallPrepared = true;
  const emit = held.emit;
  held.emit = function (this: http.Server, event: string | symbol, ...args: unknown[]) {
    const [request, response] = args;
    if ((event === 'request' || event === 'upgrade') && request instanceof http.IncomingMessage) {
      request.headers[ADDRESS] = request.socket.remoteAddress ?? 'unknown';
      const refusal = refusalOf(request);
      if (refusal && response instanceof http.ServerResponse) {
        response.writeHead(refusal.status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(refusal.message);
        return true;
      }
    }
    return emit.apply(this, [event, ...args] as Parameters<typeof emit>);
  };
}

/** Why a request cannot be served by anything here; null if it can. */
export function refusalOf({
  method,
  headers,
}: Pick<http.IncomingMessage, 'method' | 'headers'>): { status: number; message: string } | null {
  if (!METHODS.has(method ?? '')) return { status: 405, message: 'This method is not served here.' };
  const state = headers['next-router-state-tree'];
  if (state !== undefined && !isRouterState(state))
    return { status: 400, message: 'The header Next-Router-State-Tree cannot be read.' };
  return null;
}

/** What Next's router sends: a JSON list, percent-encoded, of 40,000 characters at most. */
function isRouterState(header: string | string[]): boolean {
  try {
    return (
      typeof header === 'string' && header.length <= 40_000 && Array.isArray(JSON.parse(decodeURIComponent(header)))
    );
  } catch {
    return false;
  }
}
