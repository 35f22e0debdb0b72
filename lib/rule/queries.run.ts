import 'server-only';
import { notArchived } from '@/lib/archived';
import { parseFilter } from '@/lib/filter/format';
import type { Ctx } from '@/lib/org';
import { addJobs } from '@/lib/queue/jobs';
import { triggered } from '@/lib/rule/queries';
import type { RuleRecord, RuleRun } from '@/lib/rule/schema';
import { BY_DATE, LOG_DAYS, type Outcome } from '@/lib/rule/vocabulary';
import { type Db, type Sql, sql } from '@/lib/sql';
import { matching } from '@/lib/task/queries.filter';
import { newId } from '@/lib/validation';
import { withWorker } from '@/lib/worker';

/** Causes that are handed on in one transaction. */
const MOST = 1_000;
/** How often a rule by date looks. */
const LOOKS = '1 hour';

type Caused = RuleRun & { org_id: string; actor_id: string };

/** Hands what happened to the rules that ask for it: one job for each person they run as. Returns how many runs there will be. */
export const queueRules = (): Promise<number> =>
  withWorker(async (db) => {
    const caused = await db.$queryRaw<Caused[]>`
      with taken as (delete from rule_cause where id in (select id from rule_cause order by created_at limit ${MOST}::int) returning *)
      select r.org_id, r.actor_id, r.id as rule_id, c.task_id, c.root, c.chain, c.trigger, c.value
        from taken c join rule r on r.org_id = c.org_id and r.enabled and r.trigger = c.trigger
         and (r.value is null or r.value = c.value) and (r.project_id is null or r.project_id = c.project_id)
       order by c.created_at, r.id`;
    const byActor = new Map<string, Caused[]>();
    for (const one of caused) {
      const key = `${one.org_id} ${one.actor_id}`;
      byActor.set(key, [...(byActor.get(key) ?? []), one]);
    }
    await addJobs(
      db,
      [...byActor.values()].map((runs) => ({
        kind: 'rule.run' as const,
        lane: 'work' as const,
        orgId: runs[0]?.org_id,
        memberId: runs[0]?.actor_id ?? '',
        total: runs.length,
        payload: { runs: runs.map(({ org_id: _org, actor_id: _actor, ...run }) => run) },
      })),
    );
    return caused.length;
  });

/** The same for rules by date, each once an hour. */
export const queueRulesByDate = (): Promise<number> =>
  withWorker(async (db) => {
    const due = await db.$queryRaw<{ id: string; org_id: string; actor_id: string }[]>`
      update rule set swept_at = now() where enabled and trigger = any(${[...BY_DATE]}::text[])
         and (swept_at is null or swept_at < now() - ${LOOKS}::interval)
      returning id, org_id, actor_id`;
    await addJobs(
      db,
      due.map(({ id, org_id, actor_id }) => ({
        kind: 'rule.sweep' as const,
        lane: 'work' as const,
        orgId: org_id,
        memberId: actor_id,
        payload: { rule_id: id },
      })),
    );
    return due.length;
  });

export const forgetRuleRuns = (db: Db) =>
  db.$executeRaw`delete from rule_run where created_at < now() - make_interval(days => ${LOG_DAYS}::int)`;

/** The rule as it is now; null if it was switched off, deleted, or is no longer seen by whom it runs as. */
export async function ruleNow(
  { db }: Ctx,
  id: string,
): Promise<Pick<RuleRecord, '_id' | 'name' | 'project_id' | 'trigger' | 'value' | 'filter' | 'actions'> | null> {
  const [rule] = await db.$queryRaw<
    Pick<RuleRecord, '_id' | 'name' | 'project_id' | 'trigger' | 'value' | 'filter' | 'actions'>[]
  >`select r.id as _id, r.name, r.project_id, r.trigger, r.value, r.filter, r.actions from rule r
     where r.id = ${id}::uuid and r.enabled and r.actor_id = (select app_member_id())`;
  return rule ?? null;
}

