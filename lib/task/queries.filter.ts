import 'server-only';
import { z } from 'zod';
import { DomainError } from '@/lib/errors';
import { formatsFor } from '@/lib/formats';
import type { Ctx } from '@/lib/org';
import { empty, join, type Sql, sql } from '@/lib/sql';
import type { ListTasks, TaskCard } from '@/lib/task/schema';
import { COMPLETED, LIST_ORDER, PRIORITIES } from '@/lib/task/vocabulary';
import { type Condition, conditionsOf, type TaskFilter } from '@/lib/task/vocabulary.filter';
import { contains, isInstant, plainDate } from '@/lib/validation';

/** Possible part of a human key; other text is searched in titles only, which saves the join. */
const PART_OF_KEY = /^[a-z0-9]{0,10}-?\d{0,9}$/i;
const asksForKey = (condition: Condition) => condition.kind === 'text' && PART_OF_KEY.test(condition.text);

/** Due before the caller's today and not completed. */
export const overdueFor = (ctx: Ctx) => sqlOf({ kind: 'late', today: formatsFor(ctx.actor).today(), wanted: true });

/** `from … where …` of the task `t`; the project is `p` if a key is searched. Leaves out the bin. */
export function matching({ actor }: Ctx, filter: TaskFilter): { from: Sql; where: Sql } {
  const conditions = conditionsOf(filter, { memberId: actor.memberId, today: formatsFor(actor).today() });
  return {
    from: conditions.some(asksForKey)
      ? sql`task t join project p on p.org_id = t.org_id and p.id = t.project_id`
      : sql`task t`,
    where: join([sql`t.deleted_at is null`, ...conditions.map(sqlOf)], ' and '),
  };
}

const IS = {
  project_id: (value: string) => sql`t.project_id = ${value}::uuid`,
  category_id: (value: string) => sql`t.category_id = ${value}::uuid`,
  audience: (value: string) => sql`t.audience = ${value}`,
};

function sqlOf(condition: Condition): Sql {
  switch (condition.kind) {
    case 'text': {
      const like = contains(condition.text);
      return asksForKey(condition)
        ? sql`(t.title ilike ${like} or p.key || '-' || t.number ilike ${like})`
        : sql`t.title ilike ${like}`;
    }
    case 'is':
      return IS[condition.field](condition.value);
    case 'status':
      return sql`t.status = any(${[...condition.among]}::smallint[])`;
    case 'priority':
      return sql`t.priority = any(${[...condition.among]}::text[])`;
    case 'due':
      return condition.side === 'from'
        ? sql`t.due_date >= ${condition.day}::date`
        : sql`t.due_date <= ${condition.day}::date`;
    case 'late': {
      const late = sql`(t.due_date < ${condition.today}::date and t.status <> ${COMPLETED}::smallint)`;
      return condition.wanted ? late : sql`${late} is not true`;
    }
    case 'assigned':
      return assignedTo(condition.to);
  }
}

function assignedTo(memberId: string | null): Sql {
  const anyone = sql`select from task_assignee ta where ta.org_id = t.org_id and ta.task_id = t.id`;
  return memberId === null
    ? sql`not exists (${anyone})`
    : // Clients cannot filter by people they may not see.
      sql`exists (${anyone} and ta.member_id = ${memberId}::uuid) and (select not app_is_client()
            or exists (select from member m where m.id = ${memberId}::uuid))`;
}

/** `value` checks what came back in a cursor. */
type Sort = { column: (descending: boolean) => Sql; of: (card: TaskCard) => unknown; value: z.ZodType<Sql> };

/** Tasks without a date come last either way. */
const neverFor = (descending: boolean) => (descending ? sql`'-infinity'::date` : sql`'infinity'::date`);
const instantValue = z
  .string()
  .refine(isInstant)
  .transform((value) => sql`${value}::timestamptz`);
const progressOf = (value: Sql) => sql`array_position(${[...LIST_ORDER]}::smallint[], ${value})`;
const priorityOf = (value: Sql) => sql`array_position(${[...PRIORITIES]}::text[], ${value})`;

/** Nothing else can be sorted by. */
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

/** The next page begins after the card with this value and id. Opaque to callers, never trusted. */
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
    errors: { cursor: ['This cursor does not belong to this list.'] },
  });

/** For a query with `m.key` and `m.id`: `order by`, and the condition that skips earlier pages. */
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

export const boardCursor = (card: TaskCard) => encode([BOARD, card.rank, card._id]);
export function afterInColumn(cursor: string | undefined): Sql {
  if (cursor === undefined) return empty;
  const [rank, id] = decode(cursor, BOARD);
  if (typeof rank !== 'string' || !/^[!-~]{1,200}$/.test(rank)) throw unknownCursor();
  return sql` and (t.rank, t.id) > (${rank}, ${id}::uuid)`;
}
