/** A process of `npm run bench:clients`: people with the chat open, each with a WebSocket of their own; told what to do by its parent. */
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';

/** `room`: what is said there is counted. */
export type Crowd = {
  app: string;
  socket: string;
  room: string;
  people: { cookie: string; channels: string[] }[];
};
export type Order =
  | { do: 'crowd'; crowd: Crowd }
  /** `over`: ms in which they come, evenly. */
  | { do: 'come'; over: number }
  /** How long each message took to everybody; `began` by its id, in ms since 1970. `reads`: until its words were there. */
  | { do: 'tell'; began: Record<string, number>; reads: boolean }
  | { do: 'read'; reads: boolean }
  | { do: 'lose' };
export type Report = {
  /** Ms of each client, or of each client and message. */
  times: number[];
  /** Since 1970. */
  first: number;
  last: number;
  failed: string[];
};

type Signed = { auth: string; user_data: string; channels: Record<string, object> };

const now = () => performance.timeOrigin + performance.now();
/** As a browser waits: one second, two, … five. */
const PAUSES = [1_000, 2_000, 3_000, 4_000, 5_000];

/** One person's connection: signs in, subscribes to all of their channels, and notes what it hears. */
class Client {
  socket: WebSocket | undefined;
  readonly heard = new Map<string, number>();
  readonly read = new Map<string, number>();
  #cursor = '';

  constructor(
    private readonly crowd: Crowd,
    private readonly person: Crowd['people'][number],
  ) {}

  /** Tries until everything is subscribed. @returns ms of the try that succeeded */
  async come(): Promise<number> {
    for (let at = 0; ; at++) {
      const since = now();
      if (await this.#connect().catch(() => false)) return now() - since;
      if (at > 20) throw new Error('it cannot subscribe');
      await sleep(PAUSES[Math.min(at, PAUSES.length - 1)]);
    }
  }

  async #connect(): Promise<boolean> {
    const socket = new WebSocket(this.crowd.socket);
    this.socket = socket;
    const waiting = new Set<string>();
    return new Promise<boolean>((resolve, reject) => {
      socket.on('error', reject);
      socket.on('close', () => resolve(false));
      socket.on('message', (text) => {
        const { event, channel, data } = JSON.parse(String(text)) as { event: string; channel?: string; data: string };
        if (event === 'pusher:connection_established')
          void this.#subscribe(socket, (JSON.parse(data) as { socket_id: string }).socket_id, waiting).catch(reject);
        else if (event === 'pusher:ping') socket.send('{"event":"pusher:pong","data":{}}');
        else if (event === 'pusher:subscription_error') reject(new Error(data));
        else if (event === 'pusher_internal:subscription_succeeded') {
          waiting.delete(String(channel));
          if (waiting.size === 0) resolve(true);
        } else if (event === 'message.added') this.#hear(JSON.parse(data) as { id: string; room_id: string });
      });
    });
  }

  async #subscribe(socket: WebSocket, socket_id: string, waiting: Set<string>): Promise<void> {
    const fields = [['socket_id', socket_id], ...this.person.channels.map((channel) => ['channel', channel])];
    const { channels, user_data, auth } = (await this.#sign(fields)) as Signed;
    for (const name of Object.keys(channels)) waiting.add(name);
    if (waiting.size < this.person.channels.length) throw new Error('not all channels were signed');
    socket.send(JSON.stringify({ event: 'pusher:signin', data: { user_data, auth } }));
    for (const [channel, signed] of Object.entries(channels))
      socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { ...signed, channel } }));
  }

  /** As a page asks: once for the person and all channels. */
  async #sign(fields: string[][]): Promise<unknown> {
    const { cookie } = this.person;
    const answer = await fetch(`${this.crowd.app}/api/pusher/user`, {
      method: 'POST',
      headers: { cookie, origin: this.crowd.app },
      body: new URLSearchParams(fields),
    });
    if (!answer.ok) throw new Error(`it was answered ${answer.status}`);
    return answer.json();
  }

  #hear({ id, room_id }: { id: string; room_id: string }): void {
    if (room_id !== this.crowd.room) return;
    if (!this.heard.has(id)) this.heard.set(id, now());
    if (reads) void this.#look(id);
  }

  /** As a page does that shows the room. */
  async #look(id: string): Promise<void> {
    const after = this.#cursor;
    this.#cursor = id;
    const query = new URLSearchParams({ room_id: this.crowd.room, limit: '50', ...(after && { after }) });
    const answer = await fetch(`${this.crowd.app}/api/messageList?${query}`, {
      headers: { cookie: this.person.cookie },
    });
    const { docs = [] } = (await answer.json()) as { docs?: { _id: string }[] };
    for (const { _id } of docs) if (!this.read.has(_id)) this.read.set(_id, now());
  }
}

let reads = false;
let clients: Client[] = [];

async function obey(order: Order): Promise<Report> {
  const failed: string[] = [];
  const times: number[] = [];
  const first = now();
  if (order.do === 'crowd') {
    const { crowd } = order;
    clients = crowd.people.map((person) => new Client(crowd, person));
  }
  if (order.do === 'come')
    await Promise.all(
      clients.map(async (client, at) => {
        await sleep((order.over * at) / clients.length);
        await client.come().then(
          (took) => times.push(took),
          (error) => failed.push(String(error)),
        );
      }),
    );
  if (order.do === 'lose')
    // Each comes back as soon as it has noticed.
    await Promise.all(
      clients.map(async (client) => {
        if (client.socket?.readyState !== WebSocket.CLOSED)
          await new Promise((resolve) => client.socket?.once('close', resolve));
        await client.come().then(
          () => times.push(now() - first),
          (error) => failed.push(String(error)),
        );
      }),
    );
  if (order.do === 'read') reads = order.reads;
  if (order.do === 'tell')
    for (const [id, began] of Object.entries(order.began))
      for (const client of clients) {
        const at = (order.reads ? client.read : client.heard).get(id);
        if (at === undefined) failed.push(id);
        else times.push(at - began);
      }
  return { times, first, last: now(), failed };
}

process.on('message', (order: Order) => void obey(order).then((report) => process.send?.(report)));
