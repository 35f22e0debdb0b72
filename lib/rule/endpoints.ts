import 'server-only';
import { command, create, defineEndpoints, list, query } from '@/lib/contract/endpoint';
import { createRule, deleteRule, editRule } from '@/lib/rule/commands';
import { getRule, getRuleMatches, listRuleRuns, listRules } from '@/lib/rule/queries';
import {
  CreateRule,
  EditRule,
  ListRuleRuns,
  ListRules,
  MatchRule,
  RuleMatches,
  RuleRecord,
  RuleReference,
  RuleRunRecord,
} from '@/lib/rule/schema';

export const ruleEndpoints = defineEndpoints({
  'GET ruleList': list(ListRules, RuleRecord, 'rule.view', listRules, 'Rules, by name'),
  'POST rule': create(
    CreateRule,
    RuleRecord,
    'rule.view',
    createRule,
    'Makes a rule: when something happens to a task that matches, this is done',
    { decides: 'rule.edit' },
  ),
  'GET rule/{id}': query(RuleReference, RuleRecord, 'rule.view', getRule, 'One rule'),
  'PATCH rule/{id}': command(
    EditRule,
    RuleRecord,
    'rule.view',
    editRule,
    'Changes a rule, or switches it on or off. 409 with the current one if `version` is stale',
    { decides: 'rule.edit' },
  ),
  'DELETE rule/{id}': command(RuleReference, RuleRecord, 'rule.view', deleteRule, 'Deletes a rule and its log', {
    decides: 'rule.edit',
  }),
  'GET ruleMatches': query(
    MatchRule,
    RuleMatches,
    'rule.view',
    getRuleMatches,
    'How many tasks such a rule would have matched, as they are now',
  ),
  'GET ruleRunList': list(
    ListRuleRuns,
    RuleRunRecord,
    'rule.view',
    listRuleRuns,
    'What a rule did, newest first, and why it did nothing',
  ),
});
