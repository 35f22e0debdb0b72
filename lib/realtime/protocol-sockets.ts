import { randomInt } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { RawData, WebSocket } from 'ws';
import { ChannelRegistry, readMember, type Subscriber } from './protocol-channels';
import {
  type ClientFrame,
  CODES,
  errorFrame,
  eventFrame,
  isChannelName,
  isPresence,
  LIMITS,
  needsAuth,
  parseObject,
  readFrame,
  userOfChannel,
} from './protocol-frames';
import { channelAuthValid, type ProtocolApp, userAuthValid } from './protocol-signature';

export interface SocketLimits {
  /** Seconds of silence after which a socket is asked for a sign of life. */
  activityTimeout: number;
  /** Seconds a socket has to answer that question. */
  pongTimeout: number;
  /** Open sockets of all applications. */
  connections: number;
  /** Open sockets of one address. */
  connectionsPerAddress: number;
  /** Channels one socket may be subscribed to. */
  subscriptionsPerSocket: number;
}

/** Frames a socket may send at once, and how many more each second: enough to subscribe to everything after a reconnection. */
const FRAME_BURST = 600;
const FRAMES_PER_SECOND = 60;
/** Bytes waiting for a reader above which it is given up: one slow reader must not hold the server's memory. */
const UNREAD_BYTES = 1024 * 1024;
const SUPPORTED_PROTOCOLS = ['5', '6', '7'];

interface Client extends Subscriber {
  socket: WebSocket;
  lastSeen: number;
  pingSent: boolean;
  frames: number;
}

type FrameOf<Kind extends ClientFrame['kind']> = Extract<ClientFrame, { kind: Kind }>;

/** Data of a `pusher:subscription_error`; the status is what the SDK hands to its caller. */
interface Refusal {
  type: 'AuthError' | 'LimitReached';
  error: string;
  status: number;
}

/** The sockets of one application. */
export class AppSockets implements ProtocolApp {
  readonly id: string;
  readonly key: string;
  readonly secret: string;
  readonly channels = new ChannelRegistry();
  private readonly clients = new Map<string, Client>();

  constructor(
    app: ProtocolApp,
    private readonly limits: SocketLimits,
  ) {
    this.id = app.id;
    this.key = app.key;
    this.secret = app.secret;
  }

  /** Greets a new socket and listens to it until it closes. */
  accept(socket: WebSocket): void {
    const client: Client = {
      id: this.freeSocketId(),
      channels: new Set(),
      userId: null,
      socket,
      lastSeen: Date.now(),
      pingSent: false,
      frames: FRAME_BURST,
      send: (frame) => {
        if (socket.readyState !== socket.OPEN) return;
        if (socket.bufferedAmount > UNREAD_BYTES) socket.terminate();
        else socket.send(frame);
      },
    };
    this.clients.set(client.id, client);
    socket.on('message', (data, isBinary) => this.receive(client, data, isBinary));
    socket.on('close', () => this.forget(client));
    const greeting = { socket_id: client.id, activity_timeout: this.limits.activityTimeout };
    client.send(eventFrame('pusher:connection_established', greeting));
  }

  /** Closes all sockets signed in as this user; they must not come back without asking. */
  terminateUser(userId: string): void {
    for (const client of this.clients.values()) {
      if (client.userId === userId) this.end(client, CODES.unauthorized, 'Connection terminated by the application');
    }
  }

  /** Asks silent sockets for a sign of life and closes those that gave none. */
  sweep(now: number): void {
    const { activityTimeout, pongTimeout } = this.limits;
    for (const client of this.clients.values()) {
      const silence = (now - client.lastSeen) / 1000;
      if (silence > activityTimeout + pongTimeout) this.end(client, CODES.noPong, 'No pong in time');
      else if (silence > activityTimeout && !client.pingSent) {
        client.pingSent = true;
        client.send(eventFrame('pusher:ping', {}));
      }
    }
  }

  private receive(client: Client, data: RawData, isBinary: boolean): void {
    // A socket that was ended may still speak until it has closed; nobody listens any more.
    if (this.clients.get(client.id) !== client) return;
    const now = Date.now();
    client.frames = Math.min(FRAME_BURST, client.frames + ((now - client.lastSeen) / 1000) * FRAMES_PER_SECOND) - 1;
    client.lastSeen = now;
    client.pingSent = false;
    if (client.frames < 0) this.end(client, CODES.overCapacity, 'Too many messages');
    else if (isBinary) client.send(errorFrame(CODES.badFrame, 'Messages are text'));
    else this.handle(client, readFrame(data.toString()));
  }

