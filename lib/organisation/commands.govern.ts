import 'server-only';
import { bidi } from '@/lib/bidi';
import { cleanLine } from '@/lib/clean-text';
import type { Door } from '@/lib/contract/endpoint';
import { allow, DomainError, invalidField } from '@/lib/errors';
import { signature } from '@/lib/mail/queries.signature';
import { queueMails } from '@/lib/mail/queue';
import type { Ctx } from '@/lib/org';
import { moveToKey } from '@/lib/organisation/auth.key';
import { confirmPasswordOf, seatOf } from '@/lib/session/reauthenticate';
import { signEverybodyOut } from '@/lib/session/sessions';
import { canGovern } from './policy';
import { getOrganisation, getSecurityRules, markDeleted } from './queries';
import type {
  ChangeKey,
  ChangeSecurityRules,
  DeleteOrganisation,
  OrganisationDeletion,
  OrganisationSettings,
  SecurityRules,
} from './schema';

const REFUSED = 'Only an admin can do this.';

/** Old addresses redirect and sessions go on. The password is checked before the transaction. */
export async function changeOrganisationKey(door: Door, input: ChangeKey): Promise<OrganisationSettings> {
  const seat = await door(async (ctx) => {
    allow(canGovern(ctx.actor), REFUSED);
    return seatOf(ctx);
  });
  await confirmPasswordOf(seat, input.current_password);
  return door(async (ctx) => {
    allow(canGovern(ctx.actor), REFUSED);
    const before = await moveToKey(ctx, input.sub_domain);
    if (before !== input.sub_domain)
      ctx.happened('organisation.key_changed', { target: input.sub_domain }, { from: before, to: input.sub_domain });
    return getOrganisation(ctx);
  });
}

/** Whoever requires a second factor needs one first, or they would lock themselves out. */
export async function changeSecurityRules(door: Door, input: ChangeSecurityRules): Promise<SecurityRules> {
  const wanted = input.requires_second_factor;
  const seat = await door(async (ctx) => {
    allow(canGovern(ctx.actor), REFUSED);
    if (wanted && !(await getSecurityRules(ctx)).own_second_factor)
      throw new DomainError('conflict', 'Set up your own second factor first, in your profile under Security.');
    return seatOf(ctx);
  });
  await confirmPasswordOf(seat, input.current_password);
  return door(async (ctx) => {
    allow(canGovern(ctx.actor), REFUSED);
    const before = await getSecurityRules(ctx);
    await ctx.db.organisation.updateMany({
      where: { id: ctx.org.id },
      data: { requiresTotp: wanted, version: { increment: 1 } },
    });
    const rule = (requires_second_factor: boolean) => ({ requires_second_factor });
    const states = { before: rule(before.requires_second_factor ?? false), after: rule(wanted) };
    ctx.happened('organisation.security_changed', { target: ctx.org.name }, states);
    return { ...before, requires_second_factor: wanted };
  });
}

/** Ends all sessions and deliveries at once. `purge_organisations` removes it after the grace period. */
export async function deleteOrganisation(door: Door, input: DeleteOrganisation): Promise<OrganisationDeletion> {
  const seat = await door(async (ctx) => {
    allow(canGovern(ctx.actor), REFUSED);
    if (cleanLine(input.name) !== ctx.org.name)
      throw invalidField('name', bidi`Type the name exactly: ${ctx.org.name}`);
    return seatOf(ctx);
  });
  await confirmPasswordOf(seat, input.current_password);
  return door(async (ctx) => {
    allow(canGovern(ctx.actor), REFUSED);
    return endOrganisation(ctx);
  });
}

async function endOrganisation(ctx: Ctx): Promise<OrganisationDeletion> {
  const { db, org, actor } = ctx;
  const until = await markDeleted(ctx);
  if (!until) throw new DomainError('conflict', bidi`${org.name} is already deleted.`);
  const people = await signEverybodyOut(ctx);
  const admins = await db.member.findMany({
    where: { role: 'admin', approval: 1, deactivatedAt: null },
    select: { id: true, name: true, email: true },
  });
  const by = await signature(ctx);
  await queueMails(
    ctx,
    admins.map(({ id, name, email }) => ({
      to: email,
      template: 'organisationDeleted',
      data: { name, organisation: org.name, key: org.key, until: until.toISOString(), by, own: id === actor.memberId },
    })),
  );
  ctx.happened('organisation.deleted', { target: org.name, people }, { restorable_until: until.toISOString() });
  return { organisation_name: org.name, sub_domain: org.key, restorable_until: until.toISOString() };
}
