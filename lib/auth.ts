import 'server-only';
import { asAuth, asRoleWithin, goOnAs } from '@/lib/db';
import { currentDeadline, pageDeadline, withinDeadline } from '@/lib/deadline';
import { type Author, derive, type Effects, newEffects, settle } from '@/lib/effects';
import type { EventKind, Fact } from '@/lib/event/registry';
import type { Ctx } from '@/lib/org';
import { kickOutbox, type Lane, lanesAwaiting } from '@/lib/outbox';
import type { Db } from '@/lib/sql';

export type Client = {
  ip?: string;
  userAgent?: string;
  sid?: string;
  device?: string;
};

/** `memberId` is null for outsiders. `away`: a later effect, so the caller's address is not theirs. */
type ActingSeat = Pick<Author, 'orgId' | 'memberId'> & { away?: true };

/** In one transaction as `auth`: before there is a seat, or about a person with several. */
export type AuthCtx = {
  readonly db: Db;
  readonly client: Client;
  /** Reports a fact and the seat it happened in; its effects are written before the transaction ends. */
  happened<K extends EventKind>(seat: ActingSeat, ...fact: Fact<K>): void;
  /** Writes the facts so far, for work that goes on in another role. */
  settle(): Promise<void>;
};

/**
 * The second door: as the database role `auth`. From outside (`null`: unknown caller) a transaction of its own, whose
 * outbox is then delivered; inside the first door (lib/org.ts) a part of that one. `first`: from outside, what runs as
 * `worker` before.
 */
export async function withAuth<T>(
  from: Client | Ctx | null,
  work: (auth: AuthCtx) => Promise<T>,
  first?: (db: Db) => Promise<unknown>,
): Promise<T> {
  if (from && 'db' in from) return asRoleWithin(from.db, 'auth', (db) => settled(db, from.client, work));
  let awaited: readonly Lane[] = [];
  const open = () =>
    asAuth(async (db) => {
      if (first) {
        await first(db);
        await goOnAs(db, 'auth');
      }
      const value = await settled(db, from ?? {}, work);
      awaited = lanesAwaiting(db);
      return value;
    }, first && 'worker');
  // Pages before sign-in read outside of any call: all their reads together wait no longer than a call.
  const result = await (from || currentDeadline() ? open() : withinDeadline(pageDeadline(), open));
  kickOutbox(awaited);
  return result;
}

async function settled<T>(db: Db, client: Client, work: (auth: AuthCtx) => Promise<T>): Promise<T> {
  const said = new Map<string, { author: Author; effects: Effects }>();
  const effectsOf = ({ orgId, memberId, away }: ActingSeat) => {
    const author = { orgId, memberId, ...(!away && { ip: client.ip, userAgent: client.userAgent }) };
    const key = JSON.stringify(author);
    const { effects } = said.get(key) ?? { effects: newEffects() };
    said.set(key, { author, effects });
    return effects;
  };
  const auth: AuthCtx = {
    db,
    client,
    happened: (seat, ...fact) => derive(effectsOf(seat), seat.memberId, ...fact),
    async settle() {
      for (const { author, effects } of said.values()) await settle(db, author, effects);
    },
  };
  const value = await work(auth);
  await auth.settle();
  return value;
}

/** From here on under the row security of the member whose settings the transaction has. It never comes back. */
export const goOnAsTenant = ({ db }: Pick<AuthCtx, 'db'>): Promise<void> => goOnAs(db, 'tenant');
