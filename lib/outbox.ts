import 'server-only';
import type { Reader } from '@/lib/formats';
import type { SealedMail } from '@/lib/mail/queue';
import type { MailBrand } from '@/lib/mail/templates/layout';
import type { Ctx } from '@/lib/org';
import type { Db } from '@/lib/sql';
import { newId } from '@/lib/validation';
import type { Prisma } from '@/prisma/client/client';

/** What is to leave after commit: the only writer of `outbox`, but for the triggers. */

/** A row of it; `orgId` only as `auth` or `worker`, a member's transaction has it filled. */
export type NewOutboxRow = { orgId?: string } & (
  | { kind: 'realtime' | 'terminate'; payload: Prisma.InputJsonValue }
  | { kind: 'mail'; payload: Prisma.InputJsonObject; recipient: string; template: string }
);

const awaited = new WeakSet<Db>();

/** Whether something was queued in this transaction: the door has it delivered after commit. */
export const isAwaited = (db: Db): boolean => awaited.has(db);

/** Queues rows in the caller's transaction, in one statement. Their ids, in order. */
export async function addToOutbox(db: Db, rows: readonly NewOutboxRow[]): Promise<string[]> {
  if (!rows.length) return [];
  awaited.add(db);
  const data = rows.map((row) => ({ ...row, id: newId() }));
  // createMany: whoever queues may not read the outbox, so nothing may be returned.
  await db.outbox.createMany({ data });
  return data.map(({ id }) => id);
}

/**
 * Has the live connections of members end whose sessions ended in this transaction: each asks whether its session still
 * holds, and the others come back by themselves. As `auth` or `worker`.
 */
export async function endLive(db: Db, ended: readonly { org_id: string; member_id: string }[]): Promise<void> {
  const members = new Map(ended.map((row) => [row.member_id, row.org_id]));
  await addToOutbox(
    db,
    [...members].map(([member_id, orgId]) => ({ orgId, kind: 'terminate', payload: { member_id } })),
  );
}

// A mail server may be slow, and must not be asked again while it is at it.
const MAIL_LEASE_SECONDS = 180;
// Three connections of a minute each: the last of a batch leaves before the lease ends.
const MAIL_BATCH = 9;
const MAIL_GIVEN_UP = '3 days';
// Thousands at a time: a code, which lives ten minutes, does not wait behind them, and no organisation behind another's.
const BULK = 'invitation';

/** An email whose turn it is, how its organisation looks, and how its reader wants dates written. */
export type ClaimedMail = { id: string; payload: SealedMail; brand: MailBrand | null; reader: Reader | null };

/**
 * Claims a batch of emails, organisations taking turns. One that is being sent has no `last_error`: nobody can have it tried
 * again meanwhile, and so sent twice. What an organisation queued before it was deleted waits: it leaves if the deletion is
 * taken back, else it is purged.
 */
export const claimMails = (db: Db, which: 'all' | 'prompt' | 'bulk'): Promise<ClaimedMail[]> =>
  db.$queryRaw`
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
        where o.id = outbox.org_id and o.logo is not null and o.deleted_at is null) as brand,
      mail_reader(recipient) as reader`;

/** It left; what it said is nobody's business any more. */
export const markMailSent = (db: Db, id: string) =>
  db.$executeRaw`update outbox set delivered_at = now(), payload = '{}', recipient = null where id = ${id}::uuid`;

/** It is tried again later and later; after three days it stays unsent. */
export const markMailFailed = (db: Db, id: string, failure: string) =>
  db.$executeRaw`update outbox set last_error = ${failure},
    available_at = case when created_at < now() - ${MAIL_GIVEN_UP}::interval then 'infinity'
      else now() + make_interval(secs => least(60, power(2, least(attempts, 6) - 1))) end where id = ${id}::uuid`;

/** Has emails that failed tried again now, all of the caller's organisation or `only` one. How many. */
export async function retryMails({ db }: Ctx, only?: string): Promise<number> {
  const { count } = await db.outbox.updateMany({
    where: { kind: 'mail', deliveredAt: null, lastError: { not: null }, ...(only && { id: only }) },
    data: { availableAt: new Date() },
  });
  return count;
}

/** Live messages that left, and those that are tried again after 1, 2, 4 … 32 seconds. */
export async function markDelivered(db: Db, done: string[], failed: string[], failure: string): Promise<void> {
  if (done.length)
    await db.$executeRaw`update outbox set delivered_at = now(), attempts = attempts + 1 where id = any(${done}::uuid[])`;
  if (failed.length)
    await db.$executeRaw`update outbox set attempts = attempts + 1, last_error = ${failure},
      available_at = now() + make_interval(secs => power(2, least(attempts, 5))) where id = any(${failed}::uuid[])`;
}

/** Removes what left yesterday. */
export const forgetDelivered = (db: Db) =>
  db.$executeRaw`delete from outbox where delivered_at < now() - interval '1 day'`;
