import 'server-only';
import { countReauth, reauthKey } from '@/lib/auth/limits';
import { passwordMatches } from '@/lib/auth/password';
import { forgetAttempts } from '@/lib/auth/rate-limit';
import { asAuth } from '@/lib/db';
import { invalidField, notFound } from '@/lib/errors';
import type { Ctx } from '@/lib/org';

/** The account behind a seat. */
export type OwnAccount = { personId: string; email: string; name: string };

/**
 * The caller's account, after the current password was given again. Throws `invalid` on the field `current_password`, and
 * `rate_limited` after ten tries in a quarter of an hour, whatever they were for (A09).
 */
export const confirmPassword = (ctx: Ctx, password: string, field = 'current_password'): Promise<OwnAccount> =>
  confirmPasswordOf(ctx.actor.memberId, password, field);

/** The same for a member, outside the door: what asks first and then works in a transaction of its own. */
export async function confirmPasswordOf(
  memberId: string,
  password: string,
  field = 'current_password',
): Promise<OwnAccount> {
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
  return { personId: account.id, email: account.email, name: account.name };
}
