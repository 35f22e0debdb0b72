import 'server-only';
import type { ListOwnSessions, OwnSession } from '@/lib/account/schema.security';
import { type AuthCtx, withAuth } from '@/lib/auth';
import type { Door, Page } from '@/lib/contract/endpoint';
import { notFound } from '@/lib/errors';
import { deviceInWords } from '@/lib/http/device';
import type { Ctx } from '@/lib/org';
import { endSessionsOf, RENEWAL_SECONDS } from '@/lib/session/sessions';
import { sql } from '@/lib/sql';

/** Sessions belong to the person: all organisations' are listed and ended together. */

type Row = Omit<OwnSession, 'current' | 'device' | 'created_at' | 'last_seen_at'> & {
  user_agent: string | null;
  created_at: Date;
  last_seen_at: Date;
};

/** The current one first, then by last use. */
export const listOwnSessions = (ctx: Ctx, { page, limit }: ListOwnSessions): Promise<Page<OwnSession>> =>
  withAuth(ctx, async (auth) => {
    const docs = await sessionsOf(ctx, auth, { page, limit });
    const [row] = await auth.db.$queryRaw<{ total: number }[]>`select count(*)::int as total ${openOf(ctx)}`;
    return { docs, total: row?.total ?? 0, page, limit };
  });

/** One page of them, inside the second door. */
export async function sessionsOf(ctx: Ctx, { db }: AuthCtx, { page, limit }: ListOwnSessions): Promise<OwnSession[]> {
  const current = ctx.sessionId ?? null;
  const rows = await db.$queryRaw<Row[]>`
    select s.id as _id, s.kind, s.ip, s.user_agent, o.name as organisation_name, o.key as sub_domain, s.created_at,
           s.last_seen_at ${openOf(ctx)}
     order by s.id is not distinct from ${current}::uuid desc, s.last_seen_at desc, s.id
     limit ${limit} offset ${(page - 1) * limit}`;
  return rows.map(({ user_agent, created_at, last_seen_at, ...row }) => ({
    ...row,
    current: row._id === current,
    device: deviceInWords(user_agent),
    created_at: created_at.toISOString(),
    last_seen_at: last_seen_at.toISOString(),
  }));
}

const openOf = ({ actor }: Ctx) => sql`from session s join member m on m.org_id = s.org_id and m.id = s.member_id
    join organisation o on o.id = s.org_id
   where m.person_id = ${actor.personId}::uuid and s.expires_at > now() + make_interval(secs => ${RENEWAL_SECONDS})
     and (s.kind = 'bearer' or s.last_seen_at > now() - interval '24 hours')`;

/** Another person's session is `not_found`. */
export async function endOwnSession(door: Door, { id }: { id: string }): Promise<null> {
  if (!(await end(door, { only: id }))) throw notFound('The session');
  return null;
}

export const endOtherSessions = async (door: Door): Promise<{ ended: number }> => ({ ended: await end(door, {}) });

const end = (door: Door, { only }: { only?: string }): Promise<number> =>
  door(async (ctx) => {
    const { personId, memberId } = ctx.actor;
    const which = only ? { only } : { keep: ctx.sessionId };
    const count = await withAuth(ctx, (auth) => endSessionsOf(auth, personId, which));
    if (count) ctx.happened('session.ended', { memberId });
    return count;
  });
