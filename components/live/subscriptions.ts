import type Pusher from 'pusher-js';
import type { LiveEvent, LivePayload } from '@/lib/realtime/events';
import { delayAfter, type Patience } from './patience';

/** Something happened to the thing with this id. Never content: that is fetched with authorisation. */
export interface LiveMessage {
  event: LiveEvent['type'];
  channel: string;
  data: LivePayload;
}
export type LiveHandler = (message: LiveMessage) => void;

/**
 * Why data may be stale: messages missed while disconnected, or between rendering and a channel's first
 * subscription, or no connection and time to ask.
 */
export type CatchUpReason = 'reconnected' | 'subscribed' | 'poll';

const EVENTS: Record<LiveEvent['type'], true> = {
  'task.created': true,
  'task.changed': true,
  'task.deleted': true,
  'comment.added': true,
  'task.progressed': true,
  'comment.changed': true,
  'request.changed': true,
  'time.changed': true,
  'week.locked': true,
  'project.changed': true,
  'project.deleted': true,
  'project.restored': true,
  'members.changed': true,
  'milestone.changed': true,
  'update.changed': true,
  'notification.added': true,
  'notification.changed': true,
  'file.changed': true,
  'file.deleted': true,
  'folder.changed': true,
  'folder.deleted': true,
  'files.changed': true,
  'file.commented': true,
  'sign_off.changed': true,
  'meeting.changed': true,
  'people.changed': true,
  'rules.changed': true,
  'templates.changed': true,
  'labels.changed': true,
  'fields.changed': true,
  'categories.changed': true,
  'workflow.changed': true,
  'view.changed': true,
  'message.added': true,
  'message.changed': true,
  'room.changed': true,
  'room.read': true,
  typing: true,
  'presence.changed': true,
};

/** How long a catch-up waits for subscriptions that neither succeed nor fail. */
const SETTLE_MS = 5_000;

/** How long (ms) a message is kept for pages that were rendered before it and begin to listen after it, on slow roads too. */
const LATELY_MS = 30_000;

interface Entry {
  handlers: Set<LiveHandler>;
  lately: { message: LiveMessage; at: number }[];
  /** Whether the subscription was answered, with success or not, on the present connection. */
  settled: boolean;
  failures: number;
  lingering?: ReturnType<typeof setTimeout>;
  retrying?: ReturnType<typeof setTimeout>;
}

interface SubscriptionOptions {
  patience: Patience;
  /** How long (ms) a channel without listeners stays subscribed: the next page often wants the same. */
  linger: number;
  /** Called when all subscriptions of a round are answered: from now on nothing is missed. */
  onSettled: (reason: 'reconnected' | 'subscribed') => void;
  sessionHolds: () => Promise<boolean>;
  /** What the application answered when it did not sign the channel; undefined for no answer. */
  statusOf: (channel: string) => number | undefined;
}

/** The channels with listeners, kept subscribed over reconnections. Each is subscribed once. */
export class Subscriptions {
  private readonly entries = new Map<string, Entry>();
  private pusher: Pusher | null = null;
  private round: 'reconnected' | 'subscribed' | null = null;
  private deadline: ReturnType<typeof setTimeout> | undefined;
  private connection: 'reconnected' | 'subscribed' | null = null;

  constructor(private readonly options: SubscriptionOptions) {}

  /** With `lately`, `handler` is called with the messages of the last moments first. */
  add(channel: string, handler: LiveHandler, lately = false): () => void {
    const entry: Entry = this.entries.get(channel) ?? { handlers: new Set(), lately: [], settled: false, failures: 0 };
    const isNew = !this.entries.has(channel);
    this.entries.set(channel, entry);
    // One wrapper per call: the same handler given twice is two listeners, each ended by its own.
    const listener: LiveHandler = (message) => handler(message);
    entry.handlers.add(listener);
    clearTimeout(entry.lingering);
    if (isNew && this.pusher) this.attach(this.pusher, channel, entry);
    if (lately) for (const { message } of recent(entry)) handler(message);
    return () => {
      if (!entry.handlers.delete(listener) || entry.handlers.size > 0) return;
      entry.lingering = setTimeout(() => this.drop(channel), this.pusher ? this.options.linger : 0);
    };
  }

  use(pusher: Pusher): void {
    this.pusher = pusher;
    for (const [channel, entry] of this.entries) this.attach(pusher, channel, entry);
  }

  channels(): string[] {
    return [...this.entries.keys()];
  }

  /** Forgets the client but keeps the listeners for the next one. */
  release(): void {
    this.interrupted();
    this.pusher = null;
  }

  /** Connected: the SDK subscribes to everything it knows. */
  connected(reason: 'reconnected' | 'subscribed'): void {
    this.connection = reason;
    if (this.entries.size > 0 || reason === 'reconnected') this.begin(reason);
  }

  /** The connection is lost with all awaited answers. */
  interrupted(): void {
    clearTimeout(this.deadline);
    this.round = null;
    this.connection = null;
    for (const entry of this.entries.values()) {
      clearTimeout(entry.retrying);
      entry.settled = false;
      entry.failures = 0;
    }
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
      // The SDK keeps this flag when the Channels server refused, and would not ask again.
      channel.subscriptionPending = false;
      void this.refused(name, entry, error.status ?? this.options.statusOf(name));
    });
    if (this.connection) this.begin('subscribed');
  }

  private async refused(name: string, entry: Entry, status: number | undefined): Promise<void> {
    this.settle(entry);
    const isFinal = status === 400 || status === 403 || status === 404;
    if (isFinal || (status === 401 && !(await this.options.sessionHolds()))) return;
    if (!this.connection || this.entries.get(name) !== entry) return;
    clearTimeout(entry.retrying);
    entry.retrying = setTimeout(
      () => {
        if (!this.connection || this.entries.get(name) !== entry) return;
        entry.settled = false;
        this.pusher?.subscribe(name);
        this.begin('subscribed');
      },
      delayAfter(++entry.failures, this.options.patience),
    );
  }

  private drop(channel: string): void {
    const entry = this.entries.get(channel);
    if (!entry || entry.handlers.size > 0) return;
    clearTimeout(entry.retrying);
    this.entries.delete(channel);
    this.pusher?.channel(channel)?.unbind_all();
    this.pusher?.unsubscribe(channel);
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
    if (round && this.connection) this.options.onSettled(round);
  }
}

function deliver(channel: string, entry: Entry, event: string, data: unknown): void {
  if (!isLiveEvent(event) || !isPayload(data)) return;
  const message = { event, channel, data };
  entry.lately = [...recent(entry), { message, at: Date.now() }];
  for (const handler of [...entry.handlers]) {
    try {
      handler(message);
    } catch (error) {
      // One listener's error is reported, and the others are still served.
      reportError(error);
    }
  }
}

const recent = ({ lately }: Entry) => lately.filter(({ at }) => at > Date.now() - LATELY_MS);

function isLiveEvent(event: string): event is LiveEvent['type'] {
  return Object.hasOwn(EVENTS, event);
}

function isPayload(data: unknown): data is LiveMessage['data'] {
  return typeof data === 'object' && data !== null && typeof (data as { id?: unknown }).id === 'string';
}
