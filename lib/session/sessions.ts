import 'server-only';
import { randomUUID } from 'node:crypto';
import { type AuthCtx, type Client, withAuth } from '@/lib/auth';
import type { Ctx } from '@/lib/org';
import { endLive } from '@/lib/outbox';
import { signedInNow } from '@/lib/person/seat';
import { endChatSessions } from '@/lib/session/chat-sessions';
import { type Db, type Sql, sql, together } from '@/lib/sql';
import { cut } from '@/lib/text';

/** The only writer of `session`. Whatever ends a session also ends the member's live connections. */

/** How long a replaced token still counts. */
export const RENEWAL_SECONDS = 10;

type Seat = { org_id: string; member_id: string };

/** False also for a session that was ended elsewhere. */
export const isLive = (sid: string): Promise<boolean> =>
  withAuth(null, async ({ db }) => {
    const rows = await db.$queryRaw<unknown[]>`select from session where id = ${sid}::uuid and expires_at > now()`;
    return rows.length > 0;
  });

/** Whether this session was opened by signing in so few minutes ago. */
export async function signedInSince({ db }: AuthCtx, sid: string, minutes: number): Promise<boolean> {
  const [row] = await db.$queryRaw<{ fresh: boolean }[]>`
    select created_at > now() - make_interval(mins => ${minutes}::int) as fresh from session where id = ${sid}::uuid`;
  return row?.fresh ?? false;
}

/** `endsAt` in seconds since the epoch. Returns the session's id. `signsIn`: notes too when the member was here last. */
export async function addSession(
  auth: AuthCtx,
  seat: Seat,
  kind: 'browser' | 'bearer',
  endsAt: number,
  signsIn = false,
): Promise<string> {
  const sid = randomUUID();
  const { ip, userAgent } = auth.client;
  const opened = sql`insert into session (id, org_id, member_id, kind, ip, user_agent, expires_at)
    values (${sid}::uuid, ${seat.org_id}::uuid, ${seat.member_id}::uuid, ${kind}, ${ip ?? null},
            ${cut(userAgent ?? '', 300) || null}, to_timestamp(${endsAt}::float8))`;
  await auth.db.$executeRaw(together([...(signsIn ? [signedInNow(seat)] : []), opened]));
  return sid;
}

/** Gives the session a new id and returns it; the old id ends after RENEWAL_SECONDS. */
export async function replaceSession(auth: AuthCtx, sid: string): Promise<string> {
  const { db } = auth;
  const fresh = randomUUID();
  await endChatSessions(auth, sql`s.id = ${sid}::uuid`);
  await db.$executeRaw`insert into session (id, org_id, member_id, kind, ip, user_agent, created_at, expires_at)
    select ${fresh}::uuid, org_id, member_id, kind, ip, user_agent, created_at, expires_at
      from session where id = ${sid}::uuid`;
  // Requests under way still carry the old token.
  await db.$executeRaw`update session set expires_at = least(expires_at, now() + make_interval(secs => ${RENEWAL_SECONDS}))
    where id = ${sid}::uuid`;
  return fresh;
}

type Removed = Seat & { email: string; ends_at: number };

/** Returns whose session it was and when it would have ended (seconds since the epoch); undefined: there was none. */
export async function removeSession({ db }: AuthCtx, sid: string): Promise<Removed | undefined> {
  const [seat] = await db.$queryRaw<Removed[]>`
    delete from session s using member m where s.id = ${sid}::uuid and m.id = s.member_id
    returning m.org_id, m.id as member_id, m.email, floor(extract(epoch from s.expires_at))::float8 as ends_at`;
  if (seat) await endLive(db, [seat]);
  return seat;
}

/** Runs `work` in another seat of a known person, by a session that nobody has a token of. */
export async function inBriefSession<T>(client: Client, seat: Seat, work: (sid: string) => Promise<T>): Promise<T> {
  const sid = await withAuth(client, async (auth) => addSession(auth, seat, 'bearer', Date.now() / 1000 + 60));
  try {
    return await work(sid);
  } finally {
    await withAuth(client, ({ db }) => db.session.deleteMany({ where: { id: sid } }));
  }
}

/** Deletes a person's sessions in all organisations, except `keep`, or `only` one. Returns how many. */
export async function endSessionsOf(
  auth: AuthCtx,
  personId: string,
  { keep, only }: { keep?: string; only?: string },
): Promise<number> {
  // The session that stays opens its chat anew.
  if (keep) await endChatSessions(auth, sql`s.id = ${keep}::uuid`);
  return end(
    auth.db,
    sql`member_id in (select id from member where person_id = ${personId}::uuid)
       and id is distinct from ${keep ?? null}::uuid and (${only ?? null}::uuid is null or id = ${only ?? null}::uuid)`,
  );
}

/** `unused`: also browser sessions, a day after they were last seen. */
export const endExpired = (db: Db, { unused }: { unused: boolean }): Promise<number> =>
  end(
    db,
    unused
      ? sql`expires_at < now() or (kind = 'browser' and last_seen_at < now() - interval '24 hours')`
      : sql`expires_at < now()`,
  );

async function end(db: Db, which: Sql): Promise<number> {
  const ended = await db.$queryRaw<Seat[]>`delete from session where ${which} returning org_id, member_id`;
  await endLive(db, ended);
  return ended.length;
}

/** Ends all sessions of a member of the caller's organisation, or `only` one. */
export async function signMemberOut({ db }: Ctx, memberId: string, only?: string): Promise<number> {
  const { count } = await db.session.deleteMany({ where: { memberId, ...(only && { id: only }) } });
  return count;
}

/** Returns the members who were signed in. */
export async function signEverybodyOut({ db }: Ctx): Promise<string[]> {
  const present = await db.session.findMany({ distinct: ['memberId'], select: { memberId: true } });
  await db.session.deleteMany({});
  return present.map(({ memberId }) => memberId);
}
