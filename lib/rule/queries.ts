import 'server-only';
import { notArchived } from '@/lib/archived';
import type { Page } from '@/lib/contract/endpoint';
import { namesOfFields } from '@/lib/custom-field/queries';
import { notFound } from '@/lib/errors';
import { parseFilter } from '@/lib/filter/format';
import { formatsFor } from '@/lib/formats';
import { dayAfter } from '@/lib/formats/days';
import type { Ctx } from '@/lib/org';
import { paginate } from '@/lib/paging';
import { canEditRule } from '@/lib/rule/policy';
import type {
  ListRuleRuns,
  ListRules,
  MatchRule,
  RuleAction,
  RuleMatches,
  RuleRecord,
  RuleReference,
  RuleRunRecord,
} from '@/lib/rule/schema';
import { type Sql, sql } from '@/lib/sql';
import { matching, overdueFor } from '@/lib/task/queries.filter';
import { COMPLETED } from '@/lib/task/vocabulary';

type Row = Omit<RuleRecord, 'may_edit' | 'last_run_at'> & { leader_id: string | null; ran: Date | null };

const found = (where: Sql): Sql => sql`
  select r.id as _id, r.name, r.project_id, r.enabled, r.trigger, r.value, r.filter, r.actions, r.version, p.leader_id,
         json_build_object('_id', m.id, 'name', shown_name(m.name, m.namesake)) as actor,
         m.approval = 1 and m.deactivated_at is null as active,
         (select max(u.created_at) from rule_run u where u.org_id = r.org_id and u.rule_id = r.id) as ran
    from rule r join member m on m.org_id = r.org_id and m.id = r.actor_id
    left join project p on p.org_id = r.org_id and p.id = r.project_id where ${where}`;

const toRecord =
  ({ actor }: Ctx) =>
  ({ leader_id: leaderId, ran, ...row }: Row): RuleRecord => ({
    ...row,
    last_run_at: ran?.toISOString() ?? null,
    may_edit: canEditRule(actor, row.project_id === null ? undefined : leaderId),
  });

/** By name: a project's own and those of all projects, or all that the caller sees. */
export const listRules = (ctx: Ctx, { project_id, ...input }: ListRules): Promise<Page<RuleRecord>> =>
  paginate(
    ctx.db,
    input,
    {
      found: found(project_id ? sql`(r.project_id is null or r.project_id = ${project_id}::uuid)` : sql`true`),
      order: sql`lower(name), _id`,
    },
    toRecord(ctx),
  );

export async function getRule(ctx: Ctx, { id }: RuleReference): Promise<RuleRecord> {
  const [row] = await ctx.db.$queryRaw<Row[]>`${found(sql`r.id = ${id}::uuid`)}`;
  if (!row) throw notFound('The rule');
  return toRecord(ctx)(row);
}

/** The project's leader; `not_found` if the project is hidden. */
export async function leaderOf({ db }: Ctx, projectId: string): Promise<string | null> {
  const project = await db.project.findUnique({ where: { id: projectId }, select: { leaderId: true } });
  if (!project) throw notFound('The project');
  return project.leaderId;
}

/** People and labels that the actions name and that there are: the ids. */
export async function knownTo({ db }: Ctx, actions: readonly RuleAction[]): Promise<Set<string>> {
  const ids = actions.flatMap((action) =>
    'label_id' in action ? [action.label_id] : 'member_id' in action && action.member_id ? [action.member_id] : [],
  );
  if (!ids.length) return new Set();
  const rows = await db.$queryRaw<{ id: string }[]>`
    select l.id from label l where l.id = any(${ids}::uuid[]) and l.deleted_at is null
    union all select m.id from member m where m.id = any(${ids}::uuid[]) and m.approval = 1 and m.deactivated_at is null
       and m.role <> 'client'`;
  return new Set(rows.map(({ id }) => id));
}

type RunRow = Omit<RuleRunRecord, 'created_at'> & { created_at: Date };

