import 'server-only';
import { withAuth } from '@/lib/auth';
import { notFound, sessionEnded } from '@/lib/errors';
import { markNotifications } from '@/lib/notification/commands';
import type { NotificationsMarked } from '@/lib/notification/schema';
import { type Caller, withMembership } from '@/lib/org';
import type { MarkToday } from '@/lib/today/schema';

export type Membership = { id: string; key: string; name: string; tint: string; logo: string | null };

/** Organisations that the session's person is a member of; of a program's token its own alone. Null: the session is over. */
export const membershipsOf = (sid: string): Promise<Membership[] | null> =>
  withAuth(null, async ({ db }) => {
    const rows = await db.$queryRaw<(Membership | { id: null })[]>`
      select o.id, o.key, o.name, o.tint, o.logo
        from session s
        join member own on own.org_id = s.org_id and own.id = s.member_id
        left join (member m join organisation o on o.id = m.org_id and o.verified_at is not null and o.deleted_at is null)
          on m.person_id = own.person_id and m.approval = 1 and m.deactivated_at is null
             and (s.kind = 'browser' or m.org_id = s.org_id)
       where s.id = ${sid}::uuid and s.expires_at > now()
         and (s.kind = 'bearer' or s.last_seen_at > now() - interval '24 hours')
       order by lower(o.name), o.id`;
    return rows.length ? rows.filter((row) => row.id !== null) : null;
  });

/**
 * Rows of one's inbox in any of one's organisations, through its own door.
 * @throws not_found where one is no member; unauthenticated when the session is over
 */
export async function markToday(caller: Caller, { organisation_id, marks }: MarkToday): Promise<NotificationsMarked> {
  const memberships = await membershipsOf(caller.sid);
  if (!memberships) throw sessionEnded();
  if (!memberships.some(({ id }) => id === organisation_id)) throw notFound('The organisation');
  return withMembership(caller, organisation_id, (ctx) => markNotifications(ctx, marks));
}
