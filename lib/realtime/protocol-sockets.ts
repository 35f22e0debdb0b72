import { randomInt } from 'node:crypto';
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
  /** Seconds of silence before a ping. */
  activityTimeout: number;
  /** Seconds a socket has to answer the ping. */
  pongTimeout: number;
  connections: number;
  connectionsPerAddress: number;
  subscriptionsPerSocket: number;
  /** Seconds a subscription waits for the sign-in: the SDKs send both at once, in any order. */
  signInTimeout: number;
  /**
   * Only signed-in users hear anything, by signatures that name them. Off only in tests that imitate other services.
   */
  usersOnly: boolean;
}

/** Frames at once, besides those that subscribe to everything after a reconnection. */
const FRAME_BURST = 400;
const FRAMES_PER_SECOND = 60;
/** More bytes waiting for a slow reader close its socket: it must not hold the server's memory. */
const UNREAD_BYTES = 1024 * 1024;

interface Client extends Subscriber {
  socket: WebSocket;
  lastSeen: number;
  /** When it was asked for a sign of life that has not come yet, in ms. */
  pingedAt: number | null;
  frames: number;
  waiting: Map<string, FrameOf<'subscribe'>>;
  waitingTimer?: NodeJS.Timeout;
}

type FrameOf<Kind extends ClientFrame['kind']> = Extract<ClientFrame, { kind: Kind }>;

