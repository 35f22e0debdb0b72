import 'server-only';
import { allow, DomainError, invalidField, notFound, stale } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { canEditRule } from '@/lib/rule/policy';
import { getRule, knownTo, leaderOf } from '@/lib/rule/queries';
import {
  type CreateRule,
  type EditRule,
  fits,
  type RuleAction,
  type RuleRecord,
  type RuleReference,
  UNFIT,
} from '@/lib/rule/schema';
import { MOST_RULES } from '@/lib/rule/vocabulary';
import { newId } from '@/lib/validation';

const NOT_YOURS = 'Admins and sub-admins change the rules of the organisation, and of a project also who leads it.';

/** `not_found` if the project is hidden. */
export async function createRule(ctx: Ctx, { project_id: projectId, ...input }: CreateRule): Promise<RuleRecord> {
  allow(canEditRule(ctx.actor, projectId === null ? undefined : await leaderOf(ctx, projectId)), NOT_YOURS);
  await checkActions(ctx, input.actions);
  if ((await ctx.db.rule.count({ where: { projectId } })) >= MOST_RULES)
    throw new DomainError('conflict', `There are ${MOST_RULES} rules already. Delete one first.`);
  const id = newId();
  await ctx.db.rule.createMany({ data: [{ ...input, id, projectId }] });
  ctx.happened('rule.created', { id }, { name: input.name });
  return getRule(ctx, { id });
}

/** It runs from now on as who changes it. `conflict` with the current record if `version` is stale. */
export async function editRule(ctx: Ctx, { id, version, ...input }: EditRule): Promise<RuleRecord> {
  const rule = await getRule(ctx, { id });
  allow(rule.may_edit, NOT_YOURS);
  if (rule.version !== version) throw stale(rule);
  if (input.actions) await checkActions(ctx, input.actions);
  const value = input.trigger ? (input.value ?? null) : input.value;
  if (value !== undefined && !fits({ trigger: input.trigger ?? rule.trigger, value }))
    throw invalidField('value', UNFIT.message);
  const { count } = await ctx.db.rule.updateMany({
    where: { id, version },
    data: { ...input, value, actorId: ctx.actor.memberId, version: { increment: 1 }, updatedAt: new Date() },
  });
  if (!count) throw stale(await getRule(ctx, { id }));
  const after = await getRule(ctx, { id });
  const change = after.enabled === rule.enabled ? 'changed' : after.enabled ? 'switched on' : 'switched off';
  ctx.happened('rule.edited', { id }, { name: after.name, change });
  return after;
}

/** With its log. Answers the rule as it was. */
export async function deleteRule(ctx: Ctx, { id }: RuleReference): Promise<RuleRecord> {
  const rule = await getRule(ctx, { id });
  allow(rule.may_edit, NOT_YOURS);
  const { count } = await ctx.db.rule.deleteMany({ where: { id } });
  if (!count) throw notFound('The rule');
  ctx.happened('rule.deleted', { id }, { name: rule.name });
  return rule;
}

async function checkActions(ctx: Ctx, actions: readonly RuleAction[]): Promise<void> {
  const known = await knownTo(ctx, actions);
  for (const [at, action] of actions.entries()) {
    if (action.do === 'label' && !known.has(action.label_id))
      throw invalidField(`actions.${at}.label_id`, 'This label does not exist.');
    if ('who' in action && action.who === 'person' && !known.has(action.member_id ?? ''))
      throw invalidField(`actions.${at}.member_id`, 'Only active people of the team can be named.');
  }
}
