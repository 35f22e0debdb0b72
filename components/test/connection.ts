import type { LiveState } from '@/components/live/connection';
import type { CatchUpReason, LiveHandler, LiveMessage } from '@/components/live/subscriptions';
import type { LivePayload } from '@/lib/realtime/events';

/** Stands for `components/live/connection.ts` in parts: what is heard, and whether the connection stands, the test says. */

const open = new Set<LiveConnection>();

export class LiveConnection {
  readonly #handlers = new Map<string, Set<LiveHandler>>();
  #lately: LiveMessage[] = [];
  readonly #stateListeners = new Set<() => void>();
  readonly #catchUpListeners = new Set<(reason: CatchUpReason) => void>();
  readonly #returnListeners = new Set<() => void>();
  #state: LiveState = 'live';

  readonly getState = (): LiveState => this.#state;
  readonly onState = (listener: () => void) => added(this.#stateListeners, listener);
  readonly onCatchUp = (listener: (reason: CatchUpReason) => void) => added(this.#catchUpListeners, listener);
  readonly onReturned = (listener: () => void) => added(this.#returnListeners, listener);

  readonly subscribe = (channel: string, handler: LiveHandler, lately = false): (() => void) => {
    const handlers = this.#handlers.get(channel) ?? new Set();
    this.#handlers.set(channel, handlers);
    if (lately) for (const message of this.#lately) if (message.channel === channel) handler(message);
    return added(handlers, (message: LiveMessage) => handler(message));
  };

  open(): void {
    open.add(this);
  }

  close(): void {
    open.delete(this);
  }

  say(message: LiveMessage): void {
    const handlers = this.#handlers.get(message.channel);
    if (handlers) this.#lately.push(message);
    for (const handler of [...(handlers ?? [])]) handler(message);
  }

  channels(): string[] {
    return [...this.#handlers].filter(([, handlers]) => handlers.size > 0).map(([channel]) => channel);
  }

  become(state: LiveState): void {
    this.#state = state;
    for (const listener of [...this.#stateListeners]) listener();
  }

  catchUp(reason: CatchUpReason): void {
    for (const listener of [...this.#catchUpListeners]) listener(reason);
  }

  come(): void {
    for (const listener of [...this.#returnListeners]) listener();
  }
}

function added<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** What the live connection of the part that is shown hears. */
export const live = {
  /** A message on `channel`, such as `private-project-ID`. */
  say(channel: string, event: LiveMessage['event'], data: LivePayload): void {
    for (const connection of open) connection.say({ channel, event, data });
  },
  /** The connection is lost (`connecting`, then `paused`) or stands again (`live`, which reads again what may be stale). */
  become(state: LiveState): void {
    for (const connection of open) {
      connection.become(state);
      if (state === 'live') connection.catchUp('reconnected');
    }
  },
  /** What is shown may be stale: everything is read again. */
  catchUp(reason: CatchUpReason): void {
    for (const connection of open) connection.catchUp(reason);
  },
  /** The server ended the connection of a session that holds: a right may be lost. */
  returned(): void {
    for (const connection of open) connection.come();
  },
  /** Channels that are listened to. */
  get channels(): string[] {
    return [...open].flatMap((connection) => connection.channels());
  },
};
