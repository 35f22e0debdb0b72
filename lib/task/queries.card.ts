import 'server-only';
import { customOn, valuesOfTask } from '@/lib/custom-field/queries.values';
import { notFound } from '@/lib/errors';
import type { TaskLabel } from '@/lib/label/schema';
import { taskKeysIn, withTaskLinks } from '@/lib/markdown/task-links';
import type { Ctx } from '@/lib/org';
import type { PersonBadge } from '@/lib/person/schema';
import { empty, instant, type Sql, sql } from '@/lib/sql';
import type { Audience, MovedTask, TaskCard, TaskMilestone, TaskParent } from '@/lib/task/schema';
import { type CardExtra, COMPLETED, type Priority } from '@/lib/task/vocabulary';
import { isAttached, isRepeating, minutesSpent, ofTimeSpent, subtaskProgress } from '@/lib/task-parts/queries';
import { type CardParts, type NamedOnCards, type partsIn, partsOfMany } from '@/lib/task-parts/queries.cards';
import { statusName } from '@/lib/workflow/vocabulary';

/** A task as its own row has it. Instants are seconds since 1970: much cheaper than dates over thousands of rows. */
export type TaskRow = {
  id: string;
  project_id: string;
  number: number;
  title: string;
  status: number;
  priority: Priority;
  rank: string;
  audience: Audience;
  category_id: string | null;
  parent_id: string | null;
  /** Also one that the caller may not see, or that was deleted: cards name it by `milestone`. */
  milestone_id: string | null;
  start_date: string | null;
  due_date: string | null;
  estimate_minutes: number | null;
  created_by_id: string | null;
  version: number;
  completed: number | null;
  created: number;
  updated: number;
};
export type CardRow = TaskRow & CardParts;

/** Labels of the task `t`: ids separated by commas; null: none. */
const labelIdsOf: Sql = sql`(select string_agg(tl.label_id::text, ',') from task_label tl
  where tl.org_id = t.org_id and tl.task_id = t.id)`;

/** Labels of the task `t`, as JSON. */
export const labelsOfTask: Sql = sql`
  (select json_agg(json_build_object('_id', l.id, 'name', l.name, 'colour', l.colour))
     from task_label tl join label l on l.org_id = tl.org_id and l.id = tl.label_id
    where tl.org_id = t.org_id and tl.task_id = t.id and l.deleted_at is null)`;

const ownColumns: Sql = sql`t.id, t.project_id, t.number, t.title, t.status, t.priority,
  t.rank, t.audience, t.category_id, t.parent_id, t.milestone_id, to_char(t.start_date, 'YYYY-MM-DD') as start_date,
  to_char(t.due_date, 'YYYY-MM-DD') as due_date, t.estimate_minutes, t.version,
  extract(epoch from t.completed_at)::float8 as completed,
  extract(epoch from t.created_at)::float8 as created, extract(epoch from t.updated_at)::float8 as updated`;

/** For `toCards`: what the task `t` itself holds. */
export const rowColumns: Sql = sql`${ownColumns}, t.created_by_id`;

/** The milestone of the task `t` that the caller sees, as JSON. */
export const milestoneOfTask: Sql = sql`
  (select json_build_object('_id', g.id, 'name', g.name) from milestone g
    where g.org_id = t.org_id and g.id = t.milestone_id and g.deleted_at is null)`;

/** Whether the task `t` waits for one that the caller sees. */
export const isBlocked: Sql = sql`coalesce((select true from dependency d join task b on b.org_id = d.org_id and b.id = d.task_id
    where d.org_id = t.org_id and d.blocks_id = t.id and b.status <> ${COMPLETED}::smallint and b.deleted_at is null limit 1), false)`;

/** Whether one that the caller sees was said to wait for the task `t`, also where that is done. */
export const isBlocking: Sql = sql`exists (select from dependency d join task behind on behind.org_id = d.org_id and behind.id = d.blocks_id
    where d.org_id = t.org_id and d.task_id = t.id and behind.deleted_at is null)`;

/** What else hangs on the task `t`. Counts the comments the caller may read. */
const hanging: Sql = sql`
  ${isBlocked} as blocked,
  ${isBlocking} as blocking,
  ${ofTimeSpent(minutesSpent)} as spent,
  ${isRepeating} as repeating,
  ${isAttached} as attached,
  ${valuesOfTask} as custom,
  ${subtaskProgress(COMPLETED)} as subtask_progress,
  (select w.watching from task_watcher w
    where w.org_id = t.org_id and w.task_id = t.id and w.member_id = (select app_member_id())) as chosen,
  (select json_build_object('done', count(*) filter (where i.done), 'total', count(*)) from checklist_item i
    where i.org_id = t.org_id and i.task_id = t.id having count(*) > 0) as checklist,
  (select count(*)::int from comment c
    where c.org_id = t.org_id and c.task_id = t.id and c.deleted_at is null) as comment_count`;

