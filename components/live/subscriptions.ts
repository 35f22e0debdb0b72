import type Pusher from 'pusher-js';
import type { LiveEvent, LivePayload } from '@/lib/realtime/events';
import { delayAfter, type Patience } from './steady-reconnect';

/** One nudge: something happened to the thing with this id. Fetch it by the authorised way; there is no content here. */
export interface LiveMessage {
  event: LiveEvent['type'];
  channel: string;
  data: LivePayload & {
    /** Id of the connection that caused it; one's own changes are on the screen already. */
    by?: string;
  };
}
export type LiveHandler = (message: LiveMessage) => void;

/**
 * Why what is shown may be behind: messages were missed while disconnected, or between the page's rendering and the
 * first subscription to a channel, or there is no connection and it is time to ask.
 */
export type CatchUpReason = 'reconnected' | 'subscribed' | 'poll';

const EVENTS: Record<LiveEvent['type'], true> = {
  'task.created': true,
  'task.changed': true,
  'task.deleted': true,
  'comment.added': true,
  'comment.changed': true,
  'project.changed': true,
  'project.deleted': true,
  'project.restored': true,
  'members.changed': true,
  'notification.added': true,
  'notification.changed': true,
  'people.changed': true,
};

/** How long a catch-up waits for subscriptions that neither succeed nor fail. */
const SETTLE_MS = 5_000;

interface Entry {
  handlers: Set<LiveHandler>;
  /** Whether the subscription was answered, well or not, on the present connection. */
  settled: boolean;
  failures: number;
  lingering?: ReturnType<typeof setTimeout>;
  retrying?: ReturnType<typeof setTimeout>;
}

interface SubscriptionOptions {
  patience: Patience;
  /** Milliseconds a channel nobody listens to stays subscribed: the next page often wants the same. */
  linger: number;
  /** Called when all subscriptions of a round are answered: from now on nothing is missed. */
  onSettled: (reason: 'reconnected' | 'subscribed') => void;
  /** Asks whether the session still holds, after a channel answered 401. */
  sessionHolds: () => Promise<boolean>;
}

/** The channels somebody listens to, kept subscribed over reconnections. Each is subscribed once, however many listen. */
export class Subscriptions {
  private readonly entries = new Map<string, Entry>();
  private pusher: Pusher | null = null;
  private round: 'reconnected' | 'subscribed' | null = null;
  private deadline: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: SubscriptionOptions) {}

  /** Listens to a channel. @returns a function that ends it. */
  add(channel: string, handler: LiveHandler): () => void {
    const entry = this.entries.get(channel) ?? { handlers: new Set<LiveHandler>(), settled: false, failures: 0 };
    const isNew = !this.entries.has(channel);
    this.entries.set(channel, entry);
    // One wrapper per call: the same handler given twice is two listeners, each ended by its own.
    const listener: LiveHandler = (message) => handler(message);
    entry.handlers.add(listener);
    clearTimeout(entry.lingering);
    if (isNew && this.pusher) this.attach(this.pusher, channel, entry);
    return () => {
      if (!entry.handlers.delete(listener) || entry.handlers.size > 0) return;
      entry.lingering = setTimeout(() => this.drop(channel), this.pusher ? this.options.linger : 0);
    };
  }

  /** Takes a fresh client, on which all channels are to be subscribed. */
  use(pusher: Pusher): void {
    this.pusher = pusher;
    for (const [channel, entry] of this.entries) this.attach(pusher, channel, entry);
  }

  /** Lets go of the client; who listens stays and is served by the next. */
  release(): void {
    this.interrupted();
    for (const channel of this.pusher?.allChannels() ?? []) channel.unbind_all();
    this.pusher = null;
  }

  /** The connection stands; the SDK is subscribing to everything. */
  connected(reason: 'reconnected' | 'subscribed'): void {
    if (this.entries.size > 0 || reason === 'reconnected') this.begin(reason);
  }

  /** The connection is lost, and with it every answer that was awaited. */
  interrupted(): void {
    clearTimeout(this.deadline);
    this.round = null;
    for (const entry of this.entries.values()) {
      clearTimeout(entry.retrying);
      entry.settled = false;
      entry.failures = 0;
    }
  }

  private get isConnected(): boolean {
    return this.pusher?.connection.state === 'connected';
  }

  private attach(pusher: Pusher, name: string, entry: Entry): void {
    entry.settled = false;
    const channel = pusher.subscribe(name);
    channel.bind_global((event: string, data: unknown) => deliver(name, entry, event, data));
    channel.bind('pusher:subscription_succeeded', () => {
      entry.failures = 0;
      this.settle(entry);
    });
    channel.bind('pusher:subscription_error', (error: { status?: number }) => {
      // The SDK leaves the mark standing when the refusal came from the Channels server, and would not ask again.
      channel.subscriptionPending = false;
      void this.refused(name, entry, error.status);
    });
    if (this.isConnected) this.begin('subscribed');
  }

  private async refused(name: string, entry: Entry, status: number | undefined): Promise<void> {
    this.settle(entry);
    const isFinal = status === 400 || status === 403 || status === 404;
    if (isFinal || (status === 401 && !(await this.options.sessionHolds()))) return;
    if (!this.isConnected || this.entries.get(name) !== entry) return;
    clearTimeout(entry.retrying);
    entry.retrying = setTimeout(
      () => {
        if (!this.isConnected || this.entries.get(name) !== entry) return;
        entry.settled = false;
        this.pusher?.subscribe(name);
        this.begin('subscribed');
      },
      delayAfter(++entry.failures, this.options.patience),
    );
  }

  private drop(name: string): void {
    const entry = this.entries.get(name);
    if (!entry || entry.handlers.size > 0) return;
    clearTimeout(entry.retrying);
    this.entries.delete(name);
    this.pusher?.channel(name)?.unbind_all();
    this.pusher?.unsubscribe(name);
    this.finish();
  }

  private begin(reason: 'reconnected' | 'subscribed'): void {
    this.round = this.round === 'reconnected' ? this.round : reason;
    clearTimeout(this.deadline);
    this.deadline = setTimeout(() => this.conclude(), SETTLE_MS);
    this.finish();
  }

  private settle(entry: Entry): void {
    entry.settled = true;
    // An answer after its round was given up is a round of its own: until now messages may have been missed.
    this.round ??= 'subscribed';
    this.finish();
  }

  private finish(): void {
    if (![...this.entries.values()].some((entry) => !entry.settled)) this.conclude();
  }

  private conclude(): void {
    clearTimeout(this.deadline);
    const { round } = this;
    this.round = null;
    if (round && this.isConnected) this.options.onSettled(round);
  }
}

function deliver(channel: string, entry: Entry, event: string, data: unknown): void {
  if (!isLiveEvent(event) || !isPayload(data)) return;
  for (const handler of [...entry.handlers]) {
    try {
      handler({ event, channel, data });
    } catch (error) {
      // One listener's fault is told as such, and the others are served.
      reportError(error);
    }
  }
}

function isLiveEvent(event: string): event is LiveEvent['type'] {
  return Object.hasOwn(EVENTS, event);
}

function isPayload(data: unknown): data is LiveMessage['data'] {
  return typeof data === 'object' && data !== null && typeof (data as { id?: unknown }).id === 'string';
}
