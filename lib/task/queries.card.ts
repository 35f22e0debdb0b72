import 'server-only';
import type { Ctx } from '@/lib/org';
import { type Sql, sql } from '@/lib/sql';
import type { Audience, PersonBadge, TaskCard } from '@/lib/task/schema';
import { type Priority, statusOf } from '@/lib/task/vocabulary';

/** What `cardColumns` selects. Instants are seconds since 1970: cheaper to carry than dates, a thousand times over. */
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
  start_date: string | null;
  due_date: string | null;
  created_by_id: string | null;
  version: number;
  created: number;
  updated: number;
  /** Ids with commas between; null: nobody. */
  assignees: string | null;
  comment_count: number;
};

/** A card's columns, for a query that calls the task `t` and its project `p`. Counts the comments the caller may read. */
export const cardColumns: Sql = sql`t.id, t.project_id, p.key as project_key, t.number, t.title, t.status, t.priority,
  t.rank, t.audience, t.category_id, to_char(t.start_date, 'YYYY-MM-DD') as start_date,
  to_char(t.due_date, 'YYYY-MM-DD') as due_date, t.version,
  case when (select app_is_client()) then (select m.id from member m where m.id = t.created_by_id)
       else t.created_by_id end as created_by_id,
  extract(epoch from t.created_at)::float8 as created, extract(epoch from t.updated_at)::float8 as updated,
  (select string_agg(ta.member_id::text, ',') from task_assignee ta
    where ta.org_id = t.org_id and ta.task_id = t.id) as assignees,
  (select count(*)::int from comment c
    where c.org_id = t.org_id and c.task_id = t.id and c.deleted_at is null) as comment_count`;

/** Rows as records. People are looked up once for all of them: a person on a hundred cards costs as much as on one. */
export async function toCards(ctx: Ctx, rows: readonly CardRow[]): Promise<TaskCard[]> {
  const people = await badgesOf(ctx, new Set(rows.flatMap(({ assignees }) => assignees?.split(',') ?? [])));
  return rows.map((row) => toCard(row, people));
}

/** One row as a record; `people` holds whom the caller may see, the others are left out. */
export function toCard(row: CardRow, people: ReadonlyMap<string, PersonBadge>): TaskCard {
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
    assignees: (row.assignees?.split(',') ?? [])
      .flatMap((id) => people.get(id) ?? [])
      .sort((one, other) => (one.name < other.name ? -1 : 1)),
    category_id: row.category_id,
    start_date: row.start_date,
    due_date: row.due_date,
    comment_count: row.comment_count,
    created_by_id: row.created_by_id,
    version: row.version,
    created_at: instant(row.created),
    updated_at: instant(row.updated),
  };
}

/** Seconds since 1970 as ISO 8601. */
export const instant = (seconds: number): string => new Date(Math.round(seconds * 1000)).toISOString();

/** Names and pictures by id, of those among `ids` whom the caller may see. */
export async function badgesOf({ db }: Ctx, ids: ReadonlySet<string>): Promise<Map<string, PersonBadge>> {
  if (!ids.size) return new Map();
  const rows = await db.$queryRaw<PersonBadge[]>`
    select m.id as _id, m.name, m.picture as pic from member m where m.id = any(${[...ids]}::uuid[])`;
  return new Map(rows.map((person) => [person._id, person]));
}

/** Cards by id, in the order asked for; what the caller may not see, or is in the bin, is left out. */
export async function cardsById(ctx: Ctx, ids: readonly string[]): Promise<TaskCard[]> {
  if (!ids.length) return [];
  const rows = await ctx.db.$queryRaw<CardRow[]>`
    select ${cardColumns} from task t join project p on p.id = t.project_id
     where t.id = any(${[...ids]}::uuid[]) and t.deleted_at is null`;
  const cards = new Map((await toCards(ctx, rows)).map((card) => [card._id, card]));
  return ids.flatMap((id) => cards.get(id) ?? []);
}
