import 'server-only';
import { asWorker, type Db } from '@/lib/db';
import { env } from '@/lib/env';
import { log } from '@/lib/log';
import { deliverMail } from '@/lib/mail/deliver';
import type { SealedMail } from '@/lib/mail/queue';
import type { MailTemplate } from '@/lib/mail/templates';
import type { MailBrand } from '@/lib/mail/templates/layout';
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

// A mail server may be slow, and must not be asked again while it is at it.
const MAIL_LEASE_SECONDS = 180;
// Three connections of a minute each: the last of a batch leaves before the lease ends.
const MAIL_BATCH = 9;
const MAIL_GIVEN_UP = '3 days';
// Thousands at a time: a code, which lives ten minutes, does not wait behind them, and no organisation behind another's.
const BULK: MailTemplate = 'invitation';

type Lane = { running: boolean; again: boolean };
type LaneName = 'live' | 'mail' | 'bulk';
const held = globalThis as { guildhallOutbox?: Record<LaneName, Lane> };
const idle = (): Lane => ({ running: false, again: false });
const lanes = () => (held.guildhallOutbox ??= { live: idle(), mail: idle(), bulk: idle() });

/** Delivers what waits, soon and off the caller's path; a slow mail server does not keep live updates waiting. */
export function kickOutbox(): void {
  const { live, mail, bulk } = lanes();
  run(live, async () => (await deliverOnce()) === BATCH);
  run(mail, async () => (await deliverMailsOnce('prompt')) > 0);
  run(bulk, async () => (await deliverMailsOnce('bulk')) > 0);
}

/** Rounds until nothing waits; calls that come while it runs are one more round. */
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

// What an organisation queued before it was deleted waits: it leaves if the deletion is taken back, else it is purged.

/**
 * Claims and sends one batch of mails, organisations taking turns; how many left. Each is marked as soon as the server took it, so that a process
 * that ends between two mails repeats neither. Never dropped for age; after three days of refusals it stays unsent. One
 * that is being sent has no `last_error`: nobody can have it tried again meanwhile, and so sent twice.
 */
export async function deliverMailsOnce(which: 'all' | 'prompt' | 'bulk' = 'all'): Promise<number> {
  const rows = await asWorker(
    (db) => db.$queryRaw<{ id: string; payload: SealedMail; brand: MailBrand | null }[]>`
      update outbox set attempts = attempts + 1, last_error = null,
             available_at = now() + make_interval(secs => ${MAIL_LEASE_SECONDS})
       where id in (select id from outbox where kind = 'mail' and delivered_at is null and available_at <= now() and id in (
                      select id from (select id, row_number() over (partition by org_id order by id) as turn from outbox
                         where kind = 'mail' and delivered_at is null and available_at <= now()
                           and (${which} = 'all' or (template is not distinct from ${BULK}) = (${which} = 'bulk'))
                           and not exists (select from organisation o where o.id = org_id and outbox.created_at < o.deleted_at)) due
                       order by turn, id limit ${MAIL_BATCH}) for update skip locked)
      returning id, payload,
        (select json_build_object('name', o.name, 'logo', o.logo) from organisation o
          where o.id = outbox.org_id and o.logo is not null and o.deleted_at is null) as brand`,
  );
  const sent = await Promise.all(
    rows.map(async ({ id, payload, brand }) => {
      try {
        await deliverMail(id, payload, brand ?? undefined);
      } catch (error) {
        const failure = error instanceof Error ? error.message.slice(0, 500) : 'failed';
        log('warn', 'mail', { id, failure });
        await asWorker(
          (db) => db.$executeRaw`update outbox set last_error = ${failure},
            available_at = case when created_at < now() - ${MAIL_GIVEN_UP}::interval then 'infinity'
              else now() + make_interval(secs => least(60, power(2, least(attempts, 6) - 1))) end where id = ${id}::uuid`,
        );
        return false;
      }
      // What it said is nobody's business any more.
      await asWorker(
        (db) =>
          db.$executeRaw`update outbox set delivered_at = now(), payload = '{}', recipient = null where id = ${id}::uuid`,
      );
      return true;
    }),
  );
  return sent.filter(Boolean).length;
}

/** Claims and delivers one batch of live updates; how many rows it took. */
export async function deliverOnce(): Promise<number> {
  const rows = await asWorker(
    (db) => db.$queryRaw<Waiting[]>`
      update outbox set attempts = attempts + 1, available_at = now() + make_interval(secs => ${LEASE_SECONDS})
       where id in (select id from outbox where kind <> 'mail' and delivered_at is null and available_at <= now()
                        and (kind = 'terminate' or not exists
                          (select from organisation o where o.id = org_id and outbox.created_at < o.deleted_at))
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
  const steps: ((db: Db) => Promise<unknown>)[] = [
    (db) => db.$executeRaw`delete from outbox where delivered_at < now() - interval '1 day'`,
    (db) => db.$executeRaw`delete from session
      where expires_at < now() or (kind = 'browser' and last_seen_at < now() - interval '24 hours')`,
    (db) => db.$executeRaw`delete from idempotency_key where created_at < now() - interval '1 day'`,
    (db) => db.$executeRaw`delete from rate_limit where expires_at < now()`,
    async (db) => {
      await db.$executeRaw`update task child set parent_id = null from task parent
        where parent.id = child.parent_id and parent.deleted_at < now() - interval '30 days'`;
      await db.$executeRaw`delete from task where deleted_at < now() - interval '30 days'`;
    },
    (db) => db.$executeRaw`delete from project where deleted_at < now() - interval '30 days'`,
    (db) => db.$executeRaw`select sweep_unconfirmed()`,
    (db) => db.$executeRaw`delete from removed_category where removed_at < now() - interval '1 day'`,
    (db) => db.$executeRaw`delete from one_time_code where expires_at < now() - interval '1 day'`,
  ];
  // Each on its own: one that takes too long keeps none of the others.
  for (const step of steps) await asWorker(step).catch((error) => log('warn', 'sweep', { error }));
  await purge();
}

const PURGE_ROWS = 2_000;
/** Of one sweep; what is left then goes with the next. */
const PURGE_STEPS = 1_000;

/** Removes organisations whose time is over, step by step: each is a short transaction, and a crash loses none. */
async function purge(): Promise<void> {
  for (let step = 0; step < PURGE_STEPS; step++) {
    const [row] = await asWorker(
      (db) => db.$queryRaw<{ gone: number }[]>`select purge_organisations(${PURGE_ROWS}::int) as gone`,
    );
    if (!row?.gone) return;
  }
}
