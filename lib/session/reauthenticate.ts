import 'server-only';
import { countReauth, reauthKey } from '@/lib/attempts/limits';
import { forgetAttempts } from '@/lib/attempts/rate-limit';
import { withAuth } from '@/lib/auth';
import type { Door } from '@/lib/contract/endpoint';
import { invalidField, notFound } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { passwordMatches } from '@/lib/password/password';

export type Reauthenticated = { personId: string; email: string; name: string; passwordHash: string };

/** Call before the transaction: hashing is slow. Throws `invalid`, `rate_limited` after ten in 15 minutes (A09). */
export const reauthenticate = async (
  door: Door,
  password: string,
  field = 'current_password',
): Promise<Reauthenticated> => confirmPasswordOf(await door(async (ctx) => seatOf(ctx)), password, field);

export type Seated = { memberId: string; client: Ctx['client'] };
export const seatOf = ({ actor, client }: Ctx): Seated => ({ memberId: actor.memberId, client });

export async function confirmPasswordOf(
  { memberId, client }: Seated,
  password: string,
  field = 'current_password',
): Promise<Reauthenticated> {
  const [account] = await withAuth(
    null,
    ({ db }) => db.$queryRaw<{ id: string; org_id: string; email: string; name: string; password_hash: string }[]>`
      select p.id, m.org_id, p.email, p.name, p.password_hash from member m join person p on p.id = m.person_id
       where m.id = ${memberId}::uuid`,
  );
  if (!account) throw notFound('Your account');
  await countReauth(account.id);
  if (!(await passwordMatches(account.password_hash, password))) {
    // A transaction of its own: the audit line stays when the request is rolled back.
    const seat = { orgId: account.org_id, memberId };
    await withAuth(client, async (auth) => auth.happened(seat, 'password.wrong', { email: account.email }));
    throw invalidField(field, 'This is not your current password.');
  }
  await forgetAttempts([reauthKey(account.id)]);
  return { personId: account.id, email: account.email, name: account.name, passwordHash: account.password_hash };
}
