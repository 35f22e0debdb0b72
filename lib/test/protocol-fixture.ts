import { once } from 'node:events';
import Pusher from 'pusher';
import PusherClientModule, { type Options } from 'pusher-js';
import { type RawData, WebSocket } from 'ws';
import { createProtocolServer, type ProtocolServer, type ProtocolServerOptions } from '@/lib/realtime/protocol-server';

/** The browser's SDK as Node sees it: a CommonJS module whose default export may be wrapped once more. */
const PusherClient =
  (PusherClientModule as unknown as { default?: typeof PusherClientModule }).default ?? PusherClientModule;
export type Client = InstanceType<typeof PusherClient>;

export const APP = { id: 'app', key: 'key', secret: 'secret' };

export interface Trial {
  port: number;
  /** What the application has to be told to publish there. */
  environment: Record<string, string>;
  server: ProtocolServer;
  /** The server SDK, signing with the right secret. */
  publisher: Pusher;
  /** A browser SDK that signs in and authorises itself as the given user, by the publisher or as `options` say. */
  client(userId?: string, options?: Partial<Options>, habits?: { signsIn: boolean }): Client;
  /** A bare WebSocket; what it hears is read with `next`. */
  raw(path?: string): RawSocket;
  /** Ends everything that was started. */
  end(): Promise<void>;
}

/** Starts a protocol server on a free port, with the two real SDKs pointed at it. */
export async function startTrial(options: Partial<ProtocolServerOptions> = {}): Promise<Trial> {
  const server = createProtocolServer({ app: APP, ...options });
  const port = await server.listen(0);
  const publisher = sdk(port, APP.secret);
  const clients: Client[] = [];
  const sockets: RawSocket[] = [];
  return {
    port,
    environment: {
      ...{ PUSHER_APP_ID: APP.id, PUSHER_KEY: APP.key, PUSHER_SECRET: APP.secret, PUSHER_HOST: '127.0.0.1' },
      ...{ PUSHER_PORT: String(port), PUSHER_USE_TLS: 'false', REALTIME_LOCAL: '1' },
    },
    server,
    publisher,
    client(userId = 'u1', clientOptions = {}, { signsIn } = { signsIn: true }) {
      const client = new PusherClient(APP.key, {
        cluster: 'x',
        wsHost: '127.0.0.1',
        wsPort: port,
        forceTLS: false,
        enabledTransports: ['ws'],
        channelAuthorization: {
          customHandler: ({ socketId, channelName }, done) => {
            const member = { user_id: userId, user_info: { name: `Name of ${userId}` } };
            done(null, publisher.authorizeChannel(socketId, channelName, member));
          },
        },
        userAuthentication: {
          customHandler: ({ socketId }, done) => done(null, publisher.authenticateUser(socketId, { id: userId })),
        },
        ...clientOptions,
      });
      clients.push(client);
      if (signsIn) client.signin();
      return client;
    },
    raw(path = `/app/${APP.key}?protocol=7`) {
      const socket = new RawSocket(`ws://127.0.0.1:${port}${path}`);
      sockets.push(socket);
      return socket;
    },
    async end() {
      for (const client of clients) client.disconnect();
      for (const socket of sockets) socket.terminate();
      await server.close();
    },
  };
}

/** The server SDK pointed at a port of this machine. */
export function sdk(port: number, secret: string): Pusher {
  return new Pusher({ appId: APP.id, key: APP.key, secret, host: '127.0.0.1', port: String(port), useTLS: false });
}

/** Waits for the next event of a name on a client's connection, channel or user. */
export function heard<Data = Record<string, unknown>>(
  source: {
    bind(name: string, handler: (data: Data) => void): unknown;
    unbind(name?: string, handler?: (data: Data) => void): unknown;
  },
  name: string,
): Promise<Data> {
  return new Promise((resolve) => {
    const handler = (data: Data) => {
      source.unbind(name, handler);
      resolve(data);
    };
    source.bind(name, handler);
  });
}

/** Signs a client in as its user and waits until it listens to what is sent to that user. */
export async function signedIn(client: Client): Promise<void> {
  client.signin();
  let frame: { event: string; channel?: string };
  do frame = await heard<{ event: string; channel?: string }>(client.connection, 'message');
  while (!(frame.event === 'pusher_internal:subscription_succeeded' && frame.channel?.startsWith('#server-to-user-')));
}

export interface Frame {
  event: string;
  channel?: string;
  data: unknown;
}

/** A WebSocket that keeps what it hears until somebody asks for it. */
export class RawSocket extends WebSocket {
  private readonly frames: Frame[] = [];
  private readonly closed = once(this, 'close') as Promise<[number, Buffer]>;

  constructor(url: string) {
    super(url);
    this.on('error', () => {});
    this.on('message', (data: RawData) => {
      this.frames.push(JSON.parse(data.toString()) as Frame);
      this.emit('frame');
    });
  }

  /** The next frame not yet asked for; its data parsed if it is JSON text. */
  async next(): Promise<Frame> {
    while (this.frames.length === 0) await once(this, 'frame');
    const frame = this.frames.shift() as Frame;
    return { ...frame, data: typeof frame.data === 'string' ? JSON.parse(frame.data) : frame.data };
  }

  /** The id in the server's greeting, which must be the next frame. */
  async greeted(): Promise<string> {
    const { event, data } = await this.next();
    if (event !== 'pusher:connection_established') throw new Error(`greeted with ${event}`);
    return (data as { socket_id: string }).socket_id;
  }

  /** Sends an event, or any other value, as JSON text. */
  say(value: unknown): void {
    this.send(JSON.stringify(value));
  }

  /** The code the connection was closed with. */
  async closeCode(): Promise<number> {
    return (await this.closed)[0];
  }
}
