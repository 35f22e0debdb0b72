import 'server-only';
import type { Door } from '@/lib/api/endpoint';
import { countReauth, reauthKey } from '@/lib/auth/limits';
import { passwordMatches } from '@/lib/auth/password';
import { forgetAttempts } from '@/lib/auth/rate-limit';
import { asAuth, asRoleWithin } from '@/lib/db';
import { invalidField, notFound } from '@/lib/errors';
import type { Ctx } from '@/lib/org';

/** The account behind a seat. */
export type OwnAccount = { personId: string; email: string; name: string };

/**
 * The caller's account, after the current password was given again. Throws `invalid` on the field `current_password`, and
 * `rate_limited` after ten tries in a quarter of an hour, whatever they were for (A09).
 */
export async function confirmPassword(ctx: Ctx, password: string, field = 'current_password'): Promise<OwnAccount> {
  const [account] = await asAuth(
    (db) => db.$queryRaw<{ id: string; email: string; name: string; password_hash: string }[]>`
      select p.id, p.email, p.name, p.password_hash from member m join person p on p.id = m.person_id
       where m.id = ${ctx.actor.memberId}::uuid`,
  );
  if (!account) throw notFound('Your account');
  await countReauth(account.id);
  if (!(await passwordMatches(account.password_hash, password)))
    throw invalidField(field, 'This is not your current password.');
  await forgetAttempts([reauthKey(account.id)]);
  return { personId: account.id, email: account.email, name: account.name };
}

/** An account whose password was given again just now. */
export type Reauthenticated = OwnAccount & { passwordHash: string };

/**
 * The same, before the transaction of what it allows: counting and comparing hold no connection, and the count stays
 * whatever becomes of the rest. One throttle with `confirmPassword`.
 */
export async function reauthenticate(
  door: Door,
  password: string,
  field = 'current_password',
): Promise<Reauthenticated> {
  const account = await door(({ db, actor }) =>
    asRoleWithin(db, 'auth', async (auth) => {
      const [row] = await auth.$queryRaw<{ email: string; name: string; password_hash: string }[]>`
        select email, name, password_hash from person where id = ${actor.personId}::uuid`;
      if (!row) throw notFound('Your account');
      return { personId: actor.personId, email: row.email, name: row.name, passwordHash: row.password_hash };
    }),
  );
  await countReauth(account.personId);
  if (!(await passwordMatches(account.passwordHash, password)))
    throw invalidField(field, 'This is not your current password.');
  await forgetAttempts([reauthKey(account.personId)]);
  return account;
}
