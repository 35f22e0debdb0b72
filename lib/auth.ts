import 'server-only';
import { asAuth, asRoleWithin } from '@/lib/db';
import { kickOutbox } from '@/lib/delivery/delivery';
import { type Author, derive, type Effects, newEffects, settle } from '@/lib/effects';
import type { EventKind, Fact } from '@/lib/event/registry';
import type { Ctx } from '@/lib/org';
import { isAwaited } from '@/lib/outbox';
import type { Db } from '@/lib/sql';

/** Who is at the other end, as far as the server itself saw it. */
export type Client = {
  ip?: string;
  userAgent?: string;
  /** The session they came with, where they may have one. */
  sid?: string;
  /** What the browser keeps of having been signed in with before (lib/attempts/known-device). */
  device?: string;
};

/**
 * The seat that something is done in; `memberId` null for somebody from outside. `away`: it follows now from what they did
 * before, so that the caller's network address is not theirs.
 */
type ActingSeat = Pick<Author, 'orgId' | 'memberId'> & { away?: true };

/** Accounts, seats and sessions, inside one transaction as `auth`: before there is a seat, or about the person behind several. */
export type AuthCtx = {
  readonly db: Db;
  readonly client: Client;
  /** Says what happened, and in which seat; what follows from it is written before the transaction ends. */
  happened<K extends EventKind>(seat: ActingSeat, ...fact: Fact<K>): void;
  /** Writes what has happened so far; for work that goes on in another role. */
  settle(): Promise<void>;
};

/**
 * The second door: work as the database role `auth`. For a caller from outside (`null`: whoever it is) it is a transaction
 * of its own, after which what it queued is delivered; for a member inside the first door (lib/org.ts) it is a part of
 * that transaction.
 */
export async function withAuth<T>(from: Client | Ctx | null, work: (auth: AuthCtx) => Promise<T>): Promise<T> {
  if (from && 'db' in from) return asRoleWithin(from.db, 'auth', (db) => settled(db, from.client, work));
  let awaited = false;
  const result = await asAuth(async (db) => {
    const value = await settled(db, from ?? {}, work);
    awaited = isAwaited(db);
    return value;
  });
  if (awaited) kickOutbox();
  return result;
}

async function settled<T>(db: Db, client: Client, work: (auth: AuthCtx) => Promise<T>): Promise<T> {
  const said = new Map<string, { author: Author; effects: Effects }>();
  const auth: AuthCtx = {
    db,
    client,
    happened({ orgId, memberId, away }, ...fact) {
      const author = { orgId, memberId, ...(!away && { ip: client.ip, userAgent: client.userAgent }) };
      const key = JSON.stringify(author);
      const { effects } = said.get(key) ?? { effects: newEffects() };
      said.set(key, { author, effects });
      derive(effects, memberId, ...fact);
    },
    async settle() {
      for (const { author, effects } of said.values()) await settle(db, author, effects);
    },
  };
  const value = await work(auth);
  await auth.settle();
  return value;
}
