import type Pusher from 'pusher-js';
import type { Options } from 'pusher-js';

/** How connecting goes on, in milliseconds. */
export interface Patience {
  /** One attempt, from the first packet to the server's greeting. */
  connectTimeout: number;
  /** The pause after the first failed attempt; the n-th is n times as long … */
  firstDelay: number;
  /** … up to this. There is no last attempt. */
  longestDelay: number;
}

export const PATIENCE: Patience = { connectTimeout: 20_000, firstDelay: 1_000, longestDelay: 5_000 };

/** The pause after the n-th failure in a row. */
export function delayAfter(failures: number, { firstDelay, longestDelay }: Patience): number {
  return Math.min(firstDelay * failures, longestDelay);
}

type Done = (error: unknown, handshake?: { action: string }) => void;
interface Strategy {
  isSupported(): boolean;
  connect(minPriority: number, done: Done): { abort(): void; forceMinPriority(priority: number): void };
}
interface Manager {
  strategy: Strategy;
  options: { getStrategy: () => Strategy };
  updateStrategy(): void;
}

/**
 * Makes a client that tries again for ever at our pace, connecting already. The SDK has no setting for it: a refused
 * connection waits out 15 seconds there, then up to 60. So its WebSocket transport stays and the strategy around it is
 * replaced. This reaches into the SDK's inner parts; the version is pinned and a test tells when they change, in which
 * case the client keeps its own pace.
 */
export function steadyClient(
  Client: typeof Pusher,
  key: string,
  options: Options,
  patience: Patience = PATIENCE,
): Pusher {
  // A client connects as soon as it is made, unless the SDK takes the page for unfinished: that attempt would have to
  // be broken off at once, which browsers report as a fault.
  const base = ownerOfReadiness(Client);
  const wasReady = base.isReady;
  base.isReady = false;
  try {
    const pusher = new Client(key, options);
    setPace(pusher, patience);
    pusher.connect();
    return pusher;
  } finally {
    base.isReady = wasReady;
  }
}

/** The class that says whether the SDK is ready: some builds export one that inherits from it. */
function ownerOfReadiness(Client: typeof Pusher): typeof Pusher {
  let owner: typeof Pusher | null = Client;
  while (owner && !Object.hasOwn(owner, 'isReady')) owner = Object.getPrototypeOf(owner);
  return owner ?? Client;
}

/** Replaces the strategy of a client that is not connecting. @returns false, and changes nothing, if it finds none. */
export function setPace(pusher: Pusher, patience: Patience): boolean {
  const manager = pusher.connection as unknown as Manager;
  const transport = findTransport(manager.strategy, new Set());
  if (!transport || typeof manager.updateStrategy !== 'function') return false;
  const strategy = steady(transport, patience);
  manager.options.getStrategy = () => strategy;
  manager.updateStrategy();
  return true;
}

function steady(transport: Strategy, patience: Patience): Strategy {
  return {
    isSupported: () => transport.isSupported(),
    connect(_, done) {
      let failures = 0;
      let aborted = false;
      let timer: ReturnType<typeof setTimeout> | undefined;
      let attempt: ReturnType<Strategy['connect']> | undefined;

      const start = () => {
        let over = false;
        const fail = () => {
          if (over || aborted) return;
          over = true;
          clearTimeout(timer);
          attempt?.abort();
          timer = setTimeout(start, delayAfter(++failures, patience));
        };
        timer = setTimeout(fail, patience.connectTimeout);
        attempt = transport.connect(0, (error, handshake) => {
          if (over || aborted) return;
          // An unintelligible greeting is a failure too; the SDK would stop there for good.
          if (error || handshake?.action === 'error') return fail();
          over = true;
          clearTimeout(timer);
          done(null, handshake);
        });
      };
      start();
      return {
        abort() {
          aborted = true;
          clearTimeout(timer);
          attempt?.abort();
        },
        forceMinPriority() {},
      };
    },
  };
}

/** Finds the SDK's WebSocket transport inside its tree of strategies. */
function findTransport(value: unknown, seen: Set<unknown>): Strategy | null {
  if (typeof value !== 'object' || value === null || seen.has(value)) return null;
  seen.add(value);
  const { name, transport, connect } = value as { name?: unknown; transport?: unknown; connect?: unknown };
  if (name === 'ws' && transport && typeof connect === 'function') return value as Strategy;
  for (const inner of Object.values(value)) {
    const found = findTransport(inner, seen);
    if (found) return found;
  }
  return null;
}
