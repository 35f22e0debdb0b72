import 'server-only';
import { env, type RealtimeConfig } from '@/lib/env';
import { log } from '@/lib/log';
import { deliverMail } from '@/lib/mail/deliver';
import { claimMails, markDelivered, markMailFailed, markMailSent } from '@/lib/outbox';
import { EPOCH_CHANGED, type EpochCounts, epochOf, nameOf } from '@/lib/realtime/epoch';
import { memberChannel } from '@/lib/realtime/events';
import { publishBatch, publishToAll, terminateUser } from '@/lib/realtime/publish';
import type { Db } from '@/lib/sql';
import { withWorker } from '@/lib/worker';

/** Side effects leave here, after commit, at least once; the transaction that caused them only wrote a row. */

type Delivery = { channel: string; event: string; data: unknown };
type Waiting = { id: string; org_id: string; age: number } & (
  | { kind: 'realtime'; payload: Delivery[] }
  | { kind: 'terminate'; payload: { member_id: string } }
  /** Written by a trigger: the counts of the previous epoch. */
  | { kind: 'epoch'; payload: { live_epoch: number; session_epoch: number } }
);

const BATCH = 50;
/** Deliveries in a call; each may go out under two names. */
const PUBLISHED_AT_ONCE = 5;
// A transaction is open meanwhile. Nothing begins after this; a call under way takes two seconds more at most.
const DELIVERY_MS = 2_000;
// Older nudges are dropped: browsers that were away fetch everything when they come back.
const STALE_SECONDS = 120;

type Lane = { running: boolean; again: boolean };
type LaneName = 'live' | 'mail' | 'bulk';
const held = globalThis as { guildhallOutbox?: Record<LaneName, Lane> };
const idle = (): Lane => ({ running: false, again: false });
const lanes = () => (held.guildhallOutbox ??= { live: idle(), mail: idle(), bulk: idle() });

/** Starts a delivery and does not wait; a slow mail server does not delay live updates. */
export function kickOutbox(): void {
  const { live, mail, bulk } = lanes();
  run(live, async () => (await deliverOnce()) === BATCH);
  run(mail, async () => (await deliverMailsOnce('prompt')) > 0);
  run(bulk, async () => (await deliverMailsOnce('bulk')) > 0);
}

function run(lane: Lane, round: () => Promise<boolean>): void {
  if (lane.running) {
    lane.again = true;
    return;
  }
  lane.running = true;
  void (async () => {
    try {
      do {
        lane.again = false;
        while (await round());
      } while (lane.again);
    } catch (error) {
      log('warn', 'outbox', { error });
    } finally {
      lane.running = false;
    }
  })();
}

/** One batch; returns how many left. Each is marked at once, so a crash repeats none. Unsent after three days. */
export async function deliverMailsOnce(which: 'all' | 'prompt' | 'bulk' = 'all'): Promise<number> {
  const rows = await withWorker((db) => claimMails(db, which));
  const sent = await Promise.all(
    rows.map(async ({ id, payload, brand, reader }) => {
      try {
        await deliverMail(id, payload, brand ?? undefined, reader ?? undefined);
      } catch (error) {
        const failure = error instanceof Error ? error.message.slice(0, 500) : 'failed';
        log('warn', 'mail', { id, failure });
        await withWorker((db) => markMailFailed(db, id, failure));
        return false;
      }
      await withWorker((db) => markMailSent(db, id));
      return true;
    }),
  );
  return sent.filter(Boolean).length;
}

/**
 * One batch; returns how many left, 0 when some must be retried. Row locks are the claim: a dead process frees them.
 */
export const deliverOnce = (): Promise<number> =>
  withWorker(async (db) => {
    const rows = await db.$queryRaw<Waiting[]>`
      select id, org_id, kind, payload, extract(epoch from now() - created_at)::float8 as age from outbox
       where kind <> 'mail' and delivered_at is null and available_at <= now()
         and (kind in ('terminate', 'epoch') or not exists
           (select from organisation o where o.id = org_id and outbox.created_at < o.deleted_at))
       order by id limit ${BATCH} for update skip locked`;
    const { done, failed, failure } = await deliver(db, rows);
    await markDelivered(db, done, failed, failure);
    return failed.length ? 0 : done.length;
  });

