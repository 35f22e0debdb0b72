import 'server-only';
import { env } from '@/lib/env';
import { type ClaimedMessage, claimMessages, putBack } from '@/lib/outbox';
import { publishBatch, terminateUser } from '@/lib/realtime/publish';
import { cut } from '@/lib/text';
import { withWorker } from '@/lib/worker';

/** Messages to open browsers. */

type Event = Extract<ClaimedMessage, { kind: 'realtime' }>;
type Outcome = { done: Set<string>; failed: Set<string>; failure: string };

export const BATCH = 50;
/** Deliveries in a call, as many as the service takes. */
const PUBLISHED_AT_ONCE = 10;
// A transaction is open meanwhile. Nothing begins after this; a call under way takes two seconds more at most.
const DELIVERY_MS = 2_000;
// Older nudges are dropped: browsers that were away fetch everything when they come back.
const STALE_SECONDS = 120;

/** One batch in four statements; returns how many left, 0 when some must be retried. */
export const deliverOnce = (): Promise<number> =>
  withWorker(async (db) => {
    const rows = await claimMessages(db, BATCH);
    const { done, failed, failure } = await deliver(rows);
    const kept = rows.map(({ id }) => id).filter((id) => !done.has(id));
    if (kept.length)
      await putBack(
        db,
        [...failed],
        kept.filter((id) => !failed.has(id)),
        failure,
      );
    return failed.size ? 0 : done.size;
  });

/** Lost rights first, then events, in order. What does not fit into the time is left. */
async function deliver(rows: ClaimedMessage[]): Promise<Outcome> {
  const config = env.realtime;
  const outcome: Outcome = { done: new Set(), failed: new Set(), failure: '' };
  const note = (some: ClaimedMessage[], where: Set<string>) => {
    for (const { id } of some) where.add(id);
  };
  if (!config) {
    note(rows, outcome.done);
    return outcome;
  }
  const events = rows.filter((row) => row.kind === 'realtime');
  const fresh = events.filter(({ age }) => age < STALE_SECONDS);
  note(
    events.filter(({ age }) => age >= STALE_SECONDS),
    outcome.done,
  );
  const until = Date.now() + DELIVERY_MS;
  const attempt = async (some: ClaimedMessage[], work: () => Promise<void>) => {
    if (Date.now() > until) return;
    try {
      await work();
      note(some, outcome.done);
    } catch (error) {
      note(some, outcome.failed);
      outcome.failure = error instanceof Error ? cut(error.message, 500) : 'failed';
    }
  };
  // Before all else, and however old: a person who lost a right must not go on listening.
  for (const row of rows)
    if (row.kind === 'terminate') await attempt([row], () => terminateUser(config, row.payload.member_id));
  let held = false;
  for (const some of callsOf(fresh)) {
    if (held) note(some, outcome.failed);
    else
      await attempt(some, () =>
        publishBatch(
          config,
          some.flatMap(({ payload }) => payload),
        ),
      );
    // Events must arrive in order, so one that failed holds the others back.
    held ||= some.some(({ id }) => outcome.failed.has(id));
  }
  return outcome;
}

function callsOf(events: Event[]): Event[][] {
  const calls: Event[][] = [];
  let size = PUBLISHED_AT_ONCE;
  for (const event of events) {
    size += event.payload.length;
    if (size > PUBLISHED_AT_ONCE) {
      calls.push([]);
      size = event.payload.length;
    }
    calls.at(-1)?.push(event);
  }
  return calls;
}
