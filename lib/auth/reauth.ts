import 'server-only';
import type { Door } from '@/lib/api/endpoint';
import { countReauth, reauthKey } from '@/lib/auth/limits';
import { passwordMatches } from '@/lib/auth/password';
import { forgetAttempts } from '@/lib/auth/rate-limit';
import { asAuth } from '@/lib/db';
import { invalidField, notFound } from '@/lib/errors';

/** The account behind a seat, whose password was given again just now. */
export type Reauthenticated = { personId: string; email: string; name: string; passwordHash: string };

/**
 * The caller's account, after the current password was given again; before the transaction of what that allows, so that
 * counting and comparing hold no connection, and the count stays whatever becomes of the rest. Throws `invalid` on the
 * field, and `rate_limited` after ten tries in a quarter of an hour, whatever they were for (A09).
 */
export const reauthenticate = async (
  door: Door,
  password: string,
  field = 'current_password',
): Promise<Reauthenticated> => confirmPasswordOf(await door(async ({ actor }) => actor.memberId), password, field);

/** The same for a member the door has let in already. */
export async function confirmPasswordOf(
  memberId: string,
  password: string,
  field = 'current_password',
): Promise<Reauthenticated> {
  const [account] = await asAuth(
    (db) => db.$queryRaw<{ id: string; email: string; name: string; password_hash: string }[]>`
      select p.id, p.email, p.name, p.password_hash from member m join person p on p.id = m.person_id
       where m.id = ${memberId}::uuid`,
  );
  if (!account) throw notFound('Your account');
  await countReauth(account.id);
  if (!(await passwordMatches(account.password_hash, password)))
    throw invalidField(field, 'This is not your current password.');
  await forgetAttempts([reauthKey(account.id)]);
  return { personId: account.id, email: account.email, name: account.name, passwordHash: account.password_hash };
}
