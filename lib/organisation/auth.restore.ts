import 'server-only';
import { withAuth } from '@/lib/auth';
import { bidi } from '@/lib/bidi';
import { DomainError, sessionEnded } from '@/lib/errors';
import { queueMails } from '@/lib/mail/queue';
import type { Caller } from '@/lib/org';
import { GRACE_DAYS } from '@/lib/retention';

export type RestoredOrganisation = { organisation_name: string; sub_domain: string };
type Seat = {
  org_id: string;
  name: string;
  key: string;
  member_id: string;
  member: string;
  admin: boolean;
  deleted: boolean;
  due: boolean;
};

/** Within the grace period, by an admin who signed in after the deletion. No effect if not deleted. */
export async function restoreOrganisation(caller: Caller): Promise<RestoredOrganisation> {
  return withAuth(caller, async (auth) => {
    const { db } = auth;
    const [seat] = await db.$queryRaw<Seat[]>`
      select o.id as org_id, o.name, o.key, m.id as member_id, shown_name(m.name, m.namesake) as member, o.deleted_at is not null as deleted,
             coalesce(o.deleted_at < now() - make_interval(days => ${GRACE_DAYS}), false) as due,
             m.role = 'admin' and m.approval = 1 and m.deactivated_at is null as admin
        from session s join member m on m.org_id = s.org_id and m.id = s.member_id join organisation o on o.id = s.org_id
       where s.id = ${caller.sid}::uuid and s.expires_at > now()
         and (s.kind = 'bearer' or s.last_seen_at > now() - interval '24 hours')
         for update of o`;
    if (!seat) throw sessionEnded();
    if (!seat.admin) throw new DomainError('forbidden', 'Only an admin can restore an organisation.');
    if (seat.due) throw new DomainError('gone', bidi`${seat.name} can no longer be restored.`);
    const { org_id: orgId, name, key } = seat;
    if (seat.deleted) {
      await db.$executeRaw`update organisation set deleted_at = null, version = version + 1 where id = ${orgId}::uuid`;
      auth.happened({ orgId, memberId: seat.member_id }, 'organisation.restored', { target: name });
      const admins = await db.$queryRaw<{ name: string; email: string }[]>`
        select name, email from member
         where org_id = ${orgId}::uuid and role = 'admin' and approval = 1 and deactivated_at is null`;
      await queueMails(
        auth,
        admins.map((admin) => ({
          orgId,
          to: admin.email,
          template: 'organisationRestored',
          data: { name: admin.name, organisation: name, key, by: seat.member },
        })),
      );
    }
    return { organisation_name: name, sub_domain: key };
  });
}