/** Tasks that a rule by date has not run for with their present due date. */
export const dueTasks = (
  ctx: Ctx,
  rule: Pick<RuleRecord, '_id' | 'project_id' | 'trigger' | 'value' | 'filter'>,
  most: number,
): Promise<{ task_id: string; cause: string }[]> => {
  const { where } = matching(
    ctx,
    { filter: parseFilter(rule.filter), project_id: rule.project_id ?? undefined },
    'of a rule',
  );
  return ctx.db.$queryRaw`
    select t.id as task_id, 'due ' || to_char(t.due_date, 'YYYY-MM-DD') as cause
      from task t join project p on p.org_id = t.org_id and p.id = t.project_id
     where ${where} and ${notArchived} and ${triggered(ctx, rule)}
       and not exists (select from rule_run u where u.org_id = t.org_id and u.rule_id = ${rule._id}::uuid and u.task_id = t.id
             and u.cause = 'due ' || to_char(t.due_date, 'YYYY-MM-DD'))
     order by t.due_date, t.id limit ${most}::int`;
};

type Begun = {
  id: string;
  matches: boolean;
  /** What set it off is so still. */
  holds: boolean;
  archived: boolean;
  leader_id: string | null;
  projectId: string;
  audience: string;
};

/** What set a rule off; `root` is none of rules by date, which find what is so. */
export type Happened = Pick<RuleRun, 'trigger' | 'value'> & { root: string };

/**
 * Whether it is so still. What rules of the same root made of it takes nothing back: of two rules that begin with one move
 * the second runs too.
 */
function stillSo(ctx: Ctx, { trigger, value = null, root }: Happened): Sql {
  if (!trigger) return sql`true`;
  const now = triggered(ctx, { trigger, value });
  if (trigger !== 'moved' && trigger !== 'priority') return now;
  const [column, field] = trigger === 'moved' ? [sql`t.status::text`, 'status'] : [sql`t.priority`, 'priority'];
  return sql`(${now} or ${column} in (select action ->> ${field} from rule_run u
      join rule o on o.org_id = u.org_id and o.id = u.rule_id cross join lateral jsonb_array_elements(o.actions) action
     where u.org_id = t.org_id and u.task_id = t.id and u.cause = ${root} and u.outcome <> 'skipped' and action ->> 'do' = ${field}))`;
}

/**
 * Takes the cause, once; null where it was taken before, or the task is hidden or gone. Locks the task: what somebody else
 * changes at that moment is there before the rule looks, or comes after all that it does.
 */
export async function beginRun(
  ctx: Ctx,
  rule: Pick<RuleRecord, '_id' | 'project_id' | 'filter'>,
  taskId: string,
  cause: string,
  happened: Happened,
): Promise<Begun | null> {
  const { where } = matching(
    ctx,
    { filter: parseFilter(rule.filter), project_id: rule.project_id ?? undefined },
    'of a rule',
  );
  await ctx.db.$queryRaw`select t.id from task t where t.id = ${taskId}::uuid for update`;
  const [begun] = await ctx.db.$queryRaw<Begun[]>`
    with these as (select t.id, t.org_id, t.project_id, t.audience, p.leader_id, ${where} as matches,
                          ${stillSo(ctx, happened)} as holds, not (${notArchived}) as archived
                     from task t join project p on p.org_id = t.org_id and p.id = t.project_id
                    where t.id = ${taskId}::uuid and t.deleted_at is null),
         taken as (insert into rule_run (id, rule_id, task_id, project_id, audience, cause)
                   select ${newId()}::uuid, ${rule._id}::uuid, id, project_id, audience, ${cause} from these
                   on conflict do nothing returning id)
    select taken.id, coalesce(these.matches, false) as matches, coalesce(these.holds, false) as holds, these.archived, these.leader_id,
           these.project_id as "projectId", these.audience from taken, these`;
  return begun ?? null;
}

export const endRun = ({ db }: Ctx, id: string, outcome: Outcome, said: string[]) =>
  db.ruleRun.updateMany({ where: { id }, data: { outcome, said } });

/** What is written from here on is part of the cause; null ends that. */
export const inChain = ({ db }: Ctx, chain: { root: string; chain: readonly string[] } | null) =>
  db.$executeRaw`select set_config('app.rule_chain', ${chain ? JSON.stringify(chain) : ''}, true)`;