/** Events first, in order. What does not fit into the time is left. */
async function deliver(db: Db, rows: Waiting[]): Promise<{ done: string[]; failed: string[]; failure: string }> {
  const config = env.realtime;
  const ids = (some: Waiting[]) => some.map(({ id }) => id);
  if (!config) return { done: ids(rows), failed: [], failure: '' };
  const terminations = rows.filter((row) => row.kind === 'terminate');
  const events = rows.filter((row) => row.kind === 'realtime');
  const done = ids(events.filter(({ age }) => age >= STALE_SECONDS));
  const failed: string[] = [];
  let failure = '';
  const until = Date.now() + DELIVERY_MS;
  const attempt = async (some: Waiting[], work: () => Promise<void>) => {
    if (Date.now() > until) return;
    try {
      await work();
      done.push(...ids(some));
    } catch (error) {
      failed.push(...ids(some));
      failure = error instanceof Error ? error.message.slice(0, 500) : 'failed';
    }
  };
  // The names of now: listeners with the right are there, or fetch when they come over.
  const names = await namesNow(db, rows, config.local);
  for (const some of callsOf(events.filter(({ age }) => age < STALE_SECONDS))) {
    // Events must arrive in order, so one that failed holds the others back.
    if (failed.length) failed.push(...ids(some));
    else
      await attempt(some, () =>
        publishBatch(
          config,
          some.flatMap((row) => named(row.payload, names(row.org_id))),
        ),
      );
  }
  for (const row of rows.filter((row) => row.kind === 'epoch'))
    await attempt([row], () => sayFarewell(config, row, names(row.org_id)));
  // However old: a person who lost a right must not go on listening.
  for (const row of terminations) await attempt([row], () => terminateUser(config, row.payload.member_id));
  return { done, failed, failure };
}

function callsOf<E extends { payload: Delivery[] }>(events: E[]): E[][] {
  const calls: E[][] = [];
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

type Names = { epoch: string; local: boolean; listeners: string[] };

async function namesNow(db: Db, rows: Waiting[], local: boolean): Promise<(orgId: string) => Names> {
  const of = (kinds: string[]) => [
    ...new Set(rows.filter(({ kind }) => kinds.includes(kind)).map((row) => row.org_id)),
  ];
  const [heard, moving] = [of(['realtime', 'epoch']), of(['epoch'])];
  if (!heard.length) return () => ({ epoch: '', local, listeners: [] });
  const found = await db.$queryRaw<(EpochCounts & { id: string; listeners: string[] })[]>`
    select o.id, live_epoch as "liveEpoch", session_epoch as "sessionEpoch",
           array(select distinct member_id from session where o.id = any(${moving}::uuid[]) and org_id = o.id) as listeners
      from organisation o where o.id = any(${heard}::uuid[])`;
  const byId = new Map(found.map((row) => [row.id, { epoch: epochOf(row, local), local, listeners: row.listeners }]));
  return (orgId) => byId.get(orgId) ?? { epoch: '', local, listeners: [] };
}

/** Programs that use names without an epoch are served by our own server, which knows who listens. */
const named = (deliveries: Delivery[], { epoch, local }: Names): Delivery[] =>
  deliveries.flatMap((delivery) => {
    const current = { ...delivery, channel: nameOf(delivery.channel, epoch) };
    return local ? [current, delivery] : [current];
  });

/** Tells listeners of the old names that the names have changed. */
async function sayFarewell(config: RealtimeConfig, row: Waiting & { kind: 'epoch' }, names: Names): Promise<void> {
  const { live_epoch: liveEpoch, session_epoch: sessionEpoch } = row.payload;
  const over = epochOf({ liveEpoch, sessionEpoch }, names.local);
  if (over === names.epoch) return;
  const channels = names.listeners.map((one) => nameOf(memberChannel(one), over));
  await publishToAll(config, channels, EPOCH_CHANGED, { id: row.org_id, epoch: names.epoch });
}
