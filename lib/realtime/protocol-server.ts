import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { LIMITS } from './protocol-frames';
import { SocketGate } from './protocol-gate';
import { createPublishApi } from './protocol-http';
import type { ProtocolApp } from './protocol-signature';
import { AppSockets, type SocketLimits } from './protocol-sockets';

export interface ProtocolServerOptions extends Partial<SocketLimits> {
  app: ProtocolApp;
}

export interface ProtocolServer {
  /**
   * `localhost` (the default) means every loopback address; port 0 takes a free one.
   * @returns the port. Rejects with the system's error, EADDRINUSE for one.
   */
  listen(port: number, host?: string): Promise<number>;
  close(): Promise<void>;
}

const DEFAULTS: SocketLimits = {
  activityTimeout: 120,
  pongTimeout: 30,
  connections: 10_000,
  // Behind a proxy everybody has one address: protection against runaway clients, not a quota.
  connectionsPerAddress: 2_000,
  // One for each project that a person sees.
  subscriptionsPerSocket: 2_000,
  signInTimeout: 5,
  usersOnly: true,
};

/** WebSocket at `/app/{key}`, publish API at `/apps/{id}/…`. Stores nothing: events without listeners are lost. */
export function createProtocolServer({ app, ...given }: ProtocolServerOptions): ProtocolServer {
  const limits = { ...DEFAULTS, ...given };
  const sockets = new AppSockets(app, limits);
  const gate = new SocketGate(sockets, limits);
  const answer = createPublishApi(sockets);
  const upgrades = new WebSocketServer({ noServer: true, maxPayload: LIMITS.frameBytes, perMessageDeflate: false });
  const servers: Server[] = [];
  const sweepMs = Math.min(5_000, (limits.activityTimeout * 1000) / 4, (limits.pongTimeout * 1000) / 2);
  let sweeper: NodeJS.Timeout | undefined;

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    // A URL with a scheme is for a proxy, which this is not; `//` and `/\` begin a host name.
    if (!/^\/(?![/\\])/.test(request.url ?? '')) {
      socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
      return;
    }
    upgrades.handleUpgrade(request, socket, head, (webSocket) => gate.enter(webSocket, request));
  }

  async function listenAt(port: number, address: string): Promise<number> {
    // API calls are small, and a slow sender must not hold its socket.
    const server = createServer({ headersTimeout: 10_000, requestTimeout: 10_000, connectionsCheckingInterval: 5_000 });
    server.on('request', answer);
    server.on('upgrade', upgrade);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, address, resolve);
    });
    servers.push(server);
    return (server.address() as AddressInfo).port;
  }

  async function close(): Promise<void> {
    clearInterval(sweeper);
    for (const socket of upgrades.clients) socket.terminate();
    await Promise.all(
      servers.splice(0).map(
        (server) =>
          new Promise<void>((resolve) => {
            server.close(() => resolve());
            server.closeAllConnections();
          }),
      ),
    );
  }

  return {
    async listen(port, host = 'localhost') {
      try {
        const bound = await listenAt(port, host === 'localhost' ? '127.0.0.1' : host);
        if (host === 'localhost') await listenAt(bound, '::1').catch(ignoreMissingAddress);
        sweeper = setInterval(() => sockets.sweep(Date.now()), sweepMs).unref();
        return bound;
      } catch (error) {
        await close();
        throw error;
      }
    },
    close,
  };
}

/** Not every machine has an IPv6 loopback. */
function ignoreMissingAddress(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EADDRNOTAVAIL' && error.code !== 'EAFNOSUPPORT') throw error;
}
