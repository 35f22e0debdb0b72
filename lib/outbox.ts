import 'server-only';
import { asWorker } from '@/lib/db';
import { env } from '@/lib/env';
import { log } from '@/lib/log';
import { publishBatch, terminateUser } from '@/lib/realtime/publish';

/** Side effects leave from here, after commit, at least once: the transaction that caused them only wrote a row. */

type Delivery = { channel: string; event: string; data: unknown };
type Waiting = { id: string; attempts: number; age: number } & (
  | { kind: 'realtime'; payload: Delivery[] }
  | { kind: 'terminate'; payload: { member_id: string } }
);

const LEASE_SECONDS = 30;
const BATCH = 50;
// A nudge that is this old helps nobody: browsers that were away fetch anew when they come back.
const STALE_SECONDS = 120;

const held = globalThis as { guildhallOutbox?: { running: boolean; again: boolean } };
const state = () => (held.guildhallOutbox ??= { running: false, again: false });

/** Delivers what waits, soon and off the caller's path; calls that come while it runs are one more round. */
export function kickOutbox(): void {
  const now = state();
  if (now.running) {
    now.again = true;
    return;
  }
  now.running = true;
  void (async () => {
    try {
      do {
        now.again = false;
        while ((await deliverOnce()) === BATCH);
      } while (now.again);
    } catch (error) {
      log('warn', 'outbox', { error });
    } finally {
      now.running = false;
    }
  })();
}

/** Claims and delivers one batch; how many rows it took. */
export async function deliverOnce(): Promise<number> {
  const rows = await asWorker(
    (db) => db.$queryRaw<Waiting[]>`
      update outbox set attempts = attempts + 1, available_at = now() + make_interval(secs => ${LEASE_SECONDS})
       where id in (select id from outbox where delivered_at is null and available_at <= now()
                     order by id limit ${BATCH} for update skip locked)
      returning id, kind, payload, attempts, extract(epoch from now() - created_at)::float8 as age`,
  );
  if (!rows.length) return 0;
  rows.sort((a, b) => (a.id < b.id ? -1 : 1));
  const { failed, failure } = await deliver(rows);
  const done = rows.filter((row) => !failed.includes(row.id)).map((row) => row.id);
  await asWorker(async (db) => {
    if (done.length) await db.$executeRaw`update outbox set delivered_at = now() where id = any(${done}::uuid[])`;
    // Back-off: 1, 2, 4 … 60 seconds.
    if (failed.length)
      await db.$executeRaw`update outbox set last_error = ${failure},
        available_at = now() + make_interval(secs => least(60, power(2, least(attempts, 6) - 1))) where id = any(${failed}::uuid[])`;
  });
  return failed.length ? 0 : rows.length;
}

/** Hands the rows to the realtime service, events first, in their order; which of them have to be tried again. */
async function deliver(rows: Waiting[]): Promise<{ failed: string[]; failure: string }> {
  const config = env.realtime;
  const failed: string[] = [];
  let failure = '';
  const attempt = async (ids: string[], work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      failed.push(...ids);
      failure = error instanceof Error ? error.message.slice(0, 500) : 'failed';
    }
  };
  if (!config) return { failed, failure };
  const events = rows.filter((row) => row.kind === 'realtime').filter(({ age }) => age < STALE_SECONDS);
  const deliveries = events.flatMap(({ payload }) => payload);
  if (events.length)
    await attempt(
      events.map(({ id }) => id),
      () => publishBatch(config, deliveries),
    );
  // However old: somebody who lost a right must not go on listening.
  for (const { id, payload } of rows.filter((row) => row.kind === 'terminate'))
    await attempt([id], () => terminateUser(config, payload.member_id));
  return { failed, failure };
}

/** Removes what nobody needs any more: delivered rows, ended sessions, old answers and counts, the bin after 30 days. */
export async function sweep(): Promise<void> {
  await asWorker(async (db) => {
    await db.$executeRaw`delete from outbox where delivered_at < now() - interval '1 day'`;
    await db.$executeRaw`delete from session where expires_at < now() or (kind = 'browser' and last_seen_at < now() - interval '24 hours')`;
    await db.$executeRaw`delete from idempotency_key where created_at < now() - interval '1 day'`;
    await db.$executeRaw`delete from rate_limit where expires_at < now()`;
    await db.$executeRaw`update task child set parent_id = null from task parent
      where parent.id = child.parent_id and parent.deleted_at < now() - interval '30 days'`;
    await db.$executeRaw`delete from task where deleted_at < now() - interval '30 days'`;
  });
}
