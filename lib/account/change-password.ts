import 'server-only';
import { setPassword } from '@/lib/account/reset-password';
import { withAuth } from '@/lib/auth';
import type { Door } from '@/lib/contract/endpoint';
import { DomainError, invalidField } from '@/lib/errors';
import { queueMail } from '@/lib/mail/queue';
import { hashPassword } from '@/lib/password/password';
import { normalised, passwordProblem } from '@/lib/password/password-rules';
import { reauthenticate } from '@/lib/session/reauthenticate';
import type { ChangePassword } from '@/lib/session/schema';

/** Ends all other sessions and waiting codes; a mail is sent. Hashing holds no connection. */
export async function changePassword(door: Door, { current_password, new_password }: ChangePassword): Promise<null> {
  const { personId, email, passwordHash: before } = await reauthenticate(door, current_password);
  const context = await door(async ({ actor, org }) => ({ name: actor.name, organisation: org.name, key: org.key }));
  const problem = passwordProblem(new_password, { email, ...context });
  if (problem) throw invalidField('new_password', problem);
  if (normalised(current_password) === normalised(new_password))
    throw invalidField('new_password', 'This is already your password. Choose another one.');
  const passwordHash = await hashPassword(new_password);
  await door((ctx) =>
    withAuth(ctx, async (auth) => {
      const [same] = await auth.db.$queryRaw<unknown[]>`
        select from person where id = ${personId}::uuid and password_hash = ${before} for update`;
      if (!same) throw new DomainError('conflict', 'Your password has just been changed. Log in with the new one.');
      await setPassword(auth, { personId, email, passwordHash, keep: ctx.sessionId });
      ctx.happened('password.changed', { email });
      await queueMail(auth, { orgId: ctx.org.id, to: email, template: 'passwordChanged', data: context });
    }),
  );
  return null;
}
