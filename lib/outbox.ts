import 'server-only';
import type { Db } from '@/lib/sql';
import { newId } from '@/lib/validation';
import type { Prisma } from '@/prisma/client/client';

/** What is to leave after commit; `orgId` only as `auth` or `worker`, a member's transaction has it filled. */
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
