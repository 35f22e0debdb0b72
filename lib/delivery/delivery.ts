import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAnswer } from '@/lib/after-answer';
import { BATCH, deliverOnce } from '@/lib/delivery/live';
import { deliverMailsOnce } from '@/lib/delivery/mail';
import { workOnce } from '@/lib/delivery/work';
import { env } from '@/lib/env';
import { log } from '@/lib/log';
import { queueNotifications } from '@/lib/notification/queries.send';
import { deliverBy, LANES, type Lane } from '@/lib/outbox';
import { queueRules } from '@/lib/rule/queries.run';

/** Side effects leave here, after commit, at least once; the transaction that caused them only wrote a row. */

/** `next`: when it may begin again, in ms. */
type Running = { now?: Promise<void>; again: boolean; next: number };
const held = globalThis as { guildhallOutbox?: Record<Lane, Running> };
const idle = (): Running => ({ again: false, next: 0 });
const running = () => (held.guildhallOutbox ??= { live: idle(), mail: idle(), bulk: idle(), work: idle() });

const SLICE_SECONDS = 2;
/** From one delivery to the next: what is queued meanwhile leaves together, since each claim and call costs as much as a write. */
const PACE_MS = 40;
const both = (one: () => boolean, other: () => boolean) => () => one() && other();

/** One batch of each lane; whether there may be more. */
const ROUND: Record<Lane, (goesOn: () => boolean) => Promise<boolean>> = {
  live: async () => (await deliverOnce()) === BATCH,
  mail: async () => (await deliverMailsOnce(['mail'])) > 0,
  bulk: async () => (await deliverMailsOnce(['bulk'])) > 0,
  // A long import lets another organisation's export have its turn.
  work: (goesOn) => workOnce(both(goesOn, within(SLICE_SECONDS))),
};

/** Each lane for itself: a slow mail server does not delay live updates. */
deliverBy((lanes) => {
  if (env.hasTimers) for (const lane of lanes) void run(lane, () => true);
  else if (lanes.length) afterAnswer(followAnswer(lanes, within(env.cronBudgetSeconds)));
});

/** What the change caused leaves, and so does what timers make of it elsewhere; what is left behind, by the host's schedule. */
async function followAnswer(lanes: readonly Lane[], goesOn: () => boolean): Promise<void> {
  try {
    await Promise.all(lanes.map((lane) => run(lane, goesOn)));
    const caused = [await queueRules(), await queueNotifications()].some(Boolean);
    if (caused && goesOn()) await Promise.all(LANES.map((lane) => run(lane, goesOn)));
  } catch (error) {
    log('warn', 'outbox', { error });
  }
}

/** True for as many seconds from now. */
export function within(seconds: number): () => boolean {
  const until = Date.now() + seconds * 1_000;
  return () => Date.now() < until;
}

function run(lane: Lane, goesOn: () => boolean): Promise<void> {
  const state = running()[lane];
  if (state.now) {
    state.again = true;
    return state.now;
  }
  state.now = (async () => {
    try {
      do {
        const early = state.next - Date.now();
        if (early > 0) await sleep(early);
        state.next = Date.now() + PACE_MS;
        state.again = false;
        while (goesOn() && (await ROUND[lane](goesOn)));
      } while (state.again && goesOn());
    } catch (error) {
      log('warn', 'outbox', { error });
    } finally {
      state.now = undefined;
    }
  })();
  return state.now;
}

/** What waits, a batch after the other for as long as `goesOn()`, or until nothing leaves. Returns how many left. */
export async function deliverWhile(goesOn: () => boolean): Promise<number> {
  let delivered = 0;
  for (let left = 1; left > 0 && goesOn(); delivered += left) {
    left = (await deliverOnce()) + (await deliverMailsOnce());
    if (goesOn() && (await workOnce(goesOn))) left++;
  }
  return delivered;
}
