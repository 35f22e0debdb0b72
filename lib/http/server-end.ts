import 'server-only';
import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';

/** What runs has ten seconds; a connection that is silent for one is not in use. In milliseconds. */
const LATEST = 10_000;
const QUIET = 1_000;
const CHECK = 100;

interface Connection {
  /** Answers under way. */
  answers: Set<ServerResponse>;
  /** When something last happened, and how many bytes had come by then. */
  since: number;
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

/** Each connection of a server is told here, so that `endServer` knows it. */
export function trackConnection(server: Server, socket: Socket): void {
  const { connections } = of(server);
  connections.set(socket, { answers: new Set(), since: Date.now(), bytes: 0 });
  socket.once('close', () => connections.delete(socket));
}

/** Each answer is told here before it begins. While the server ends, it is the last one of its connection. */
export function trackAnswer(server: Server, socket: Socket, response: ServerResponse): void {
  const { connections, ending } = of(server);
  if (ending) response.shouldKeepAlive = false;
  const connection = connections.get(socket);
  connection?.answers.add(response);
  response.once('close', () => {
    if (!connection) return;
    connection.answers.delete(response);
    connection.since = Date.now();
  });
}

/**
 * Ends a server without cutting anybody off. It stops to listen. Clients that hold connections open hear `Connection: close`
 * with the answer under way, or with the next one, which is served: a connection that is closed between two requests would
 * lose the second. Those that stay silent for a second are closed; after ten seconds, all.
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
    const now = Date.now();
    if (now - begun > LATEST) server.closeAllConnections();
    for (const [socket, connection] of connections) {
      if (socket.bytesRead !== connection.bytes) Object.assign(connection, { since: now, bytes: socket.bytesRead });
      if (!connection.answers.size && now - Math.max(connection.since, begun) > QUIET) socket.destroySoon();
    }
  }, CHECK);
  server.once('close', () => clearInterval(timer));
  return server;
}
