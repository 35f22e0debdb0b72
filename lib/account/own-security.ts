import 'server-only';
import type { OwnSecurity } from '@/lib/account/schema.security';
import { type AuthCtx, withAuth } from '@/lib/auth';
import { notFound } from '@/lib/errors';
import type { Ctx } from '@/lib/org';

type Row = {
  email: string;
  pending_email: string | null;
  password_changed_at: Date;
  must_change_password: boolean;
  totp_enabled_at: Date | null;
  left: number;
  required_by: string[];
};

export const getOwnSecurity = (ctx: Ctx): Promise<OwnSecurity> => withAuth(ctx, (auth) => securityOf(ctx, auth));

/** Inside the second door. */
export async function securityOf({ actor }: Ctx, { db }: AuthCtx): Promise<OwnSecurity> {
  const [row] = await db.$queryRaw<Row[]>`
      select p.email, p.pending_email, p.password_changed_at, p.must_change_password, p.totp_enabled_at,
             (select count(*)::int from recovery_code r where r.person_id = p.id and r.used_at is null) as left,
             array(select o.name from member m join organisation o on o.id = m.org_id
                    where m.person_id = p.id and o.requires_totp and m.approval = 1 and m.deactivated_at is null and o.deleted_at is null
                    order by lower(o.name)) as required_by
        from person p where p.id = ${actor.personId}::uuid`;
  if (!row) throw notFound('Your account');
  return {
    email: row.email,
    pending_email: row.pending_email,
    password_changed_at: row.password_changed_at.toISOString(),
    password_due: row.must_change_password,
    second_factor: {
      enabled_at: row.totp_enabled_at?.toISOString() ?? null,
      recovery_codes_left: row.left,
      required_by: row.required_by,
    },
  };
}
