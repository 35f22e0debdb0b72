import 'server-only';
import { hashPassword } from '@/lib/auth/password';
import { normalised, passwordProblem } from '@/lib/auth/password-rules';
import { auditAs } from '@/lib/auth/person';
import { confirmPassword } from '@/lib/auth/reauth';
import { setPassword } from '@/lib/auth/reset';
import type { ChangePassword } from '@/lib/auth/schema';
import { asAuth } from '@/lib/db';
import { invalidField } from '@/lib/errors';
import { queueMail } from '@/lib/mail/queue';
import type { Ctx } from '@/lib/org';
import { kickOutbox } from '@/lib/outbox';

/** Changes the caller's own password. Every other session of theirs ends, in all organisations; a mail says so. */
export async function changePassword(ctx: Ctx, { current_password, new_password }: ChangePassword): Promise<null> {
  const { actor, org } = ctx;
  const context = { email: actor.email, name: actor.name, organisation: org.name, key: org.key };
  const problem = passwordProblem(new_password, context);
  if (problem) throw invalidField('new_password', problem);
  const account = await confirmPassword(ctx, current_password);
  if (normalised(current_password) === normalised(new_password))
    throw invalidField('new_password', 'This is the password that you have. Choose another one.');
  const passwordHash = await hashPassword(new_password);
  await asAuth(async (db) => {
    await setPassword(db, { ...account, passwordHash, keep: ctx.sessionId });
    await auditAs(
      db,
      { orgId: org.id, memberId: actor.memberId, action: 'password.changed', target: account.email },
      {},
    );
    const data = { name: actor.name, organisation: org.name, key: org.key };
    await queueMail(db, { orgId: org.id, to: account.email, template: 'passwordChanged', data });
  });
  kickOutbox();
  return null;
}