/**
 * Of few tasks, for a query that calls the task `t` and its project `p`. Many are read by `rowColumns`, and what hangs on
 * them at once.
 */
export const cardColumns: Sql = sql`${ownColumns}, p.key as project_key,
  case when (select app_is_client()) then (select m.id from member m where m.id = t.created_by_id)
       else t.created_by_id end as created_by_id,
  (select string_agg(ta.member_id::text, ',') from task_assignee ta
    where ta.org_id = t.org_id and ta.task_id = t.id) as assignees,
  ${labelIdsOf} as labels,
  ${hanging}`;

/** People named on a card of a list: 200 cards of fifty people made an answer of 2 MB. */
const NAMED = 3;

/** What hangs on the tasks, and whom they name, is looked up once for all of them. */
export const toCards = async (
  ctx: Ctx,
  rows: readonly TaskRow[],
  extras: readonly CardExtra[] = [],
): Promise<TaskCard[]> => cardsWith(ctx, rows, await partsOfMany(ctx, rows, COMPLETED, extras));

/**
 * With what was found to hang on them. Tasks of a project that is not seen are left out. The caller comes first: their
 * rights depend on it.
 */
export function cardsWith(ctx: Ctx, rows: readonly TaskRow[], named: ReturnType<typeof partsIn>): TaskCard[] {
  const isClient = ctx.actor.role === 'client';
  return rows.flatMap((row) => {
    const parts = named.partsOf(row);
    if (!parts) return [];
    const creator = row.created_by_id;
    // Clients know only creators whom they see.
    const created_by_id = creator && (!isClient || named.people.has(creator)) ? creator : null;
    return shortened(ctx, toCard(ctx, row, parts, created_by_id, named));
  });
}

function shortened({ actor }: Ctx, card: TaskCard): TaskCard {
  const more = card.assignees.length - NAMED;
  if (more <= 0) return card;
  const isMe = ({ _id }: PersonBadge) => _id === actor.memberId;
  const named = [...card.assignees.filter(isMe), ...card.assignees.filter((one) => !isMe(one))].slice(0, NAMED);
  return { ...card, assignees: named, more_assignees: more };
}

const byId = <One extends { _id: string }>(found: readonly One[] | null): Map<string, One> =>
  new Map((found ?? []).map((one) => [one._id, one]));
const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1);

/** Of assignees who are not named only that there are some. Row and parts are not merged: copies of hundreds are dear. */
function toCard(
  { actor, workflows }: Ctx,
  row: TaskRow,
  parts: CardParts,
  createdById: string | null,
  { people, parents, milestones, labels, creators }: NamedOnCards,
): TaskCard {
  const assigned = parts.assignees?.split(',') ?? [];
  const watching = parts.chosen ?? [createdById, ...assigned].includes(actor.memberId);
  const creator = creators.get(createdById ?? '');
  const milestone = milestones.get(row.milestone_id ?? '');
  const labelled = parts.labels?.split(',').flatMap((id) => labels.get(id) ?? []) ?? [];
  return {
    _id: row.id,
    key: `${parts.project_key}-${row.number}`,
    project_id: row.project_id,
    number: row.number,
    title: row.title,
    status: row.status,
    status_label: statusName(workflows, row.project_id, row.status),
    priority: row.priority,
    rank: row.rank,
    audience: row.audience,
    assignees: assigned.flatMap((id) => people.get(id) ?? []).sort(byName),
    hidden_assignees: assigned.some((id) => !people.has(id)),
    parent: (row.parent_id && parents.get(row.parent_id)) || null,
    category_id: row.category_id,
    ...(milestone && { milestone }),
    ...(parts.blocked && { blocked: true }),
    ...(parts.blocking && { blocking: true }),
    ...(parts.checklist && { checklist: parts.checklist }),
    ...(parts.subtask_progress && { subtask_progress: parts.subtask_progress }),
    ...(watching && { watching }),
    ...(parts.spent > 0 && { spent_minutes: parts.spent }),
    ...(parts.repeating && { repeating: true }),
    ...(parts.attached && { attached: true }),
    ...(labelled.length > 0 && { labels: labelled.sort(byName) }),
    ...customOn(parts.custom),
    start_date: row.start_date,
    due_date: row.due_date,
    estimate_minutes: row.estimate_minutes,
    completed_at: row.completed === null ? null : instant(row.completed),
    comment_count: parts.comment_count,
    created_by_id: createdById,
    ...(creator && { created_by: creator }),
    version: row.version,
    created_at: instant(row.created),
    updated_at: instant(row.updated),
  };
}

/** With what `toCards` looks up for many: for a few tasks one statement does it all. */
export type SingleRow = CardRow & {
  created_by: PersonBadge | null;
  people: PersonBadge[] | null;
  parent: TaskParent | null;
  milestone: TaskMilestone | null;
  labelled: TaskLabel[] | null;
};

/** `people`: all assignees, without a name those whom the caller does not see. */
type FoundSingle = Omit<SingleRow, 'assignees' | 'labels' | 'people'> & {
  people: (Omit<PersonBadge, 'name'> & { name: string | null })[] | null;
};