/** Newest first. */
export async function listRuleRuns(ctx: Ctx, { rule_id, ...input }: ListRuleRuns): Promise<Page<RuleRunRecord>> {
  await getRule(ctx, { id: rule_id });
  return paginate(
    ctx.db,
    input,
    {
      found: sql`select u.id as _id, u.outcome, u.said, u.created_at, u.task_id, u.org_id from rule_run u where u.rule_id = ${rule_id}::uuid`,
      order: sql`created_at desc, _id desc`,
      columns: sql`s._id, s.outcome, s.said, s.created_at,
        json_build_object('_id', t.id, 'key', p.key || '-' || t.number, 'title', t.title) as task`,
      joins: sql`join task t on t.org_id = s.org_id and t.id = s.task_id join project p on p.org_id = t.org_id and p.id = t.project_id`,
    },
    ({ created_at, ...row }: RunRow) => ({ ...row, created_at: created_at.toISOString() }),
  );
}

/** Tasks `t` to which it would happen now. */
export function triggered(ctx: Ctx, { trigger, value }: Pick<MatchRule, 'trigger' | 'value'>): Sql {
  const open = sql`t.status <> ${COMPLETED}::smallint`;
  switch (trigger) {
    case 'moved':
      return value === null ? sql`true` : sql`t.status = ${Number(value)}::smallint`;
    case 'created':
      return sql`true`;
    case 'priority':
      return value === null ? sql`true` : sql`t.priority = ${value}`;
    case 'labelled':
      return sql`exists (select from task_label tl join label l on l.org_id = tl.org_id and l.id = tl.label_id
        where tl.org_id = t.org_id and tl.task_id = t.id and l.deleted_at is null and (${value}::uuid is null or tl.label_id = ${value}::uuid))`;
    case 'overdue':
      return overdueFor(ctx);
    case 'due':
      return sql`t.due_date = ${dayAfter(formatsFor(ctx.actor).today(), Number(value))}::date and ${open}`;
    case 'subtasks_done':
      return sql`exists (select from task s where s.org_id = t.org_id and s.parent_id = t.id and s.deleted_at is null)
        and not exists (select from task s where s.org_id = t.org_id and s.parent_id = t.id and s.deleted_at is null
          and s.status <> ${COMPLETED}::smallint)`;
  }
}

/** Tasks that the rule would have matched as they are now. */
export async function getRuleMatches(ctx: Ctx, input: MatchRule): Promise<RuleMatches> {
  const { project_id, filter } = input;
  if (project_id) await leaderOf(ctx, project_id);
  const { where } = matching(ctx, { filter: parseFilter(filter), project_id }, 'of a rule');
  const rows = await ctx.db.$queryRaw<{ _id: string; key: string; title: string; total: number }[]>`
    select t.id as _id, p.key || '-' || t.number as key, t.title, count(*) over ()::int as total
      from task t join project p on p.org_id = t.org_id and p.id = t.project_id
     where ${where} and ${notArchived} and ${triggered(ctx, input)} order by t.updated_at desc, t.id limit 5`;
  return { total: rows[0]?.total ?? 0, tasks: rows.map(({ total: _total, ...task }) => task) };
}

/** Names of the people and labels that rules are about, by id, as far as the caller sees them. */
export async function namesIn({ db }: Ctx, rules: readonly RuleRecord[]): Promise<Record<string, string>> {
  const ids = [
    ...new Set(
      rules.flatMap(({ value, filter, actions }) => JSON.stringify([value, filter, actions]).match(IDS) ?? []),
    ),
  ];
  if (!ids.length) return {};
  const rows = await db.$queryRaw<{ id: string; name: string }[]>`
    select m.id, shown_name(m.name, m.namesake) as name from member m where m.id = any(${ids}::uuid[])
    union all select l.id, l.name from label l where l.id = any(${ids}::uuid[])
    union all select k.id, k.name from category k where k.id = any(${ids}::uuid[])
    ${namesOfFields(ids)}`;
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]));
}

const IDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
