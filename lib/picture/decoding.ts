import 'server-only';
import { DomainError } from '@/lib/errors';
import { FairQueue } from '@/lib/fair-queue';

/** Each picture that is decoded may need 200 MB and a processor for seconds. */
const AT_ONCE = 2;
/** How long (ms) one waits for its turn. */
const PATIENCE = 60_000;
const MOST_WAITING = 200;

const queue = new FairQueue(AT_ONCE, 1);
const waiting = new Map<string, number>();

/**
 * Decodes one picture at a time for each `organisation` (its id), and two in all: whatever one of them asks, the others' next picture
 * has a place. Throws `unavailable` where many of the same organisation wait already, or one has waited for a minute.
 */
export async function decode<T>(organisation: string, work: () => Promise<T>): Promise<T> {
  const before = waiting.get(organisation) ?? 0;
  if (before >= MOST_WAITING) throw busy();
  waiting.set(organisation, before + 1);
  try {
    const turn = await queue.take(organisation, PATIENCE);
    if (!turn) throw busy();
    try {
      return await work();
    } finally {
      turn.release();
    }
  } finally {
    const left = (waiting.get(organisation) ?? 1) - 1;
    if (left) waiting.set(organisation, left);
    else waiting.delete(organisation);
  }
}

const busy = () =>
  new DomainError('unavailable', 'Many pictures are being prepared right now. Try again in a moment.', {
    retryAfter: 5,
  });
