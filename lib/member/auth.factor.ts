import 'server-only';
import { withAuth } from '@/lib/auth';
import type { Ctx } from '@/lib/org';
import { forgetFactorResets, noteFactorReset } from '@/lib/person/seat';
import { removeFactor } from '@/lib/person/second-factor';
import { endSessionsOf } from '@/lib/session/sessions';

/** A second factor belongs to the person, whose account may have seats in several organisations. */

export const hasSecondFactor = (ctx: Ctx, memberId: string): Promise<boolean> =>
  withAuth(ctx, async ({ db }) => {
    const rows = await db.$queryRaw<unknown[]>`
      select from member m join person p on p.id = m.person_id where m.id = ${memberId}::uuid and p.totp_enabled_at is not null`;
    return rows.length > 0;
  });

/** How long one organisation's request counts. */
export const RESET_DAYS = 7;

/**
 * Resets only when every organisation where the person is active asked for it. Otherwise an attacker with the mailbox
 * could create an organisation, approve the person, and remove the factor that protects the others. `none`: no factor.
 */
export async function resetFactorOf(ctx: Ctx, memberId: string): Promise<'reset' | 'waits' | 'none'> {
  return withAuth(ctx, async (auth) => {
    const { db } = auth;
    // The lock lets the second of two organisations see the first one's request.
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
