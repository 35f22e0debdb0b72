import 'server-only';
import { allow, DomainError } from '@/lib/errors';
import { canInvite } from '@/lib/invitation/policy';
import { endInvitations, insertInvitations, overAsked, withinInvitations } from '@/lib/invitation/queries.rows';
import { INVITATION_DAYS } from '@/lib/invitation/vocabulary';
import { signature } from '@/lib/mail/queries.signature';
import { queueMail } from '@/lib/mail/queue';
import type { Ctx } from '@/lib/org';
import { ROLE_LABEL, type Role } from '@/lib/permission/schema';
import { newSecretToken } from '@/lib/secret-token';
import { newId } from '@/lib/validation';

/** Emails the link that takes an existing seat; earlier links end. Throws `rate_limited`. */
export async function inviteProvisioned(
  ctx: Ctx,
  { email, name, role }: { email: string; name: string; role: Role },
): Promise<void> {
  allow(canInvite(ctx.actor), 'Your role cannot invite people.');
  await withinInvitations(ctx, 'hand', 1);
  const wait = (await overAsked(ctx, [email])).get(email);
  if (wait)
    throw new DomainError('rate_limited', 'This email was already invited three times today. Try again tomorrow.', {
      retryAfter: wait,
    });
  await endInvitations(ctx, email);
  const { token, tokenHash } = newSecretToken();
  const written = await insertInvitations(ctx, [{ id: newId(), email, name, role, projectIds: [], tokenHash }], null);
  if (!written.size) return;
  await queueMail(ctx, {
    to: email,
    template: 'invitation',
    data: {
      name,
      organisation: ctx.org.name,
      inviter: await signature(ctx),
      role: ROLE_LABEL[role],
      path: `/invitation?token=${token}`,
      days: INVITATION_DAYS,
    },
  });
}
