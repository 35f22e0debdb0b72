import 'server-only';
import { bidi } from '@/lib/bidi';
import { allow, DomainError } from '@/lib/errors';
import { signature } from '@/lib/mail/queries.signature';
import { queueMail } from '@/lib/mail/queue';
import { RESET_DAYS, resetFactorOf } from '@/lib/member/auth.factor';
import { canResetSecondFactor } from '@/lib/member/policy';
import { findMember } from '@/lib/member/queries.manage';
import type { MemberReference, SecondFactorReset } from '@/lib/member/schema.manage';
import type { Ctx } from '@/lib/org';

/** Ends the person's sessions and emails them. `done` false: other organisations must reset too. Throws `conflict`. */
export async function resetSecondFactor(ctx: Ctx, { user_id: id }: MemberReference): Promise<SecondFactorReset> {
  const person = await findMember(ctx, id);
  allow(
    canResetSecondFactor(ctx.actor, { role: person.role, memberId: id }),
    'Your role cannot reset this person’s second factor.',
  );
  if (person.deactivated || person.approval !== 1)
    throw new DomainError('conflict', bidi`${person.name} is not an active member.`);
  const outcome = await resetFactorOf(ctx, id);
  if (outcome === 'none') throw new DomainError('conflict', bidi`${person.name} has no second factor.`);
  const done = outcome === 'reset';
  const { name, key } = ctx.org;
  await queueMail(ctx, {
    to: person.email,
    template: 'securityNotice',
    data: {
      name: person.name,
      organisation: name,
      key,
      ...(done ? RESET : WAITS)(`${await signature(ctx)} of ${name}`),
    },
  });
  ctx.happened('second_factor.reset', { id }, { done });
  return { done };
}

const NOT_YOU = 'If you did not ask for this, tell an admin immediately, and choose another password.';
const RESET = (who: string) => ({
  title: 'Your second factor was reset',
  what: `${who} switched it off, so that you can sign in without your authenticator. You were signed out everywhere. Sign in with your password, then set up an authenticator again in your profile, under Security. ${NOT_YOU}`,
});
const WAITS = (who: string) => ({
  title: 'A reset of your second factor was requested',
  what: `${who} wants to switch it off, so that you can log in without your authenticator. Your account belongs to other organisations too, so an admin of each of them has to do the same within ${RESET_DAYS} days. Until that has happened nothing changes. ${NOT_YOU}`,
});