  private handle(client: Client, frame: ClientFrame): void {
    switch (frame.kind) {
      case 'ping':
        client.send(eventFrame('pusher:pong', {}));
        break;
      case 'pong':
        break;
      case 'subscribe':
        this.subscribe(client, frame);
        break;
      case 'unsubscribe':
        if (typeof frame.channel === 'string') this.channels.leave(client, frame.channel);
        break;
      case 'signin':
        this.signIn(client, frame);
        break;
      case 'client-event':
        // Clients never speak to each other: whatever one says goes through the application and its rules.
        client.send(errorFrame(CODES.clientEventRejected, 'Client events are switched off'));
        break;
      case 'bad':
        client.send(errorFrame(CODES.badFrame, frame.reason));
        break;
    }
  }

  private subscribe(client: Client, frame: FrameOf<'subscribe'>): void {
    const { channel, channelData } = frame;
    if (!isChannelName(channel) && userOfChannel(channel) === null) {
      client.send(errorFrame(CODES.unauthorized, 'Invalid channel name'));
      return;
    }
    if (client.channels.has(channel as string)) return;
    const name = channel as string;
    const refusal = this.refusal(client, name, frame);
    if (refusal) client.send(eventFrame('pusher:subscription_error', refusal, name));
    else this.channels.join(client, name, isPresence(name) ? readMember(channelData) : null);
  }

  private refusal(client: Client, channel: string, { auth, channelData }: FrameOf<'subscribe'>): Refusal | null {
    if (client.channels.size >= this.limits.subscriptionsPerSocket) {
      return { type: 'LimitReached', error: 'Too many subscriptions', status: 403 };
    }
    const userId = userOfChannel(channel);
    if (userId !== null && client.userId !== userId) {
      return { type: 'AuthError', error: 'Not signed in as this user', status: 401 };
    }
    if (needsAuth(channel) && !channelAuthValid(this, client.id, channel, channelData, auth)) {
      return { type: 'AuthError', error: 'Invalid signature', status: 401 };
    }
    if (!isPresence(channel)) return null;
    const member = readMember(channelData);
    if (!member) return { type: 'AuthError', error: 'Invalid channel_data', status: 400 };
    const members = this.channels.members(channel);
    const isFull = members.size >= LIMITS.presenceMembers && !members.has(member.userId);
    return isFull ? { type: 'LimitReached', error: 'Too many members', status: 403 } : null;
  }

  private signIn(client: Client, { auth, userData }: FrameOf<'signin'>): void {
    const id = userAuthValid(this, client.id, userData, auth) ? parseObject(userData)?.id : undefined;
    if (typeof id !== 'string' || id === '') {
      this.end(client, CODES.unauthorized, 'Invalid user signature');
      return;
    }
    client.userId = id;
    client.send(eventFrame('pusher:signin_success', { user_data: userData }));
  }

  /** Closes a socket; it leaves its channels now, not when the other side has agreed to the end. */
  private end(client: Client, code: number, reason: string): void {
    this.forget(client);
    client.send(errorFrame(code, reason));
    client.socket.close(code, reason);
  }

  private forget(client: Client): void {
    if (this.clients.get(client.id) !== client) return;
    this.clients.delete(client.id);
    this.channels.leaveAll(client);
  }

  private freeSocketId(): string {
    let id: string;
    do id = `${randomInt(1, 1e9)}.${randomInt(1, 1e9)}`;
    while (this.clients.has(id));
    return id;
  }
}

/** Admits new sockets to the applications within the limits of the whole server. */
export class SocketGate {
  private readonly perAddress = new Map<string, number>();
  private total = 0;

  constructor(
    private readonly findApp: (key: string) => AppSockets | undefined,
    private readonly limits: SocketLimits,
  ) {}

  /** Takes over a freshly opened socket: greets it, or closes it with the protocol's code. */
  enter(socket: WebSocket, request: IncomingMessage): void {
    // Faults of a connection (a frame too large, broken UTF-8, a reset) close it; there is nobody to tell.
    socket.on('error', () => {});
    const url = new URL(request.url ?? '/', 'http://localhost');
    const app = this.findApp(/^\/app\/([^/]+)$/.exec(url.pathname)?.[1] ?? '');
    const address = request.socket.remoteAddress ?? 'unknown';
    this.count(address, 1);
    socket.on('close', () => this.count(address, -1));
    const isFull =
      this.total > this.limits.connections || (this.perAddress.get(address) ?? 0) > this.limits.connectionsPerAddress;
    if (isFull) refuse(socket, CODES.overCapacity, 'Over capacity');
    else if (!app) refuse(socket, CODES.unknownApp, 'Application does not exist');
    else if (!SUPPORTED_PROTOCOLS.includes(url.searchParams.get('protocol') ?? '')) {
      refuse(socket, CODES.unsupportedProtocol, 'Unsupported protocol version');
    } else app.accept(socket);
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
