import 'server-only';
import { type Db, recordset, type Sql, sql, together } from '@/lib/sql';
import { newId } from '@/lib/validation';
import type { Prisma } from '@/prisma/client/client';

/** The only writer of `outbox`, except for triggers. */

/** `orgId` only as `auth` or `worker`; the database fills it for members. */
export type NewOutboxRow = { orgId?: string; kind: 'realtime' | 'terminate'; payload: Prisma.InputJsonValue };

/** Live messages; codes and notices; thousands of invitations; imports and exports. None waits for another lane. */
export const LANES = ['live', 'mail', 'bulk', 'work'] as const;
export type Lane = (typeof LANES)[number];

const awaited = new WeakMap<Db, Set<Lane>>();

export function noteAwaited(db: Db, lanes: readonly Lane[]): void {
  awaited.set(db, new Set([...(awaited.get(db) ?? []), ...lanes]));
}

/** The lanes in which this transaction queued something to deliver after commit. */
export const lanesAwaiting = (db: Db): readonly Lane[] => [...(awaited.get(db) ?? [])];

type Deliverer = (lanes: readonly Lane[]) => void;
// Server and pages are bundled apart.
const held = globalThis as { guildhallDeliverer?: Deliverer };

/** Who delivers stands above those who queue: it says so when it is loaded. Returns who did before. */
export function deliverBy(deliverer: Deliverer | undefined): Deliverer | undefined {
  const before = held.guildhallDeliverer;
  held.guildhallDeliverer = deliverer;
  return before;
}

/** Whether this process delivers what it queues. */
export const deliversHere = (): boolean => held.guildhallDeliverer !== undefined;

/** Starts a delivery and does not wait. */
export const kickOutbox = (lanes: readonly Lane[] = LANES): void => held.guildhallDeliverer?.(lanes);

/** Queues rows in one statement, together with the writes `along`. Those who queue may not read the outbox. */
export async function addToOutbox(db: Db, rows: readonly NewOutboxRow[], along: readonly Sql[] = []): Promise<void> {
  const data = rows.map((row) => ({ ...row, id: newId() }));
  if (data.length) noteAwaited(db, ['live']);
  const queued = sql`insert into outbox (id, org_id, kind, payload)
    select id, coalesce("orgId", app_org_id()), kind, payload
      from ${recordset(data, sql`id uuid, "orgId" uuid, kind text, payload jsonb`)}`;
  const writes = data.length ? [...along, queued] : along;
  if (writes.length) await db.$executeRaw(together(writes));
}

/** Each browser then checks its session; valid ones come back. As `auth` or `worker`. */
export async function endLive(db: Db, ended: readonly { org_id: string; member_id: string }[]): Promise<void> {
  const members = new Map(ended.map((row) => [row.member_id, row.org_id]));
  const rows = [...members].map(([member_id, orgId]) => ({
    orgId,
    kind: 'terminate' as const,
    payload: { member_id },
  }));
  await addToOutbox(db, rows);
}

/** A live message, or a member whose connections end. */
export type ClaimedMessage = { id: string; org_id: string; age: number } & (
  | { kind: 'realtime'; payload: { channel: string; event: string; data: unknown }[] }
  | { kind: 'terminate'; payload: { member_id: string } }
);

/**
 * The present moment, rounded to the millisecond as the columns are that it is compared with. Without that, what was queued a
 * moment ago may be rounded up to a time that is still to come, and is not delivered until the schedule looks again.
 */
export const NOW = sql`now()::timestamptz(3)`;

/** Marked as delivered with the claim; until the commit row locks hold it, so a dead process frees what it claimed. */
export async function claimMessages(db: Db, most: number): Promise<ClaimedMessage[]> {
  const rows = await db.$queryRaw<ClaimedMessage[]>`
    update outbox set delivered_at = now(), attempts = attempts + 1
     where id in (select id from outbox
        where delivered_at is null and available_at <= ${NOW}
          and (kind = 'terminate' or not exists
            (select from organisation o where o.id = org_id and outbox.created_at < o.deleted_at))
        order by kind = 'terminate' desc, id limit ${most} for update skip locked)
    returning id, org_id, kind, payload, extract(epoch from now() - created_at)::float8 as age`;
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** In the transaction that claimed them. Failed ones are tried again after 1, 2, 4 … 32 seconds, the others at once. */
export const putBack = (db: Db, failed: string[], untried: string[], failure: string) =>
  db.$executeRaw`update outbox set delivered_at = null,
      attempts = attempts - case when id = any(${untried}::uuid[]) then 1 else 0 end,
      last_error = case when id = any(${failed}::uuid[]) then ${failure} else last_error end,
      available_at = case when id = any(${failed}::uuid[])
        then now() + make_interval(secs => power(2, least(attempts - 1, 5))) else available_at end
    where id = any(${[...failed, ...untried]}::uuid[])`;

export const forgetDelivered = (db: Db) =>
  db.$executeRaw`delete from outbox where delivered_at < now() - interval '1 day'`;
