import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { authenticateUser, authorizeChannel, type PublishConfig, publishBatch } from '@/lib/realtime/publish';
import { APP, startTrial, type Trial } from '@/lib/test/protocol-fixture';
import { connectLive, LiveConnection, type LiveOptions } from './connection';
import type { CatchUpReason, LiveMessage } from './subscriptions';

export const CHANNEL = 'private-project-1';
export const USER = 'ann';
export const QUICK = {
  // Longer than any machine takes: a test of patience gives its own.
  connectTimeout: 30_000,
  firstDelay: 30,
  longestDelay: 90,
  pausedAfter: 150,
  pausedAtFirst: 30_000,
  pollEvery: 60,
  linger: 40,
};

/** A Channels server, an application that signs for it, and tabs: all real, with short times. */
export class LiveTrial {
  /** Statuses the application answers to channel requests, in turn; 200 when used up. */
  readonly answers: number[] = [];
  readonly asked: string[] = [];
  readonly publish: PublishConfig;
  channelSecret = APP.secret;
  /** Whether the application signs channels together with their user. */
  signsTogether = false;
  private readonly connections: LiveConnection[] = [];

  private constructor(
    private readonly trial: Trial,
    private readonly application: Server,
  ) {
    const { id: appId, key, secret } = APP;
    this.publish = { appId, key, secret, host: '127.0.0.1', port: trial.port, tls: false };
    application.on('request', async (request, response) => {
      const form = await readForm(request);
      const isChannel = request.url === '/api/pusher/auth';
      const names = form.getAll('channel');
      this.asked.push([request.method, request.url, ...(isChannel ? names : [])].join(' '));
      const status = isChannel ? (this.answers.shift() ?? 200) : 200;
      const socketId = form.get('socket_id');
      const signing = { ...this.publish, secret: this.channelSecret };
      const signature = {
        ...(!isChannel && authenticateUser(this.publish, socketId, { id: USER })),
        ...((isChannel || this.signsTogether) && {
          channels: Object.fromEntries(
            names.map((channel) => [channel, authorizeChannel(signing, socketId, channel, { user_id: USER })]),
          ),
        }),
      };
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(status === 200 ? signature : { status }));
    });
  }

  static async start(): Promise<LiveTrial> {
    // What a tab fetches before it connects is there: how long that takes is no matter of the short times.
    await import('./client-options');
    const application = createServer();
    await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve));
    return new LiveTrial(await startTrial(), application);
  }

  tab(options: LiveOptions = {}): Tab {
    const { timing, ...others } = options;
    const { port } = this.application.address() as AddressInfo;
    const connection = connectLive(
      { key: APP.key, host: '127.0.0.1', port: this.trial.port, tls: false },
      { origin: `http://127.0.0.1:${port}`, timing: { ...QUICK, ...timing }, ...others },
    );
    this.connections.push(connection);
    return new Tab(connection, this);
  }

  async serverGone(): Promise<void> {
    await this.trial.server.close();
  }

  async serverBack(): Promise<void> {
    await this.trial.server.listen(this.trial.port);
  }

  async channels(): Promise<string[]> {
    const { channels } = await (await this.trial.publisher.get({ path: '/channels' })).json();
    return Object.keys(channels).sort();
  }

  askedFor(channel: string): number {
    return this.asked.filter((line) => line.split(' ').includes(channel)).length;
  }

  async end(): Promise<void> {
    for (const connection of this.connections) connection.close();
    this.application.close();
    this.application.closeAllConnections();
    await this.trial.end();
  }
}

export class Tab {
  readonly messages: LiveMessage[] = [];
  readonly reasons: CatchUpReason[] = [];
  readonly states: string[] = [];

  constructor(
    readonly connection: LiveConnection,
    private readonly trial?: LiveTrial,
  ) {
    connection.onCatchUp((reason) => this.reasons.push(reason));
    connection.onState(() => this.states.push(connection.getState()));
  }

  listen(channel = CHANNEL): () => void {
    return this.connection.subscribe(channel, (message) => this.messages.push(message));
  }

  state(state: string): Promise<void> {
    return soon(() => this.connection.getState()).toBe(state);
  }

  caughtUp(...reasons: CatchUpReason[]): Promise<void> {
    return soon(() => this.reasons).toEqual(reasons);
  }

  /** Publishes a mark and waits for it: everything sent before has been heard then. */
  async mark(id: string, channel = CHANNEL): Promise<void> {
    if (!this.trial) throw new Error('a tab without a server hears nothing');
    await soon(() => this.trial?.channels()).toContain(channel);
    await publishBatch(this.trial.publish, [{ channel, event: 'task.changed', data: { id } }]);
    await soon(() => this.messages.at(-1)?.data.id).toBe(id);
  }
}

export function soon<Value>(read: () => Value) {
  return expect.poll(read, { interval: 5 });
}

/** Waits for `count` polls of a paused tab: by then another tab's poll would have been noticed. */
export async function pollsOfAnother(count: number): Promise<void> {
  const other = new Tab(new LiveConnection(null, { timing: QUICK }));
  other.connection.open();
  await soon(() => other.reasons.length).toBe(count);
  other.connection.close();
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return new URLSearchParams(text);
}
