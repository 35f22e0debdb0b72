import 'server-only';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** In milliseconds. */
interface ServerLimits {
  /** From the connection or a request's first byte to the end of its headers; checked every half minute. */
  headers: number;
  request: number;
  /** Without a byte in either direction, also when an answer is not read. */
  silent: number;
  /** After this a body must arrive at `bytesPerSecond` on average. */
  body: number;
  bytesPerSecond: number;
  check: number;
}

/** A minute without sending or reading ends a connection; a large file may take an hour. */
export const LIMITS: ServerLimits = {
  headers: 25_000,
  request: 3_600_000,
  silent: 60_000,
  body: 60_000,
  bytesPerSecond: 16_384,
  check: 5_000,
};

const REFUSAL = 'This request arrives too slowly.';

/** For a server that listens already: Next makes its own. Answers may take as long as they move. */
export function limitServer(server: Server, limits = LIMITS): void {
  server.headersTimeout = limits.headers;
  server.requestTimeout = limits.request;
  server.timeout = limits.silent;
  // We upgrade nothing: without a listener it is an ordinary request, and the limits hold for its connection.
  server.removeAllListeners('upgrade');
}

/** Ends a request whose body drips: Node only limits the total time, which must be enough for an honest upload. */
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
    // The reader of the body learns from the closed connection that the rest will not come.
    if (response.headersSent) socket.destroy();
    else {
      const text = 'text/plain; charset=utf-8';
      response.writeHead(408, { 'Content-Type': text, Connection: 'close' }).end(REFUSAL, () => socket.destroy());
    }
  };
  setTimeout(look, limits.body).unref();
}
