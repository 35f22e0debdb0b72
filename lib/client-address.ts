import 'server-only';
import http from 'node:http';

const HEADER = 'x-guildhall-address';

/**
 * Puts the address of the connection itself into a header of our own, over whatever the caller sent under that name:
 * Next hands no socket to a page or route, and a forwarded header is only the caller's word.
 */
export function keepClientAddress(): void {
  const held = http.Server.prototype as typeof http.Server.prototype & { guildhallAddress?: true };
  if (held.guildhallAddress) return;
  held.guildhallAddress = true;
  const emit = held.emit;
  held.emit = function (this: http.Server, event: string | symbol, ...args: unknown[]) {
    const [request] = args;
    if ((event === 'request' || event === 'upgrade') && request instanceof http.IncomingMessage)
      request.headers[HEADER] = request.socket.remoteAddress ?? 'unknown';
    return emit.apply(this, [event, ...args] as Parameters<typeof emit>);
  };
}
