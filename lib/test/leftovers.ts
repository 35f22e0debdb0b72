import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

/** What the application keeps in the process, under names that begin so. */
const KEPT = /^guildhall[A-Z]/;
/** What hangs ends with it; a busy machine is quicker. */
const PATIENCE_MS = 60_000;

type Kept = {
  guildhallDeliverer?: unknown;
  guildhallDatabase?: unknown;
  guildhallOutbox?: Record<string, { now?: Promise<void> }>;
};

const deliveries = () => Object.values((globalThis as Kept).guildhallOutbox ?? {}).flatMap(({ now }) => now ?? []);

/** Returns once nothing that a commit gave to deliver is on its way, or after a minute. */
export async function deliveriesEnd(): Promise<void> {
  const late = AbortSignal.timeout(PATIENCE_MS);
  while (deliveries().length && !late.aborted) await Promise.race([Promise.all(deliveries()), once(late, 'abort')]);
}

/**
 * What a test file left running in its process ends before the next file begins: deliveries finish, connections are
 * closed, and names are free.
 */
export async function closeWhatIsOpen(): Promise<void> {
  const kept = globalThis as Kept & Record<string, unknown>;
  // A transaction that nobody waited for may commit now: what it queues stays, and connections that it opens are closed too.
  delete kept.guildhallDeliverer;
  do {
    await deliveriesEnd();
    // It would go on with what the next file queues.
    if (deliveries().length) throw new Error('A delivery that this file began does not end.');
    if (kept.guildhallDatabase) {
      const { closeDatabase } = await import('@/lib/db');
      await Promise.race([closeDatabase(), pause(PATIENCE_MS, undefined, { ref: false })]);
    }
  } while (kept.guildhallDatabase || deliveries().length);
  for (const name of Object.keys(kept).filter((name) => KEPT.test(name))) delete kept[name];
}
