import 'server-only';
import { z } from 'zod';
import { DomainError } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { empty, join, type Sql, sql, todayOf } from '@/lib/sql';
import type { ListTasks, TaskCard } from '@/lib/task/schema';
import { COMPLETED, LIST_ORDER, PRIORITIES } from '@/lib/task/vocabulary';
import { contains, isInstant, plainDate } from '@/lib/validation';

/** Late: due before the caller's today and not completed. */
export const overdueFor = (ctx: Ctx) => sql`(t.due_date < ${todayOf(ctx)} and t.status <> ${COMPLETED}::smallint)`;

type Filters = Partial<Omit<ListTasks, 'sort' | 'cursor' | 'page' | 'limit'>>;

/** What may be a part of a human key; anything else is looked for in titles alone, and spares the join. */
const PART_OF_KEY = /^[a-z0-9]{0,10}-?\d{0,9}$/i;

/**
 * The filters, as `from … where …` of the task `t`; the project is `p` where a human key is looked for. The bin is
 * always left out.
 */
export function matching(ctx: Ctx, input: Filters): { from: Sql; where: Sql } {
  const { actor } = ctx;
  const overdue = overdueFor(ctx);
  const parts = [sql`t.deleted_at is null`];
  const { q, status, priority, due_before, due_after } = input;
  if (input.project_id) parts.push(sql`t.project_id = ${input.project_id}::uuid`);
  const byKey = q !== undefined && q !== '' && PART_OF_KEY.test(q);
  if (byKey) parts.push(sql`(t.title ilike ${contains(q)} or p.key || '-' || t.number ilike ${contains(q)})`);
  else if (q) parts.push(sql`t.title ilike ${contains(q)}`);
  if (status?.length) parts.push(sql`t.status = any(${status}::smallint[])`);
  if (priority?.length) parts.push(sql`t.priority = any(${priority}::text[])`);
  if (input.category) parts.push(sql`t.category_id = ${input.category}::uuid`);
  if (input.audience) parts.push(sql`t.audience = ${input.audience}`);
  if (due_before) parts.push(sql`t.due_date <= ${due_before}::date`);
  if (due_after) parts.push(sql`t.due_date >= ${due_after}::date`);
  if (input.overdue !== undefined) parts.push(input.overdue ? overdue : sql`${overdue} is not true`);
  if (input.assignee) parts.push(assignedTo(input.assignee === 'me' ? actor.memberId : input.assignee));
  const from = byKey ? sql`task t join project p on p.org_id = t.org_id and p.id = t.project_id` : sql`task t`;
  return { from, where: join(parts, ' and ') };
}

function assignedTo(memberId: string): Sql {
  const anyone = sql`select from task_assignee ta where ta.org_id = t.org_id and ta.task_id = t.id`;
  return memberId === 'none'
    ? sql`not exists (${anyone})`
    : // Whose name a client may not see it cannot ask for either.
      sql`exists (${anyone} and ta.member_id = ${memberId}::uuid) and (select not app_is_client()
            or exists (select from member m where m.id = ${memberId}::uuid))`;
}

/** How a list is sorted: the column, a card's value in it, and a value that came back in a cursor, checked. */
type Sort = { column: (descending: boolean) => Sql; of: (card: TaskCard) => unknown; value: z.ZodType<Sql> };

/** Tasks without a date come last either way. */
const neverFor = (descending: boolean) => (descending ? sql`'-infinity'::date` : sql`'infinity'::date`);
const instantValue = z
  .string()
  .refine(isInstant)
  .transform((value) => sql`${value}::timestamptz`);
const progressOf = (value: Sql) => sql`array_position(${[...LIST_ORDER]}::smallint[], ${value})`;
const priorityOf = (value: Sql) => sql`array_position(${[...PRIORITIES]}::text[], ${value})`;

/** The allowlist: nothing else can be sorted by. */
const SORTS: Record<string, Sort> = {
  created: { column: () => sql`t.created_at`, of: (card) => card.created_at, value: instantValue },
  updated: { column: () => sql`t.updated_at`, of: (card) => card.updated_at, value: instantValue },
  due: {
    column: (descending) => sql`coalesce(t.due_date, ${neverFor(descending)})`,
    of: (card) => card.due_date,
    value: z.union([plainDate, z.null()]).transform((value) => sql`${value}::date`),
  },
  priority: {
    column: () => priorityOf(sql`t.priority`),
    of: (card) => card.priority,
    value: z.enum(PRIORITIES).transform((value) => priorityOf(sql`${value}::text`)),
  },
  title: {
    column: () => sql`lower(t.title)`,
    of: (card) => card.title,
    value: z
      .string()
      .max(400)
      .transform((value) => sql`lower(${value.replaceAll('\0', '')})`),
  },
  status: {
    column: () => sql`t.status`,
    of: (card) => card.status,
    value: z
      .int()
      .min(1)
      .max(5)
      .transform((value) => sql`${value}::smallint`),
  },
  progress: {
    column: () => progressOf(sql`t.status`),
    of: (card) => card.status,
    value: z
      .int()
      .min(1)
      .max(5)
      .transform((value) => progressOf(sql`${value}::smallint`)),
  },
};

/** Where the next page begins: after the card with this value and id. Opaque to callers, never trusted. */
const Cursor = z.tuple([z.string(), z.unknown(), z.guid()]);

const encode = (parts: z.input<typeof Cursor>) => Buffer.from(JSON.stringify(parts)).toString('base64url');

function decode(cursor: string, of: string): [unknown, string] {
  try {
    const [sort, value, id] = Cursor.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    if (sort === of) return [value, id];
  } catch {}
  throw unknownCursor();
}

const unknownCursor = () =>
  new DomainError('invalid', 'cursor: Pass the next_cursor of the same list, or leave it out.', {
    errors: { cursor: ['This does not continue this list.'] },
  });

/**
 * The column to sort by, and for a query that calls it `m.key` beside `m.id`: `order by`, and the condition that skips
 * what earlier pages held. `cursorOf`: the cursor that a card would be.
 */
export function ordering({ sort, cursor }: Pick<ListTasks, 'sort' | 'cursor'>) {
  const descending = sort.startsWith('-');
  const { column, of, value } = SORTS[sort.replace('-', '')] as Sort;
  return {
    column: column(descending),
    order: descending ? sql`m.key desc, m.id desc` : sql`m.key, m.id`,
    after: cursor === undefined ? sql`true` : after(cursor),
    cursorOf: (card: TaskCard) => encode([sort, of(card), card._id]),
  };

  function after(given: string): Sql {
    const [raw, id] = decode(given, sort);
    const checked = value.safeParse(raw);
    if (!checked.success) throw unknownCursor();
    const from = sort.endsWith('due') ? sql`coalesce(${checked.data}, ${neverFor(descending)})` : checked.data;
    return descending ? sql`(m.key, m.id) < (${from}, ${id}::uuid)` : sql`(m.key, m.id) > (${from}, ${id}::uuid)`;
  }
}

const BOARD = 'rank';

/** The same for a column of a board. */
export const boardCursor = (card: TaskCard) => encode([BOARD, card.rank, card._id]);
export function afterInColumn(cursor: string | undefined): Sql {
  if (cursor === undefined) return empty;
  const [rank, id] = decode(cursor, BOARD);
  if (typeof rank !== 'string' || !/^[!-~]{1,200}$/.test(rank)) throw unknownCursor();
  return sql` and (t.rank, t.id) > (${rank}, ${id}::uuid)`;
}
