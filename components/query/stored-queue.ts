import { type MutationKey, onlineManager, type QueryClient } from '@tanstack/react-query';
import { newIdempotencyKey, reasonOf } from './api-client';
import { QUEUED, queuedChanges } from './change-queue';
import { storedNames, WAITING } from './stored-names';

/** The server remembers an idempotency key for 24 hours; later the same change might be made twice. */
const LONGEST_MS = 23 * 3_600_000;

/** How a kind of change is sent when the page that made it is gone. */
export type QueuedKind = {
  send: (variables: never) => Promise<unknown>;
  /** It was refused, or is too old to be sent. */
  onRefused: (variables: never, reason: string) => void;
};

type Kept = { key: MutationKey; variables: unknown; scope?: { id: string }; at: number };

type QueueOptions = {
  /** Never sent in another member's session. */
  owner: string;
  kinds: Readonly<Record<string, QueuedKind>>;
  /** A change that outlived its page was saved. */
  onSent: () => void;
};

/**
 * Keeps unsent changes in this browser, and sends what an earlier page left. Each page locks its own list, so only
 * lists of closed pages are taken over. @returns a function that ends it.
 */
export function persistQueue(client: QueryClient, { owner, kinds, onSent }: QueueOptions): () => void {
  const cache = client.getMutationCache();
  const prefix = `${WAITING}${owner}:`;
  const own = prefix + newIdempotencyKey();
  let release = () => {};
  let ended = false;

  let count = 0;
  const keep = () => {
    const queued = queuedChanges(cache);
    if (queued.length === 0 && count === 0) return;
    count = queued.length;
    const kept: Kept[] = queued.map(({ options, state }) => ({
      key: options.mutationKey ?? [],
      variables: state.variables,
      scope: options.scope && { id: options.scope.id },
      at: state.submittedAt,
    }));
    write(own, kept);
  };
  const unsubscribe = cache.subscribe(({ type }) => {
    if (type === 'added' || type === 'updated' || type === 'removed') keep();
  });

  function restore({ key, variables, scope, at }: Kept): void {
    const kind = kinds[String(key[0])];
    if (!kind) return;
    const refused = (reason: string) => kind.onRefused(variables as never, reason);
    if (Date.now() - at > LONGEST_MS) {
      refused('The connection was lost for too long.');
      return;
    }
    cache.build(
      client,
      {
        ...QUEUED,
        mutationKey: key,
        scope,
        mutationFn: () => kind.send(variables as never),
        onSuccess: onSent,
        onError: (error) => refused(reasonOf(error)),
      },
      {
        context: undefined,
        data: undefined,
        error: null,
        failureCount: 0,
        failureReason: null,
        isPaused: true,
        status: 'pending',
        variables,
        submittedAt: at,
      },
    );
  }

  const adopt = (name: string) => {
    if (ended) return;
    const left = read(name);
    // Into this page's list first, so that nothing is lost in between.
    for (const one of left) restore(one);
    keep();
    remove(name);
    if (left.length > 0 && onlineManager.isOnline()) void client.resumePausedMutations();
  };
  const { locks } = navigator;
  // Without locks (plain HTTP) a second tab might send too; idempotency keys keep that to one effect.
  for (const name of storedNames(prefix)) {
    if (locks) void locks.request(name, { ifAvailable: true }, (lock) => lock && adopt(name));
    else adopt(name);
  }
  void locks?.request(own, () => new Promise<void>((resolve) => (release = resolve)));

  return () => {
    ended = true;
    unsubscribe();
    release();
  };
}

// Where storage is refused, changes live as long as the page.
function read(name: string): Kept[] {
  try {
    return JSON.parse(localStorage.getItem(name) ?? '[]') as Kept[];
  } catch {
    return [];
  }
}
function write(name: string, kept: readonly Kept[]): void {
  try {
    if (kept.length > 0) localStorage.setItem(name, JSON.stringify(kept));
    else localStorage.removeItem(name);
  } catch {
    // See above.
  }
}
function remove(name: string): void {
  try {
    localStorage.removeItem(name);
  } catch {
    // See above.
  }
}
