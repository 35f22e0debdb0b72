import 'server-only';
import type { Reader } from '@/lib/formats';
import type { SealedMail } from '@/lib/mail/queue';
import type { MailBrand } from '@/lib/mail/templates/layout';
import type { Ctx } from '@/lib/org';
import type { Db } from '@/lib/sql';
import { newId } from '@/lib/validation';
import type { Prisma } from '@/prisma/client/client';

/** The only writer of `outbox`, except for triggers. */

/** `orgId` only as `auth` or `worker`; the database fills it for members. */
export type NewOutboxRow = { orgId?: string } & (
  | { kind: 'realtime' | 'terminate'; payload: Prisma.InputJsonValue }
  | { kind: 'mail'; payload: Prisma.InputJsonObject; recipient: string; template: string }
);

const awaited = new WeakSet<Db>();

/** Whether this transaction queued something to deliver after commit. */
export const isAwaited = (db: Db): boolean => awaited.has(db);

/** Queues rows in one statement; returns their ids, in order. */
export async function addToOutbox(db: Db, rows: readonly NewOutboxRow[]): Promise<string[]> {
  if (!rows.length) return [];
  awaited.add(db);
  const data = rows.map((row) => ({ ...row, id: newId() }));
  // createMany returns nothing: those who queue may not read the outbox.
  await db.outbox.createMany({ data });
  return data.map(({ id }) => id);
}

/** Each browser then checks its session; valid ones come back. As `auth` or `worker`. */
export async function endLive(db: Db, ended: readonly { org_id: string; member_id: string }[]): Promise<void> {
  const members = new Map(ended.map((row) => [row.member_id, row.org_id]));
  await addToOutbox(
    db,
    [...members].map(([member_id, orgId]) => ({ orgId, kind: 'terminate', payload: { member_id } })),
  );
}

// A slow mail server must not get the same email twice.
const MAIL_LEASE_SECONDS = 180;
// Three connections, a minute each: the last email leaves before the lease ends.
const MAIL_BATCH = 9;
const MAIL_GIVEN_UP = '3 days';
// Thousands at once: codes, valid for ten minutes, and other organisations do not wait behind them.
const BULK = 'invitation';

/** With the organisation's logo and the reader's date format. */
export type ClaimedMail = { id: string; payload: SealedMail; brand: MailBrand | null; reader: Reader | null };

/** `last_error` is null while sending: no retry can send it twice. A deleted organisation's emails wait. */
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

export const markMailSent = (db: Db, id: string) =>
  db.$executeRaw`update outbox set delivered_at = now(), payload = '{}', recipient = null where id = ${id}::uuid`;

export const markMailFailed = (db: Db, id: string, failure: string) =>
  db.$executeRaw`update outbox set last_error = ${failure},
    available_at = case when created_at < now() - ${MAIL_GIVEN_UP}::interval then 'infinity'
      else now() + make_interval(secs => least(60, power(2, least(attempts, 6) - 1))) end where id = ${id}::uuid`;

/** Retries failed emails of the caller's organisation now, all or `only` one; returns how many. */
export async function retryMails({ db }: Ctx, only?: string): Promise<number> {
  const { count } = await db.outbox.updateMany({
    where: { kind: 'mail', deliveredAt: null, lastError: { not: null }, ...(only && { id: only }) },
    data: { availableAt: new Date() },
  });
  return count;
}

/** Failed ones are tried again after 1, 2, 4 … 32 seconds. */
export async function markDelivered(db: Db, done: string[], failed: string[], failure: string): Promise<void> {
  if (done.length)
    await db.$executeRaw`update outbox set delivered_at = now(), attempts = attempts + 1 where id = any(${done}::uuid[])`;
  if (failed.length)
    await db.$executeRaw`update outbox set attempts = attempts + 1, last_error = ${failure},
      available_at = now() + make_interval(secs => power(2, least(attempts, 5))) where id = any(${failed}::uuid[])`;
}

export const forgetDelivered = (db: Db) =>
  db.$executeRaw`delete from outbox where delivered_at < now() - interval '1 day'`;
