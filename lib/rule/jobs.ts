import 'server-only';
import { defineJobs } from '@/lib/contract/job';
import { runNextRules, runRuleByDate } from '@/lib/rule/commands.run';
import { RuleJob, RuleSweep } from '@/lib/rule/schema';

export const ruleJobs = defineJobs({
  'rule.run': { payload: RuleJob, step: runNextRules },
  'rule.sweep': { payload: RuleSweep, step: runRuleByDate },
});
