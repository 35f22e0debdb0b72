import 'server-only';
import type { Door, Page } from '@/lib/api/endpoint';
import { auditAs } from '@/lib/auth/person';
import type { ListOwnSessions, OwnSession } from '@/lib/auth/schema.security';
import { RENEWAL_SECONDS } from '@/lib/auth/sign-in';
import { asAuth, asRoleWithin, type Db } from '@/lib/db';
import { deviceInWords } from '@/lib/device';
import { notFound } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { kickOutbox } from '@/lib/outbox';
import { sql } from '@/lib/sql';
import { newId } from '@/lib/validation';

/** The caller's own sign-ins. They are a person's, not a seat's: those in all their organisations show and end together. */

type Row = Omit<OwnSession, 'current' | 'device' | 'created_at' | 'last_seen_at'> & {
  user_agent: string | null;
  created_at: Date;
  last_seen_at: Date;
};

/** This one first, then by when they were last used. */
export async function listOwnSessions(ctx: Ctx, { page, limit }: ListOwnSessions): Promise<Page<OwnSession>> {
  const current = ctx.sessionId ?? null;
  const [rows, total] = await asRoleWithin(ctx.db, 'auth', async (auth) => {
    const open = sql`from session s join member m on m.org_id = s.org_id and m.id = s.member_id
      join organisation o on o.id = s.org_id
     where m.person_id = ${ctx.actor.personId}::uuid and s.expires_at > now() + make_interval(secs => ${RENEWAL_SECONDS})
       and (s.kind = 'bearer' or s.last_seen_at > now() - interval '24 hours')`;
    const rows = await auth.$queryRaw<Row[]>`
      select s.id as _id, s.kind, s.ip, s.user_agent, o.name as organisation_name, o.key as sub_domain, s.created_at,
             s.last_seen_at ${open}
       order by s.id is not distinct from ${current}::uuid desc, s.last_seen_at desc, s.id
       limit ${limit} offset ${(page - 1) * limit}`;
    const [row] = await auth.$queryRaw<{ total: number }[]>`select count(*)::int as total ${open}`;
    return [rows, row?.total ?? 0] as const;
  });
  const docs = rows.map(({ user_agent, created_at, last_seen_at, ...row }) => ({
    ...row,
    current: row._id === current,
    device: deviceInWords(user_agent),
    created_at: created_at.toISOString(),
    last_seen_at: last_seen_at.toISOString(),
  }));
  return { docs, total, page, limit };
}

/** Ends one of them, at once. Somebody else's is as absent as one that never was. */
export async function endOwnSession(door: Door, { id }: { id: string }): Promise<null> {
  if (!(await end(door, { only: id }))) throw notFound('The session');
  return null;
}

/** Ends all but the one that asks. */
export const endOtherSessions = async (door: Door): Promise<{ ended: number }> => ({ ended: await end(door, {}) });

async function end(door: Door, { only }: { only?: string }): Promise<number> {
  const count = await door(async ({ db, actor, org, sessionId, client }) =>
    asRoleWithin(db, 'auth', async (auth) => {
      const count = await endSessionsOf(auth, actor.personId, only ? { only } : { keep: sessionId });
      const line = { orgId: org.id, memberId: actor.memberId, action: 'session.end', target: actor.memberId };
      if (count) await auditAs(auth, line, client);
      return count;
    }),
  );
  kickOutbox();
  return count;
}

/**
 * Deletes sessions of a person, all but `keep` or `only` one, in all organisations, and has their open browsers leave: a
 * connection that ends asks whether its session still holds, and the one that stays comes back by itself. As `auth`; the
 * caller kicks the outbox after commit. How many ended.
 */
export async function endSessionsOf(
  auth: Db,
  personId: string,
  { keep, only }: { keep?: string; only?: string },
): Promise<number> {
  const ended = await auth.$queryRaw<{ org_id: string; member_id: string }[]>`
    delete from session where member_id in (select id from member where person_id = ${personId}::uuid)
       and id is distinct from ${keep ?? null}::uuid and (${only ?? null}::uuid is null or id = ${only ?? null}::uuid)
    returning org_id, member_id`;
  const members = new Map(ended.map((row) => [row.member_id, row.org_id]));
  await auth.outbox.createMany({
    data: [...members].map(([member_id, orgId]) => ({ id: newId(), orgId, kind: 'terminate', payload: { member_id } })),
  });
  return ended.length;
}

/** Whether a session is there and has not run out: it may have been ended elsewhere. */
export async function isLive(sid: string): Promise<boolean> {
  const [session] = await asAuth(
    (db) => db.$queryRaw<object[]>`select 1 from session where id = ${sid}::uuid and expires_at > now()`,
  );
  return session !== undefined;
}
