import 'server-only';
import { addComment } from '@/lib/comment/commands';
import { AddComment } from '@/lib/comment/schema';
import type { RunningJob } from '@/lib/contract/job';
import { allow, DomainError } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { mayEver } from '@/lib/permission/policy';
import { beginRun, dueTasks, endRun, type Happened, inChain, ruleNow } from '@/lib/rule/queries.run';
import type { RuleAction, RuleJob, RuleSweep } from '@/lib/rule/schema';
import { LONGEST_CHAIN } from '@/lib/rule/vocabulary';
import { editTask } from '@/lib/task/commands';
import { hearingAmong } from '@/lib/task/policy';
import { getCard } from '@/lib/task/queries';
import { taskFacts } from '@/lib/task/queries.facts';
import { PRIORITY_LABEL } from '@/lib/task/vocabulary';
import { newId } from '@/lib/validation';
import { statusName } from '@/lib/workflow/vocabulary';

/** Tasks in one transaction. */
const CHUNK = 20;

const NO_LONGER = 'Whoever saved the rule may no longer make rules.';

type Rule = NonNullable<Awaited<ReturnType<typeof ruleNow>>>;
type Cause = Happened & { chain: readonly string[]; cause: string };

/** What happened, to the rules that ask for it. True when none are left. */
export async function runNextRules({ payload, progress, door, advance }: RunningJob<RuleJob>): Promise<boolean> {
  return door(async (ctx) => {
    allow(mayEver(ctx.actor, 'rule.edit'), NO_LONGER);
    const next = payload.runs.slice(progress.done, progress.done + CHUNK);
    for (const { rule_id, task_id, ...happened } of next) {
      const rule = await ruleNow(ctx, rule_id);
      if (rule) await runRule(ctx, rule, task_id, { ...happened, cause: happened.root });
    }
    const done = progress.done + next.length;
    await advance(ctx, { done, total: payload.runs.length });
    return done >= payload.runs.length;
  });
}

/** A rule by date, for tasks that it has not run for yet with their due date. */
export async function runRuleByDate({ payload, progress, door, advance }: RunningJob<RuleSweep>): Promise<boolean> {
  return door(async (ctx) => {
    allow(mayEver(ctx.actor, 'rule.edit'), NO_LONGER);
    const rule = await ruleNow(ctx, payload.rule_id);
    if (!rule) return true;
    const due = await dueTasks(ctx, rule, CHUNK);
    for (const { task_id, cause } of due) await runRule(ctx, rule, task_id, { root: newId(), chain: [], cause });
    const done = progress.done + due.length;
    await advance(ctx, { done, total: done });
    return due.length < CHUNK;
  });
}

/** Once for each task and cause, and never in a circle: what it does belongs to the same cause. */
async function runRule(ctx: Ctx, rule: Rule, taskId: string, { chain, cause, ...happened }: Cause): Promise<void> {
  const { root } = happened;
  const link = `${rule._id}:${taskId}`;
  const again = chain.includes(link);
  // What it did itself is a cause of its own kind, so that the log can say why nothing followed.
  const begun = await beginRun(ctx, rule, taskId, again ? `${cause} again` : cause, happened);
  if (!begun) return;
  const skipped = again
    ? 'It had already run for this task since what began it.'
    : chain.length >= LONGEST_CHAIN
      ? `More than ${LONGEST_CHAIN} rules followed from each other.`
      : begun.archived
        ? 'The project is archived.'
        : !begun.holds
          ? 'Somebody changed that again before the rule ran.'
          : begun.matches
            ? null
            : 'The task did not match the filter.';
  if (skipped) {
    await endRun(ctx, begun.id, 'skipped', [skipped]);
    return;
  }
  await inChain(ctx, { root, chain: [...chain, link] });
  const done: string[] = [];
  const refused: string[] = [];
  for (const action of rule.actions as RuleAction[])
    try {
      done.push(await act(ctx, rule, taskId, action, begun.leader_id));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      refused.push(error.message);
    }
  const { projectId, audience } = begun;
  if (done.some(Boolean)) ctx.happened('rule.acted', { id: taskId, projectId, audience }, { rule: rule.name });
  // What the commands left to be written with their effects has to know the chain too.
  await ctx.settle();
  await inChain(ctx, null);
  await endRun(ctx, begun.id, refused.length ? 'refused' : 'done', [...done.filter(Boolean), ...refused]);
}

/** In words; nothing where it was so already. */
async function act(ctx: Ctx, rule: Rule, id: string, action: RuleAction, leaderId: string | null): Promise<string> {
  const change = (fields: Parameters<typeof editTask>[1]) => editTask(ctx, fields, async () => null);
  switch (action.do) {
    case 'status': {
      await change({ id, status: action.status as 1 });
      const { project_id } = await getCard(ctx, { id });
      return `Moved to ${statusName(ctx.workflows, project_id, action.status)}.`;
    }
    case 'priority':
      await change({ id, priority: action.priority });
      return `Priority: ${PRIORITY_LABEL[action.priority]}.`;
    case 'label': {
      const { labels = [] } = await getCard(ctx, { id });
      await change({ id, label_ids: [...new Set([...labels.map(({ _id }) => _id), action.label_id])] });
      return 'Label added.';
    }
    case 'assign': {
      const task = await taskFacts(ctx, id);
      const wanted = whom(action, task, leaderId);
      if (!wanted.length) throw new DomainError('conflict', 'There is nobody to assign.');
      await change({ id, assignee_ids: [...new Set([...task.assigneeIds, ...wanted])] });
      return 'Assigned.';
    }
    case 'comment':
      await addComment(ctx, AddComment.parse({ task_id: id, body: action.text, internal: true }), { rule: rule.name });
      return 'Comment written.';
    case 'tell': {
      const task = await taskFacts(ctx, id, {
        memberIds: [action.member_id, leaderId].filter((one) => one !== null && one !== undefined),
      });
      // A client is not told of the team's rules.
      const hearing = hearingAmong(
        task.people.filter(({ role }) => role !== 'client'),
        task.audience,
      );
      const to = whom(action, task, leaderId).filter((one) => hearing.has(one));
      if (!to.length) throw new DomainError('conflict', 'There is nobody to notify.');
      ctx.happened('rule.told', { id, to }, { rule: rule.name });
      return to.length === 1 ? 'One person notified.' : `${to.length} people notified.`;
    }
  }
}

function whom(
  { who, member_id }: Extract<RuleAction, { who: string }>,
  { createdById, assigneeIds }: { createdById: string | null; assigneeIds: readonly string[] },
  leaderId: string | null,
): string[] {
  const one = { leader: leaderId, creator: createdById, person: member_id ?? null };
  return who === 'assignees' ? [...assigneeIds] : [one[who]].filter((id) => id !== null);
}
