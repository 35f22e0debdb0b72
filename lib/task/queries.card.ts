import 'server-only';
import { notFound } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import type { PersonBadge } from '@/lib/person/schema';
import { empty, instant, type Sql, sql } from '@/lib/sql';
import type { Audience, MovedTask, TaskCard, TaskParent } from '@/lib/task/schema';
import { type Priority, statusOf } from '@/lib/task/vocabulary';

/** Instants are seconds since 1970: much cheaper than dates over thousands of rows. */
export type CardRow = {
  id: string;
  project_id: string;
  project_key: string;
  number: number;
  title: string;
  status: number;
  priority: Priority;
  rank: string;
  audience: Audience;
  category_id: string | null;
  parent_id: string | null;
  start_date: string | null;
  due_date: string | null;
  created_by_id: string | null;
  version: number;
  completed: number | null;
  created: number;
  updated: number;
  /** Ids separated by commas; null: nobody. */
  assignees: string | null;
  comment_count: number;
};

/** For a query that calls the task `t` and its project `p`. Counts the comments the caller may read. */
export const cardColumns: Sql = sql`t.id, t.project_id, p.key as project_key, t.number, t.title, t.status, t.priority,
  t.rank, t.audience, t.category_id, t.parent_id, to_char(t.start_date, 'YYYY-MM-DD') as start_date,
  to_char(t.due_date, 'YYYY-MM-DD') as due_date, t.version,
  extract(epoch from t.completed_at)::float8 as completed,
  case when (select app_is_client()) then (select m.id from member m where m.id = t.created_by_id)
       else t.created_by_id end as created_by_id,
  extract(epoch from t.created_at)::float8 as created, extract(epoch from t.updated_at)::float8 as updated,
  (select string_agg(ta.member_id::text, ',') from task_assignee ta
    where ta.org_id = t.org_id and ta.task_id = t.id) as assignees,
  (select count(*)::int from comment c
    where c.org_id = t.org_id and c.task_id = t.id and c.deleted_at is null) as comment_count`;

/** People named on a card of a list: 200 cards of fifty people made an answer of 2 MB. */
const NAMED = 3;

/** People and parents are looked up once for all rows. The caller comes first: their rights depend on it. */
export async function toCards(ctx: Ctx, rows: readonly CardRow[]): Promise<TaskCard[]> {
  const { people, parents } = await besides(ctx, rows);
  return rows.map((row) => shortened(ctx, toCard(row, people, parents)));
}

function shortened({ actor }: Ctx, card: TaskCard): TaskCard {
  const more = card.assignees.length - NAMED;
  if (more <= 0) return card;
  const isMe = ({ _id }: PersonBadge) => _id === actor.memberId;
  const named = [...card.assignees.filter(isMe), ...card.assignees.filter((one) => !isMe(one))].slice(0, NAMED);
  return { ...card, assignees: named, more_assignees: more };
}

/** `people` and `parents` hold what the caller may see; of other assignees only that there are some. */
export function toCard(
  row: CardRow,
  people: ReadonlyMap<string, PersonBadge>,
  parents: ReadonlyMap<string, TaskParent>,
): TaskCard {
  const assigned = row.assignees?.split(',') ?? [];
  return {
    _id: row.id,
    key: `${row.project_key}-${row.number}`,
    project_id: row.project_id,
    number: row.number,
    title: row.title,
    status: row.status,
    status_label: statusOf(row.status).label,
    priority: row.priority,
    rank: row.rank,
    audience: row.audience,
    assignees: assigned.flatMap((id) => people.get(id) ?? []).sort((one, other) => (one.name < other.name ? -1 : 1)),
    hidden_assignees: assigned.some((id) => !people.has(id)),
    parent: (row.parent_id && parents.get(row.parent_id)) || null,
    category_id: row.category_id,
    start_date: row.start_date,
    due_date: row.due_date,
    completed_at: row.completed === null ? null : instant(row.completed),
    comment_count: row.comment_count,
    created_by_id: row.created_by_id,
    version: row.version,
    created_at: instant(row.created),
    updated_at: instant(row.updated),
  };
}

