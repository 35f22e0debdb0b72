import 'server-only';
import { withAuth } from '@/lib/auth';
import type { Ctx } from '@/lib/org';
import { forgetFactorResets, noteFactorReset } from '@/lib/person/seat';
import { removeFactor } from '@/lib/person/second-factor';
import { endSessionsOf } from '@/lib/session/sessions';

/** The second factor of somebody else: it belongs to the person, whose account may have seats in several organisations. */

/** Whether somebody signs in with a second factor. */
export const hasSecondFactor = (ctx: Ctx, memberId: string): Promise<boolean> =>
  withAuth(ctx, async ({ db }) => {
    const rows = await db.$queryRaw<unknown[]>`
      select from member m join person p on p.id = m.person_id where m.id = ${memberId}::uuid and p.totp_enabled_at is not null`;
    return rows.length > 0;
  });

/** What one organisation says counts for so many days. */
export const RESET_DAYS = 7;

/**
 * Notes that this organisation resets it. Once every organisation in which the person is an active member has, the
 * factor and its recovery codes are gone and all sessions end: otherwise whoever reads somebody's mail could create an
 * organisation, let them in and take the factor off what others guard by it. `none`: there is no second factor.
 */
export async function resetFactorOf(ctx: Ctx, memberId: string): Promise<'reset' | 'waits' | 'none'> {
  return withAuth(ctx, async (auth) => {
    const { db } = auth;
    // Held, so that of two organisations at the same moment the second sees what the first said.
    const [person] = await db.$queryRaw<{ id: string }[]>`
      select p.id from member m join person p on p.id = m.person_id
       where m.id = ${memberId}::uuid and p.totp_enabled_at is not null for update of p`;
    if (!person) return 'none';
    const { id: personId } = person;
    await noteFactorReset(auth, memberId);
    const others = await db.$queryRaw<unknown[]>`
      select from member m join organisation o on o.id = m.org_id
       where m.person_id = ${personId}::uuid and m.approval = 1 and m.deactivated_at is null
         and o.verified_at is not null and o.deleted_at is null
         and (m.second_factor_reset_at is null or m.second_factor_reset_at < now() - make_interval(days => ${RESET_DAYS}::int))`;
    if (others.length) return 'waits';
    await removeFactor(auth, personId);
    await forgetFactorResets(auth, personId);
    await endSessionsOf(auth, personId, {});
    return 'reset';
  });
}