// A list of ids, whose length PostgreSQL asks for, would be planned anew each time. Every table that is read once more
// brings its policies with it, which cost more than its rows.
const single = (which: Sql, besides: Sql = empty): Sql => sql`
  select ${rowColumns}, p.key as project_key, ${hanging}, ${besides}
         (select json_agg(json_build_object('_id', ta.member_id, 'name', shown_name(m.name, m.namesake), 'pic', m.picture))
            from task_assignee ta left join member m on m.org_id = ta.org_id and m.id = ta.member_id
           where ta.org_id = t.org_id and ta.task_id = t.id) as people,
         (select json_build_object('_id', up.id, 'key', p.key || '-' || up.number, 'title', up.title)
            from task up where up.org_id = t.org_id and up.id = t.parent_id and up.deleted_at is null) as parent,
         (select json_build_object('_id', m.id, 'name', shown_name(m.name, m.namesake), 'pic', m.picture)
            from member m where m.org_id = t.org_id and m.id = t.created_by_id) as created_by,
         ${milestoneOfTask} as milestone, ${labelsOfTask} as labelled
    from task t join project p on p.id = t.project_id where t.id ${which} and t.deleted_at is null`;

/** The ids that `toCard` looks up, of what was read with names. */
function toSingleRow({ actor }: Ctx, { people, ...row }: FoundSingle): SingleRow {
  return {
    ...row,
    // Clients know only creators whom they see.
    created_by_id: row.created_by || actor.role !== 'client' ? row.created_by_id : null,
    assignees: people?.map(({ _id }) => _id).join() ?? null,
    people: (people ?? []).flatMap(({ name, ...one }) => (name === null ? [] : { ...one, name })),
    labels: row.labelled?.map(({ _id }) => _id).join() ?? null,
  };
}

export const toSingle = (ctx: Ctx, row: SingleRow): TaskCard =>
  toCard(ctx, row, row, row.created_by_id, {
    people: byId(row.people),
    parents: byId(row.parent && [row.parent]),
    milestones: byId(row.milestone && [row.milestone]),
    labels: byId(row.labelled),
    creators: byId(row.created_by && [row.created_by]),
  });

/** With all assignees; `not_found` if hidden or in the bin. */
export async function getCard(ctx: Ctx, { id }: { id: string }): Promise<TaskCard> {
  const [row] = await ctx.db.$queryRaw<FoundSingle[]>`${single(sql`= ${id}::uuid`)}`;
  if (!row) throw notFound('The task');
  return toSingle(ctx, toSingleRow(ctx, row));
}

const beside = (above: boolean): Sql => sql`
  (select n.id from task n where n.org_id = t.org_id and n.project_id = t.project_id and n.status = t.status and n.deleted_at is null
      and ${above ? sql`(n.rank, n.id) < (t.rank, t.id) order by n.rank desc, n.id desc` : sql`(n.rank, n.id) > (t.rank, t.id) order by n.rank, n.id`} limit 1)`;

/** The card and the neighbours it has now, its own writes among them. */
export async function getMoved(ctx: Ctx, id: string): Promise<MovedTask> {
  const [row] = await ctx.db.$queryRaw<(FoundSingle & { above: string | null; below: string | null })[]>(
    single(sql`= ${id}::uuid`, sql`${beside(true)} as above, ${beside(false)} as below,`),
  );
  if (!row) throw notFound('The task');
  return { ...toSingle(ctx, toSingleRow(ctx, row)), after_id: row.above, before_id: row.below };
}

/** In the order asked for; what is hidden or in the bin is left out. */
export async function cardsById(ctx: Ctx, ids: readonly string[]): Promise<TaskCard[]> {
  if (!ids.length) return [];
  const rows = await ctx.db.$queryRaw<FoundSingle[]>`${single(sql`= any(${[...ids]}::uuid[])`)}`;
  const cards = new Map(rows.map((row) => [row.id, shortened(ctx, toSingle(ctx, toSingleRow(ctx, row)))]));
  return ids.flatMap((id) => cards.get(id) ?? []);
}

/** The texts with links to the tasks they name, as far as the caller sees them; one statement, and none where no key is. */
export async function linkTasks(ctx: Ctx, htmls: readonly string[]): Promise<string[]> {
  const keys = taskKeysIn(htmls);
  if (keys.length === 0) return [...htmls];
  const rows = await ctx.db.$queryRaw<{ key: string; title: string }[]>`
    select named.key || '-' || t.number as key, t.title
      from unnest(${keys.map((key) => key.split('-')[0] ?? '')}::text[], ${keys.map((key) => Number(key.split('-')[1]))}::int[]) as named(key, number)
      join task t on t.project_id = project_of_key(named.key) and t.number = named.number
     where t.deleted_at is null`;
  const titles = new Map(rows.map(({ key, title }) => [key, title]));
  return htmls.map((html) => withTaskLinks(html, titles));
}
