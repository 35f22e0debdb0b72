import type Pusher from 'pusher-js';
import type { Options } from 'pusher-js';
import { delayAfter, PATIENCE, type Patience } from './patience';

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
 * A client that reconnects for ever at our pace, connecting already. The SDK has no setting for it (15 s, then 60 s).
 * Keeps its WebSocket transport and replaces the strategy around it: internals, so the version is pinned and a test
 * tells when they change; the client then keeps its own pace.
 */
export function steadyClient(
  Client: typeof Pusher,
  key: string,
  options: Options,
  patience: Patience = PATIENCE,
): Pusher {
  // A client connects on creation unless the SDK thinks the page unfinished.
  // Aborting that attempt at once would be reported as an error by browsers.
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

/** For a client that is not connecting. @returns false, and changes nothing, if the SDK has no strategy to replace. */
export function setPace(pusher: Pusher, patience: Patience): boolean {
  const manager = pusher.connection as unknown as Manager;
  const transport = findTransport(manager.strategy, new Set());
  if (!transport || typeof manager.updateStrategy !== 'function') return false;
  const strategy = steady(transport, patience);
  manager.options.getStrategy = () => strategy;
  manager.updateStrategy();
  return true;
}

type Authorised = (error: Error | null, signature: { auth: string; channel_data?: string } | null) => void;
interface Authorising {
  channelAuthorizer?: (asked: { socketId: string; channelName: string }, done: Authorised) => void;
}

/** Uses what was signed before, by socket and channel, once; all else is asked for as ever. Of the SDK's internals too. */
export function authoriseBy(pusher: Pusher, signed: Map<string, { auth: string; channel_data?: string }>): void {
  const config = pusher.config as unknown as Authorising;
  const ask = config.channelAuthorizer;
  if (!ask) return;
  config.channelAuthorizer = (asked, done) => {
    const key = `${asked.socketId} ${asked.channelName}`;
    const signature = signed.get(key);
    signed.delete(key);
    if (signature) done(null, signature);
    else ask(asked, done);
  };
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
