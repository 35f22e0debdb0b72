import 'server-only';
import { withAuth } from '@/lib/auth';

/** `logo`: its version. */
export type OwnOrganisation = { key: string; name: string; tint: string; logo: string | null };

export async function organisationsOf(personId: string): Promise<OwnOrganisation[]> {
  return withAuth(
    null,
    ({ db }) => db.$queryRaw<OwnOrganisation[]>`
      select o.key, o.name, o.tint, o.logo from member m join organisation o on o.id = m.org_id
       where m.person_id = ${personId}::uuid and m.approval = 1 and m.deactivated_at is null
         and o.verified_at is not null and o.deleted_at is null order by lower(o.name)`,
  );
}
