import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import { PROXIED_PATH } from './live-config';
import { CODES, errorFrame } from './protocol-frames';
import type { AppSockets, SocketLimits } from './protocol-sockets';

/** A proxy may keep or remove our path prefix. */
const APP_PATH = new RegExp(`^(?:${PROXIED_PATH})?/app/([^/]+)$`);
const SUPPORTED_PROTOCOLS = ['5', '6', '7'];

export class SocketGate {
  private readonly perAddress = new Map<string, number>();
  private total = 0;

  constructor(
    private readonly app: AppSockets,
    private readonly limits: SocketLimits,
  ) {}

  /** Greets the socket, or closes it with the protocol's code. */
  enter(socket: WebSocket, request: IncomingMessage): void {
    // Connection errors (a frame too large, broken UTF-8, a reset) close it; nobody needs to be told.
    socket.on('error', () => {});
    const url = new URL(request.url ?? '/', 'http://localhost');
    const address = request.socket.remoteAddress ?? 'unknown';
    this.count(address, 1);
    socket.on('close', () => this.count(address, -1));
    const isFull =
      this.total > this.limits.connections || (this.perAddress.get(address) ?? 0) > this.limits.connectionsPerAddress;
    if (isFull) refuse(socket, CODES.overCapacity, 'Over capacity');
    else if (APP_PATH.exec(url.pathname)?.[1] !== this.app.key)
      refuse(socket, CODES.unknownApp, 'Application does not exist');
    else if (!SUPPORTED_PROTOCOLS.includes(url.searchParams.get('protocol') ?? '')) {
      refuse(socket, CODES.unsupportedProtocol, 'Unsupported protocol version');
    } else this.app.accept(socket);
  }

  private count(address: string, by: 1 | -1): void {
    this.total += by;
    const open = (this.perAddress.get(address) ?? 0) + by;
    if (open > 0) this.perAddress.set(address, open);
    else this.perAddress.delete(address);
  }
}

function refuse(socket: WebSocket, code: number, reason: string): void {
  socket.send(errorFrame(code, reason));
  socket.close(code, reason);
}