/** Data of a `pusher:subscription_error`. */
interface Refusal {
  type: 'AuthError' | 'LimitReached';
  error: string;
  status: number;
}

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

  accept(socket: WebSocket): void {
    const client: Client = {
      id: this.freeSocketId(),
      channels: new Set(),
      userId: null,
      socket,
      lastSeen: Date.now(),
      pingedAt: null,
      frames: this.burst,
      waiting: new Map(),
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

  /** Closes all sockets of this user with 4009, also those that wait for the sign-in. */
  terminateUser(userId: string): void {
    for (const client of this.clients.values()) {
      if (client.userId === userId || isWaitingAs(client, userId))
        this.end(client, CODES.unauthorized, 'Connection terminated by the application');
    }
  }

  /** Pings silent sockets and closes those that did not answer. */
  sweep(now: number): void {
    const { activityTimeout, pongTimeout } = this.limits;
    for (const client of this.clients.values()) {
      // The time to answer begins with the ping: a server that stood still itself must not close who was not asked.
      if (client.pingedAt !== null) {
        if (now - client.pingedAt > pongTimeout * 1000) setImmediate(() => this.endSilent(client));
      } else if (now - client.lastSeen > activityTimeout * 1000) {
        client.pingedAt = now;
        client.send(eventFrame('pusher:ping', {}));
      }
    }
  }

  /** Once what lay unread has been read: it may have the answer. */
  private endSilent(client: Client): void {
    if (client.pingedAt !== null) this.end(client, CODES.noPong, 'No pong in time');
  }

  private get burst(): number {
    return this.limits.subscriptionsPerSocket + FRAME_BURST;
  }

  private receive(client: Client, data: RawData, isBinary: boolean): void {
    if (this.clients.get(client.id) !== client) return;
    const now = Date.now();
    client.frames = Math.min(this.burst, client.frames + ((now - client.lastSeen) / 1000) * FRAMES_PER_SECOND) - 1;
    client.lastSeen = now;
    client.pingedAt = null;
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
        if (typeof frame.channel !== 'string') break;
        client.waiting.delete(frame.channel);
        this.channels.leave(client, frame.channel);
        break;
      case 'signin':
        this.signIn(client, frame);
        break;
      case 'client-event':
        // Clients never speak to each other, only through the application and its rules.
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
    if (refusal === 'wait') this.keepWaiting(client, name, frame);
    else if (refusal) client.send(eventFrame('pusher:subscription_error', refusal, name));
    else this.channels.join(client, name, isPresence(name) ? readMember(channelData) : null);
  }

  /** Null if the socket hears the channel; `wait` until its sign-in. */
  private refusal(client: Client, channel: string, frame: FrameOf<'subscribe'>): Refusal | 'wait' | null {
    const { auth, channelData } = frame;
    const taken = client.channels.size + client.waiting.size - (client.waiting.has(channel) ? 1 : 0);
    if (taken >= this.limits.subscriptionsPerSocket) {
      return { type: 'LimitReached', error: 'Too many subscriptions', status: 403 };
    }
    const userId = userOfChannel(channel);
    if (userId !== null) return client.userId === userId ? null : unauthorized('Not signed in as this user');
    if (!needsAuth(channel)) return this.limits.usersOnly ? unauthorized('Only private channels are served') : null;
    if (!channelAuthValid(this, client.id, channel, channelData, auth)) return unauthorized('Invalid signature');
    const member = readMember(channelData);
    if (isPresence(channel) && !member) return { ...unauthorized('Invalid channel_data'), status: 400 };
    if (this.limits.usersOnly && (member === null || member.userId !== client.userId)) {
      // Signed for one user, it must not work on another's connection: it would outlive the first one's right.
      return client.userId === null ? 'wait' : unauthorized('Signed for another user');
    }
    if (!member || !isPresence(channel)) return null;
    const members = this.channels.members(channel);
    const isFull = members.size >= LIMITS.presenceMembers && !members.has(member.userId);
    return isFull ? { type: 'LimitReached', error: 'Too many members', status: 403 } : null;
  }

  private keepWaiting(client: Client, channel: string, frame: FrameOf<'subscribe'>): void {
    client.waiting.set(channel, frame);
    client.waitingTimer ??= setTimeout(() => {
      const refused = [...client.waiting.keys()];
      stopWaiting(client);
      for (const name of refused)
        client.send(eventFrame('pusher:subscription_error', unauthorized('Not signed in'), name));
    }, this.limits.signInTimeout * 1000).unref();
  }

  private signIn(client: Client, { auth, userData }: FrameOf<'signin'>): void {
    const id = userAuthValid(this, client.id, userData, auth) ? parseObject(userData)?.id : undefined;
    if (typeof id !== 'string' || id === '') {
      this.end(client, CODES.unauthorized, 'Invalid user signature');
      return;
    }
    // Subscriptions signed for the previous user would outlive that user's right.
    if (client.userId !== null && client.userId !== id && this.limits.usersOnly) this.channels.leaveAll(client);
    client.userId = id;
    client.send(eventFrame('pusher:signin_success', { user_data: userData }));
    for (const frame of stopWaiting(client)) this.subscribe(client, frame);
  }

  /** Leaves the channels now, not when the other side has agreed to close. */
  private end(client: Client, code: number, reason: string): void {
    this.forget(client);
    client.send(errorFrame(code, reason));
    client.socket.close(code, reason);
  }

  private forget(client: Client): void {
    if (this.clients.get(client.id) !== client) return;
    this.clients.delete(client.id);
    stopWaiting(client);
    this.channels.leaveAll(client);
  }

  private freeSocketId(): string {
    let id: string;
    do id = `${randomInt(1, 1e9)}.${randomInt(1, 1e9)}`;
    while (this.clients.has(id));
    return id;
  }
}

const unauthorized = (error: string): Refusal => ({ type: 'AuthError', error, status: 401 });

const isWaitingAs = ({ waiting }: Client, userId: string): boolean =>
  [...waiting.values()].some(({ channelData }) => readMember(channelData)?.userId === userId);

/** @returns what was waiting. */
function stopWaiting(client: Client): FrameOf<'subscribe'>[] {
  clearTimeout(client.waitingTimer);
  client.waitingTimer = undefined;
  const frames = [...client.waiting.values()];
  client.waiting.clear();
  return frames;
}
