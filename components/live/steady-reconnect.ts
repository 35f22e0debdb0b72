import type Pusher from 'pusher-js';

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
 * Makes a client try again for ever at our pace. The SDK has no setting for it: a refused connection waits out 15
 * seconds there, then up to 60. So its WebSocket transport stays and the strategy around it is replaced. This reaches
 * into the SDK's inner parts; the version is pinned and a test tells when they change.
 * @returns false when the inner parts were not found; the client then keeps its own pace.
 */
export function reconnectSteadily(pusher: Pusher, patience: Patience = PATIENCE): boolean {
  const manager = pusher.connection as unknown as Manager;
  const transport = findTransport(manager.strategy, new Set());
  if (!transport || typeof manager.updateStrategy !== 'function') return false;
  const strategy = steady(transport, patience);
  pusher.disconnect();
  manager.options.getStrategy = () => strategy;
  manager.updateStrategy();
  pusher.connect();
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
