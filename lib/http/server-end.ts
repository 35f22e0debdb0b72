import 'server-only';
import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';

/** Time for running requests, and between two looks at the connections. In milliseconds. */
const LATEST = 10_000;
const CHECK = 100;
/** After so many looks at a silent connection it counts as unused: what came is read between two, however late they are. */
const QUIET_CHECKS = 10;

interface Connection {
  answers: Set<ServerResponse>;
  /** Looks since the last activity, and the bytes received until then. */
  quiet: number;
  bytes: number;
}

interface Tracked {
  connections: Map<Socket, Connection>;
  ending: boolean;
}

const tracked = new WeakMap<Server, Tracked>();

function of(server: Server): Tracked {
  const known = tracked.get(server) ?? { connections: new Map(), ending: false };
  tracked.set(server, known);
  return known;
}

export function trackConnection(server: Server, socket: Socket): void {
  const { connections } = of(server);
  connections.set(socket, { answers: new Set(), quiet: 0, bytes: 0 });
  socket.once('close', () => connections.delete(socket));
}

/** Called before each answer begins; while the server ends it is its connection's last one. */
export function trackAnswer(server: Server, socket: Socket, response: ServerResponse): void {
  const { connections, ending } = of(server);
  if (ending) response.shouldKeepAlive = false;
  const connection = connections.get(socket);
  connection?.answers.add(response);
  response.once('close', () => {
    if (!connection) return;
    connection.answers.delete(response);
    connection.quiet = 0;
  });
}

/**
 * Sends `Connection: close` with the present or next answer: closing between two requests would lose the second.
 * Connections silent for a second are closed; after ten seconds, all.
 * @param done called when the last connection is closed
 */
export function endServer(server: Server, done?: (error?: Error) => void): Server {
  const { connections, ...state } = of(server);
  NetServer.prototype.close.call(server, done);
  if (state.ending) return server;
  tracked.set(server, { connections, ending: true });
  for (const { answers } of connections.values())
    for (const answer of answers) if (!answer.headersSent) answer.shouldKeepAlive = false;
  const begun = Date.now();
  const timer = setInterval(() => {
    if (Date.now() - begun > LATEST) server.closeAllConnections();
    for (const [socket, connection] of connections) {
      const busy = connection.answers.size > 0 || socket.bytesRead !== connection.bytes;
      connection.quiet = busy ? 0 : connection.quiet + 1;
      connection.bytes = socket.bytesRead;
      if (connection.quiet > QUIET_CHECKS) socket.destroySoon();
    }
  }, CHECK);
  server.once('close', () => clearInterval(timer));
  return server;
}