async function besides({ db }: Ctx, cards: readonly CardRow[]) {
  const assigned = new Set(cards.flatMap(({ assignees }) => assignees?.split(',') ?? []));
  const above = new Set(cards.flatMap(({ parent_id }) => parent_id ?? []));
  const rows =
    assigned.size + above.size === 0
      ? []
      : await db.$queryRaw<{ id: string; key: string | null; text: string; pic: string | null }[]>`
          select m.id, null as key, shown_name(m.name, m.namesake) as text, m.picture as pic from member m where m.id = any(${[...assigned]}::uuid[])
          union all
          select up.id, p.key || '-' || up.number, up.title, null from task up join project p on p.id = up.project_id
           where up.id = any(${[...above]}::uuid[]) and up.deleted_at is null`;
  const people = new Map<string, PersonBadge>();
  const parents = new Map<string, TaskParent>();
  for (const { id, key, text, pic } of rows)
    if (key === null) people.set(id, { _id: id, name: text, pic });
    else parents.set(id, { _id: id, key, title: text });
  return { people, parents };
}

/** With what `toCards` looks up for many: for a few tasks one statement does it all. */
type SingleRow = CardRow & { people: PersonBadge[] | null; parent: TaskParent | null };

const single = (ids: readonly string[], besides: Sql = empty): Sql => sql`
  select ${cardColumns}, ${besides}
         (select json_agg(json_build_object('_id', m.id, 'name', shown_name(m.name, m.namesake), 'pic', m.picture))
            from task_assignee ta join member m on m.org_id = ta.org_id and m.id = ta.member_id
           where ta.org_id = t.org_id and ta.task_id = t.id) as people,
         (select json_build_object('_id', up.id, 'key', p.key || '-' || up.number, 'title', up.title)
            from task up where up.org_id = t.org_id and up.id = t.parent_id and up.deleted_at is null) as parent
    from task t join project p on p.id = t.project_id where t.id = any(${[...ids]}::uuid[]) and t.deleted_at is null`;

function toSingle(row: SingleRow): TaskCard {
  const people = new Map((row.people ?? []).map((person) => [person._id, person]));
  return toCard(row, people, new Map(row.parent ? [[row.parent._id, row.parent]] : []));
}

/** With all assignees; `not_found` if hidden or in the bin. */
export async function getCard(ctx: Ctx, { id }: { id: string }): Promise<TaskCard> {
  const [row] = await ctx.db.$queryRaw<SingleRow[]>`${single([id])}`;
  if (!row) throw notFound('The task');
  return toSingle(row);
}

const beside = (above: boolean): Sql => sql`
  (select n.id from task n where n.org_id = t.org_id and n.project_id = t.project_id and n.status = t.status and n.deleted_at is null
      and ${above ? sql`(n.rank, n.id) < (t.rank, t.id) order by n.rank desc, n.id desc` : sql`(n.rank, n.id) > (t.rank, t.id) order by n.rank, n.id`} limit 1)`;

/** The card and the neighbours it has now, its own writes among them. */
export async function getMoved(ctx: Ctx, id: string): Promise<MovedTask> {
  const [row] = await ctx.settled<SingleRow & { above: string | null; below: string | null }>(
    single([id], sql`${beside(true)} as above, ${beside(false)} as below,`),
  );
  if (!row) throw notFound('The task');
  return { ...toSingle(row), after_id: row.above, before_id: row.below };
}

/** In the order asked for; what is hidden or in the bin is left out. */
export async function cardsById(ctx: Ctx, ids: readonly string[]): Promise<TaskCard[]> {
  if (!ids.length) return [];
  const rows = await ctx.db.$queryRaw<SingleRow[]>`${single(ids)}`;
  const cards = new Map(rows.map((row) => [row.id, shortened(ctx, toSingle(row))]));
  return ids.flatMap((id) => cards.get(id) ?? []);
}
