import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  authenticateUser,
  authorizeChannel,
  type PublishConfig,
  publishBatch,
  terminateUser,
} from '@/lib/realtime/publish';
import { APP, startTrial, type Trial } from '@/lib/test/protocol-fixture';
import { connectLive, LiveConnection, type LiveOptions } from './connection';
import type { CatchUpReason, LiveMessage } from './subscriptions';

const CHANNEL = 'private-project-1';
const QUICK = {
  connectTimeout: 2_000,
  firstDelay: 30,
  longestDelay: 90,
  pausedAfter: 150,
  pausedAtFirst: 1_000,
  pollEvery: 60,
  linger: 40,
};

let trial: Trial;
let publish: PublishConfig;
let origin: string;
/** Status the application answers a question for a channel with, in turn; 200 when used up. */
let answers: number[];
let asked: string[];
const ends: (() => unknown)[] = [];

beforeEach(async () => {
  trial = await startTrial();
  publish = { appId: APP.id, key: APP.key, secret: APP.secret, host: '127.0.0.1', port: trial.port, tls: false };
  answers = [];
  asked = [];
  origin = await startApplication();
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
  await trial.end();
});

/** The application's two addresses for authorisation, which sign with the real SDK. */
async function startApplication(): Promise<string> {
  const server = createServer(async (request, response) => {
    const form = await readForm(request);
    asked.push(`${request.method} ${request.url} ${form.get('channel_name') ?? ''}`.trim());
    const status = request.url === '/api/pusher/auth' ? (answers.shift() ?? 200) : 200;
    const socketId = form.get('socket_id');
    const signature =
      request.url === '/api/pusher/auth'
        ? authorizeChannel(publish, socketId, form.get('channel_name'))
        : authenticateUser(publish, socketId, { id: 'ann' });
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(status === 200 ? signature : { status }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return new URLSearchParams(text);
}

function live(options: LiveOptions = {}): Listener {
  const { timing, ...others } = options;
  const connection = connectLive(
    { key: APP.key, host: '127.0.0.1', port: trial.port, tls: false },
    { origin, timing: { ...QUICK, ...timing }, ...others },
  );
  ends.push(() => connection.close());
  return new Listener(connection);
}

/** Keeps what a connection tells, and waits for it. */
class Listener {
  readonly messages: LiveMessage[] = [];
  readonly reasons: CatchUpReason[] = [];
  readonly states: string[] = [];

  constructor(readonly connection: LiveConnection) {
    connection.onCatchUp((reason) => this.reasons.push(reason));
    connection.onState(() => this.states.push(connection.getState()));
  }

  listen(channel = CHANNEL): () => void {
    return this.connection.subscribe(channel, (message) => this.messages.push(message));
  }

  state(state: string): Promise<void> {
    return expect.poll(() => this.connection.getState(), { interval: 5, timeout: 5_000 }).toBe(state);
  }

  caughtUp(...reasons: CatchUpReason[]): Promise<void> {
    return expect.poll(() => this.reasons, { interval: 5, timeout: 5_000 }).toEqual(reasons);
  }

  /** Publishes a mark and waits for it: what was to be heard before has been heard then. */
  async mark(id: string, channel = CHANNEL): Promise<void> {
    await expect.poll(() => isOccupied(channel), { interval: 5, timeout: 5_000 }).toBe(true);
    await publishBatch(publish, [{ channel, event: 'task.changed', data: { id } }]);
    await expect.poll(() => this.messages.at(-1)?.data.id, { interval: 5, timeout: 5_000 }).toBe(id);
  }
}

async function serverBack(): Promise<void> {
  await trial.server.listen(trial.port);
}

describe('A live connection', () => {
  it('is live, hears the known events with their ids, and passes over everything else', async () => {
    const tab = live();
    tab.listen();
    await tab.caughtUp('subscribed');
    expect(tab.states).toEqual(['live']);
    const to = { channel: CHANNEL };
    await publishBatch(publish, [
      { ...to, event: 'task.created', data: { id: 'a', version: 1, project_id: '1', by: 'x' } },
      { ...to, event: 'task.exploded', data: { id: 'b' } },
      { ...to, event: 'toString', data: { id: 'b' } },
      { ...to, event: 'task.changed', data: 'text' },
      { ...to, event: 'task.changed', data: null },
      { ...to, event: 'task.changed', data: { id: 5 } },
    ]);
    await tab.mark('end');
    expect(tab.messages).toEqual([
      { event: 'task.created', channel: CHANNEL, data: { id: 'a', version: 1, project_id: '1', by: 'x' } },
      { event: 'task.changed', channel: CHANNEL, data: { id: 'end' } },
    ]);
  });

  it('asks the application for a signature by form, and signs its user in', async () => {
    const tab = live();
    tab.listen();
    await tab.caughtUp('subscribed');
    await expect.poll(() => asked.length).toBe(2);
    expect(asked.sort()).toEqual([`POST /api/pusher/auth ${CHANNEL}`, 'POST /api/pusher/user']);
  });

  it('knows its id while it is connected', async () => {
    const tab = live();
    expect(tab.connection.connectionId()).toBeNull();
    await tab.state('live');
    expect(tab.connection.connectionId()).toMatch(/^\d+\.\d+$/);
    tab.connection.close();
    expect(tab.connection.connectionId()).toBeNull();
  });

  it('subscribes once for many listeners, and leaves some time after the last is gone', async () => {
    const tab = live();
    const [endFirst, endSecond] = [tab.listen(), tab.listen()];
    await tab.caughtUp('subscribed');
    expect(asked.filter((line) => line.includes(CHANNEL))).toHaveLength(1);
    endFirst();
    endFirst();
    await tab.mark('for the second');
    expect(tab.messages).toHaveLength(1);
    endSecond();
    const endThird = tab.listen();
    await tab.mark('for the third');
    expect(asked.filter((line) => line.includes(CHANNEL))).toHaveLength(1);
    endThird();
    await expect.poll(() => isOccupied(CHANNEL)).toBe(false);
  });

  it('serves the other listeners when one of them fails', async () => {
    const faults: unknown[] = [];
    const scope = globalThis as { reportError?: (error: unknown) => void };
    const before = scope.reportError;
    scope.reportError = (error) => faults.push(error);
    ends.push(() => Object.assign(scope, { reportError: before }));
    const tab = live();
    const fault = new Error('a listener fails');
    tab.connection.subscribe(CHANNEL, () => {
      throw fault;
    });
    tab.listen();
    await tab.caughtUp('subscribed');
    await tab.mark('a');
    expect(faults).toEqual([fault]);
  });

  it('can be opened, closed and opened again, and hears each event once', async () => {
    const tab = live();
    tab.listen();
    tab.connection.close();
    tab.connection.open();
    await tab.caughtUp('subscribed');
    tab.connection.close();
    tab.connection.open();
    await tab.caughtUp('subscribed', 'reconnected');
    await tab.mark('a');
    expect(tab.messages).toHaveLength(1);
  });

  it('is paused and asks from time to time when no service is configured', async () => {
    const connection = new LiveConnection(null, { timing: QUICK });
    const tab = new Listener(connection);
    connection.open();
    expect(connection.getState()).toBe('paused');
    await expect.poll(() => tab.reasons.length).toBeGreaterThan(2);
    expect(new Set(tab.reasons)).toEqual(new Set(['poll']));
    connection.close();
  });
});

describe('After a loss', () => {
  it('it subscribes again and only then asks to catch up, once', async () => {
    const tab = live({ timing: { pausedAfter: 5_000 } });
    tab.listen();
    tab.listen('private-project-2');
    await tab.caughtUp('subscribed');
    const heardAtCatchUp = new Promise<string[]>((resolve) => {
      tab.connection.onCatchUp(async () => resolve(Object.keys((await channels()).channels)));
    });
    await trial.server.close();
    await serverBack();
    expect((await heardAtCatchUp).sort()).toEqual(['private-project-1', 'private-project-2']);
    await tab.caughtUp('subscribed', 'reconnected');
    await tab.mark('a');
  });

  it('it says nothing when the gap is short', async () => {
    const tab = live({ timing: { pausedAfter: 5_000 } });
    tab.listen();
    await tab.state('live');
    await trial.server.close();
    await tab.state('connecting');
    await serverBack();
    await tab.state('live');
    expect(tab.states).toEqual(['live', 'connecting', 'live']);
  });

  it('it is paused after a while, asks from time to time, and stops asking when live again', async () => {
    const tab = live();
    tab.listen();
    await tab.caughtUp('subscribed');
    await trial.server.close();
    await tab.state('paused');
    await expect.poll(() => tab.reasons.filter((reason) => reason === 'poll').length, { interval: 5 }).toBe(2);
    await serverBack();
    await tab.state('live');
    await expect.poll(() => tab.reasons.at(-1), { interval: 5 }).toBe('reconnected');
    const count = tab.reasons.length;
    await tab.mark('a');
    await pollsOfAnother(2);
    expect(tab.reasons).toHaveLength(count);
    expect(tab.states).toEqual(['live', 'connecting', 'paused', 'live']);
  });

  it('it is paused when the first connection never comes about, and live when it does', async () => {
    await trial.server.close();
    const tab = live({ timing: { pausedAtFirst: 50 } });
    tab.listen();
    await tab.state('paused');
    await serverBack();
    await tab.state('live');
    await tab.mark('a');
  });
});

describe('A terminated connection', () => {
  it('comes back when the session holds, and tells that it did', async () => {
    const returned: string[] = [];
    const tab = live({
      onTerminated: async () => {
        returned.push('asked');
        return true;
      },
    });
    tab.connection.onReturned(() => returned.push('returned'));
    tab.listen();
    await terminate(tab);
    await tab.caughtUp('subscribed', 'reconnected');
    expect(returned).toEqual(['asked', 'returned']);
    await tab.mark('a');
  });

  it('stays away when the session has ended, and asks for nothing more', async () => {
    const tab = live({ onTerminated: async () => false });
    tab.listen();
    await terminate(tab);
    await tab.state('paused');
    const { length } = asked;
    await pollsOfAnother(3);
    expect([tab.reasons, asked.length, await channels()]).toEqual([['subscribed'], length, { channels: {} }]);
  });

  it('comes back when the session cannot be asked about', async () => {
    const tab = live({ onTerminated: () => Promise.reject(new Error('no answer')) });
    tab.listen();
    await terminate(tab);
    await tab.caughtUp('subscribed', 'reconnected');
  });
});

describe('A channel', () => {
  it('is asked for again when the application could not answer, and catches up then', async () => {
    answers = [503, 429, 500];
    const tab = live();
    tab.listen();
    await expect.poll(() => asked.filter((line) => line.includes(CHANNEL)).length).toBe(4);
    await tab.mark('a');
    expect(tab.reasons.at(-1)).toBe('subscribed');
  });

  it('is given up on this connection when it is not the member’s to hear', async () => {
    answers = [403];
    const tab = live();
    tab.listen();
    await tab.caughtUp('subscribed');
    tab.listen('private-project-2');
    await tab.mark('a', 'private-project-2');
    expect(asked.filter((line) => line.endsWith(CHANNEL))).toHaveLength(1);
  });

  it('that is refused for want of a session leads to the question whether it holds', async () => {
    answers = [401];
    let questions = 0;
    const tab = live({
      onTerminated: async () => {
        questions++;
        return false;
      },
    });
    tab.listen();
    await tab.state('paused');
    expect(questions).toBe(1);
  });

  it('is asked for again when its signature was refused although the session holds', async () => {
    const { secret } = publish;
    publish.secret = 'wrong';
    const tab = live({
      onTerminated: async () => {
        publish.secret = secret;
        return true;
      },
    });
    tab.listen();
    await expect.poll(() => asked.filter((line) => line.includes(CHANNEL)).length).toBeGreaterThan(1);
    await tab.mark('a');
  });
});

async function isOccupied(channel: string): Promise<boolean> {
  return (await (await trial.publisher.get({ path: `/channels/${channel}` })).json()).occupied;
}

async function channels(): Promise<{ channels: object }> {
  return (await trial.publisher.get({ path: '/channels', params: { filter_by_prefix: 'private-' } })).json();
}

/** Waits until a tab that is paused has asked so many times: then one that asked too would have been noticed. */
async function pollsOfAnother(count: number): Promise<void> {
  const other = new Listener(new LiveConnection(null, { timing: QUICK }));
  other.connection.open();
  await expect.poll(() => other.reasons.length, { interval: 5 }).toBe(count);
  other.connection.close();
}

/** Ends the connections of the tab's user; repeated, since the sign-in is not told to the outside. */
async function terminate(tab: Listener): Promise<void> {
  await tab.caughtUp('subscribed');
  const attempt = async () => {
    await terminateUser(publish, 'ann');
    return tab.states;
  };
  await expect.poll(attempt, { interval: 5 }).toContain('connecting');
}
