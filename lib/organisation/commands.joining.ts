import 'server-only';
import type { Door } from '@/lib/contract/endpoint';
import { allow, DomainError, invalidField, notFound, stale } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { domainOf, domainProblem, redeemDomainCode, sendDomainCode } from '@/lib/organisation/auth.domains';
import { canGovern } from './policy';
import { dropDomain, getOrganisation } from './queries';
import type {
  ChangeJoinRule,
  ConfirmDomain,
  DomainCodeSent,
  OrganisationSettings,
  ProveDomain,
  RemoveDomain,
} from './schema';
import { type JoinRule, MAX_DOMAINS } from './vocabulary';

const REFUSED = 'Only an admin can change who may join.';

export async function changeJoinRule(ctx: Ctx, input: ChangeJoinRule): Promise<OrganisationSettings> {
  allow(canGovern(ctx.actor), REFUSED);
  const before = await getOrganisation(ctx);
  if (before.version !== input.version) throw stale(before);
  if (input.join_rule === 'domains' && !before.join_domains.length)
    throw invalidField('join_rule', 'Add a domain first. Without one, nobody can join by this rule.');
  const { count } = await ctx.db.organisation.updateMany({
    where: { id: ctx.org.id, version: input.version },
    data: { joinRule: input.join_rule, version: { increment: 1 } },
  });
  const after = await getOrganisation(ctx);
  if (!count) throw stale(after);
  auditRule(ctx, before, after.join_rule);
  return after;
}

function auditRule(ctx: Ctx, { name, join_rule }: OrganisationSettings, rule: JoinRule): void {
  const states = { before: { join_rule }, after: { join_rule: rule } };
  ctx.happened('organisation.join_rule_changed', { target: name }, states);
}

/** Receiving the code there proves the domain. */
export async function proveDomain(ctx: Ctx, { email }: ProveDomain): Promise<DomainCodeSent> {
  allow(canGovern(ctx.actor), REFUSED);
  await roomFor(ctx, domainOf(email));
  await sendDomainCode(ctx, email);
  return { domain: domainOf(email), email };
}

async function roomFor(ctx: Ctx, domain: string): Promise<void> {
  const problem = domainProblem(domain);
  if (problem) throw invalidField('email', problem);
  const { join_domains: domains } = await getOrganisation(ctx);
  if (domains.includes(domain)) throw new DomainError('conflict', `${domain} is already in the list.`);
  if (domains.length >= MAX_DOMAINS)
    throw new DomainError('conflict', `An organisation can have at most ${MAX_DOMAINS} domains. Remove one first.`);
}

export async function confirmDomain(door: Door, { email, otp }: ConfirmDomain): Promise<OrganisationSettings> {
  const by = await door(async (ctx) => {
    allow(canGovern(ctx.actor), REFUSED);
    await roomFor(ctx, domainOf(email));
    return { organisation: ctx.org.id, memberId: ctx.actor.memberId, client: ctx.client };
  });
  await redeemDomainCode(by, email, otp, by.client);
  return door(getOrganisation);
}

/** Members who joined with it stay. After the last one, joining needs approval again. */
export async function removeDomain(ctx: Ctx, { domain }: RemoveDomain): Promise<OrganisationSettings> {
  allow(canGovern(ctx.actor), REFUSED);
  const before = await getOrganisation(ctx);
  const rule = await dropDomain(ctx, domain);
  if (!rule) throw notFound('This domain');
  ctx.happened('organisation.domain_removed', { target: domain });
  if (rule !== before.join_rule) auditRule(ctx, before, rule);
  return getOrganisation(ctx);
}
