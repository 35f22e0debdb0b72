import 'server-only';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** How long a connection may be held, in milliseconds. */
interface ServerLimits {
  /** From a connection, or the first byte of a request, to the end of its headers; checked every half minute. */
  headers: number;
  /** Until a request has arrived as a whole. */
  request: number;
  /** Without a byte in either direction; a reader who takes nothing of an answer is one of these. */
  silent: number;
  /** After which a body has to arrive at `bytesPerSecond` on average. */
  body: number;
  bytesPerSecond: number;
  /** How often that is looked at. */
  check: number;
}

/** Nobody holds a connection for more than a minute without sending or reading; a form of 5 MB may take five. */
export const LIMITS: ServerLimits = {
  headers: 25_000,
  request: 300_000,
  silent: 60_000,
  body: 60_000,
  bytesPerSecond: 16_384,
  check: 5_000,
};

const REFUSAL = 'This request arrives too slowly.';

/**
 * Limits the connections of a server that listens already: Next makes its server itself. Answers may take as long as they
 * move.
 */
export function limitServer(server: Server, limits = LIMITS): void {
  server.headersTimeout = limits.headers;
  server.requestTimeout = limits.request;
  server.timeout = limits.silent;
  // Nothing here upgrades: without a listener such a request is an ordinary one, and its connection no orphan of all limits.
  server.removeAllListeners('upgrade');
}

/** Ends a request whose body drips: Node's own limit knows a total alone, which has to leave time for an honest upload. */
export function limitBody(request: IncomingMessage, response: ServerResponse, limits = LIMITS): void {
  if (!request.headers['content-length'] && !request.headers['transfer-encoding']) return;
  const { socket } = request;
  const since = Date.now();
  const before = socket.bytesRead;
  const look = () => {
    if (request.complete || socket.destroyed) return;
    const seconds = (Date.now() - since) / 1_000;
    if (socket.bytesRead - before >= seconds * limits.bytesPerSecond) {
      setTimeout(look, limits.check).unref();
      return;
    }
    // Whoever reads the body learns from the closed connection that the rest will not come.
    if (response.headersSent) socket.destroy();
    else {
      const text = 'text/plain; charset=utf-8';
      response.writeHead(408, { 'Content-Type': text, Connection: 'close' }).end(REFUSAL, () => socket.destroy());
    }
  };
  setTimeout(look, limits.body).unref();
}
