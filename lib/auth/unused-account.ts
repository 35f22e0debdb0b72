import 'server-only';
import { asRoleWithin, type Db } from '@/lib/db';
import { DomainError, invalidField } from '@/lib/errors';

/** Accounts that an organisation made for somebody (`place_person`) and that nobody has taken into use yet. */

const IN_USE = 'This account is in use, so its address belongs to its owner: they change it in their profile.';
const taken = () =>
  new DomainError('conflict', 'This address has an account already. Invite that address instead.', {
    errors: { email: ['This address has an account already. Invite that address instead.'] },
  });

/**
 * Corrects the address of an account that nobody has used, in the caller's transaction, as `auth`. Codes that went to
 * the old address are over. Whoever takes the account into use at the same moment goes first: the locks are taken in the
 * order in which codes are redeemed. Throws `invalid` for an account in use or one another organisation knows, `conflict`
 * for an address that has an account.
 */
export const correctAddress = (db: Db, personId: string, from: string, to: string): Promise<void> =>
  asRoleWithin(db, 'auth', (auth) => correct(auth, personId, from, to));

async function correct(auth: Db, personId: string, from: string, to: string): Promise<void> {
  await auth.$executeRaw`update one_time_code set used_at = now() where email = ${from} and used_at is null`;
  const [account] = await auth.$queryRaw<{ unused: boolean }[]>`
    select p.must_change_password and p.email_verified_at is null as unused from person p
     where p.id = ${personId}::uuid and p.email = ${from} for update`;
  const [seats] = await auth.$queryRaw<{ seats: number; sessions: number }[]>`
    select count(*)::int as seats, count(s.id)::int as sessions
      from member m left join session s on s.org_id = m.org_id and s.member_id = m.id where m.person_id = ${personId}::uuid`;
  if (!account?.unused || seats?.seats !== 1 || seats.sessions !== 0) throw invalidField('email', IN_USE);
  const known = await auth.$queryRaw<unknown[]>`select id from person where email = ${to}`;
  if (known.length) throw taken();
  await auth.$executeRaw`update person set email = ${to} where id = ${personId}::uuid`.catch((error: unknown) => {
    if (/23505|P2002|unique/i.test(`${(error as { code?: string }).code} ${(error as Error).message}`)) throw taken();
    throw error;
  });
}
