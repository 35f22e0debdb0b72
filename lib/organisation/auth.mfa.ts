import 'server-only';
import { withAuth } from '@/lib/auth';
import type { Ctx } from '@/lib/org';

/** Counts approved, active members. */
export async function membersWithoutSecondFactor(
  ctx: Ctx,
): Promise<{ members: number; members_without: number; own_second_factor: boolean }> {
  const [row] = await withAuth(
    ctx,
    ({ db }) => db.$queryRaw<{ members: number; members_without: number; own_second_factor: boolean }[]>`
      select count(*)::int as members, (count(*) filter (where p.totp_enabled_at is null))::int as members_without,
             coalesce(bool_or(p.totp_enabled_at is not null) filter (where m.id = ${ctx.actor.memberId}::uuid), false) as own_second_factor
        from member m join person p on p.id = m.person_id
       where m.org_id = ${ctx.org.id}::uuid and m.approval = 1 and m.deactivated_at is null`,
  );
  return row ?? { members: 0, members_without: 0, own_second_factor: false };
}
