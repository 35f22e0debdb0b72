import 'server-only';
import { after } from 'next/server';
import { BATCH, deliverOnce } from '@/lib/delivery/live';
import { env } from '@/lib/env';
import { log } from '@/lib/log';
import { deliverMail } from '@/lib/mail/deliver';
import { claimMails, LANES, type Lane, markMailFailed, markMailSent } from '@/lib/outbox';
import { withWorker } from '@/lib/worker';

/** Side effects leave here, after commit, at least once; the transaction that caused them only wrote a row. */

type Running = { now?: Promise<void>; again: boolean };
const held = globalThis as { guildhallOutbox?: Record<Lane, Running> };
const running = () =>
  (held.guildhallOutbox ??= { live: { again: false }, mail: { again: false }, bulk: { again: false } });

/** One batch of each lane; whether there may be more. */
const ROUND: Record<Lane, () => Promise<boolean>> = {
  live: async () => (await deliverOnce()) === BATCH,
  mail: async () => (await deliverMailsOnce('prompt')) > 0,
  bulk: async () => (await deliverMailsOnce('bulk')) > 0,
};

/** Starts a delivery and does not wait; a slow mail server does not delay live updates. */
export function kickOutbox(lanes: readonly Lane[] = LANES): void {
  const freezes = hostFreezes();
  const goesOn = freezes ? within(env.cronBudgetSeconds) : () => true;
  const work = lanes.map((lane) => run(lane, goesOn));
  if (freezes && work.length) after(Promise.all(work));
}

/** A serverless host stops a process after the answer, unless `after` asks it to wait. Next finds it by this symbol. */
function hostFreezes(): boolean {
  const host = (globalThis as Record<symbol, { get?: () => { waitUntil?: unknown } | undefined } | undefined>)[
    Symbol.for('@next/request-context')
  ];
  return Boolean(host?.get?.()?.waitUntil);
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
        state.again = false;
        while (goesOn() && (await ROUND[lane]()));
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
  for (let left = 1; left > 0 && goesOn(); delivered += left) left = (await deliverOnce()) + (await deliverMailsOnce());
  return delivered;
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
