import 'server-only';
import { env, type RealtimeConfig } from '@/lib/env';
import { type ClaimedMessage, claimMessages, putBack } from '@/lib/outbox';
import { EPOCH_CHANGED, epochOf, nameOf, namesFor } from '@/lib/realtime/epoch';
import { memberChannel } from '@/lib/realtime/events';
import { publishBatch, publishToAll, terminateUser } from '@/lib/realtime/publish';
import { withWorker } from '@/lib/worker';

/** Messages to open browsers. */

type Delivery = { channel: string; event: string; data: unknown };
type Event = Extract<ClaimedMessage, { kind: 'realtime' }>;
type Outcome = { done: Set<string>; failed: Set<string>; failure: string };

export const BATCH = 50;
/** Deliveries in a call; each may go out under two names. */
const PUBLISHED_AT_ONCE = 5;
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
      outcome.failure = error instanceof Error ? error.message.slice(0, 500) : 'failed';
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
          some.flatMap((row) => named(row, config.local)),
        ),
      );
    // Events must arrive in order, so one that failed holds the others back.
    held ||= some.some(({ id }) => outcome.failed.has(id));
  }
  for (const row of rows) if (row.kind === 'epoch') await attempt([row], () => sayFarewell(config, row));
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

/**
 * The names of now: listeners with the right are there, or fetch when they come over. Programs that use names without an
 * epoch are served by our own server, which knows who listens.
 */
function named({ payload, epochs }: Event, local: boolean): Delivery[] {
  const epoch = epochOf(epochs, local);
  return payload.flatMap((delivery) =>
    namesFor(delivery.channel, epoch, local).map((channel) => ({ ...delivery, channel })),
  );
}

/** Tells listeners of the old names that the names have changed. */
async function sayFarewell(
  config: RealtimeConfig,
  { org_id, payload, epochs, listeners }: Extract<ClaimedMessage, { kind: 'epoch' }>,
): Promise<void> {
  const over = epochOf({ liveEpoch: payload.live_epoch, sessionEpoch: payload.session_epoch }, config.local);
  const epoch = epochOf(epochs, config.local);
  if (over === epoch) return;
  const channels = listeners.map((one) => nameOf(memberChannel(one), over));
  await publishToAll(config, channels, EPOCH_CHANGED, { id: org_id, epoch });
}
