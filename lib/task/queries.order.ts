import 'server-only';
import { z } from 'zod';
import type { NamedFields } from '@/lib/custom-field/queries';
import { type FieldRef, type GroupRef, idOf, readRef } from '@/lib/custom-field/vocabulary';
import { DomainError } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { empty, type Sql, sql } from '@/lib/sql';
import type { ListTasks, TaskCard } from '@/lib/task/schema';
import { COMPLETED, LIST_ORDER, PRIORITIES } from '@/lib/task/vocabulary';
import { sortedBy } from '@/lib/task/vocabulary.filter';
import { isInstant, plainDate } from '@/lib/validation';

/** `value` checks what came back in a cursor. */
type Sort = {
  column: (descending: boolean, ctx: Ctx) => Sql;
  of: (card: TaskCard, ctx: Ctx) => unknown;
  value: z.ZodType<Sql> | ((descending: boolean) => z.ZodType<Sql>);
  /** What stands for nothing. */
  none?: (descending: boolean) => Sql;
};

/** Tasks without a date come last either way. */
const neverFor = (descending: boolean) => (descending ? sql`'-infinity'::date` : sql`'infinity'::date`);
/** Behind all digits, or before them. */
const dueKey = (done: Sql, day: Sql, descending: boolean) =>
  sql`case when ${done} then ${descending ? '0' : '1'} else ${descending ? '1' : '0'} end || coalesce(to_char(${day}, 'YYYY-MM-DD'), ${descending ? '' : 'x'})`;
const instantValue = z
  .string()
  .refine(isInstant)
  .transform((value) => sql`${value}::timestamptz`);
const progressOf = (value: Sql) => sql`array_position(${[...LIST_ORDER]}::smallint[], ${value})`;
const priorityOf = (value: Sql) => sql`array_position(${[...PRIORITIES]}::text[], ${value})`;

/** Tasks with one name come together, by it; those without come last. The id of what they are together by ends the key. */
const named = (what: Sql, otherwise: Sql = sql`'2'`): Sql =>
  sql`coalesce((select '0' || lower(g.name) || ' ' || g.id from ${what}), ${otherwise})`;
const categoryKey = (id: Sql) => named(sql`category g where g.id = ${id}`);
const projectKey = (id: Sql) => named(sql`project g where g.id = ${id}`);
const labelKey = (id: Sql) => named(sql`label g where g.id = ${id}`);
/** In the order of the work on them, project by project. */
const milestoneKey = (id: Sql) => sql`coalesce((
  select '0' || p.key || ' ' || g.rank || ' ' || g.id from milestone g join project p on p.org_id = g.org_id and p.id = g.project_id
   where g.id = ${id} and g.deleted_at is null), '2')`;
const parentKey = (id: Sql) =>
  named(sql`(select up.id, up.title as name from task up where up.id = ${id} and up.deleted_at is null) g`);
const personKey = (id: Sql, otherwise?: Sql) =>
  named(sql`(select m.id, shown_name(m.name, m.namesake) as name from member m where m.id = ${id}) g`, otherwise);
/** As cards have them: the first label by name; the caller, or else the first assignee by name. */
const firstLabel = sql`(select l.id from task_label tl join label l on l.org_id = tl.org_id and l.id = tl.label_id
  where tl.org_id = t.org_id and tl.task_id = t.id and l.deleted_at is null order by l.name collate "C" limit 1)`;
const firstAssignee = ({ actor }: Ctx) => sql`(select m.id from task_assignee ta
  join member m on m.org_id = ta.org_id and m.id = ta.member_id
  where ta.org_id = t.org_id and ta.task_id = t.id
  order by m.id <> ${actor.memberId}::uuid, shown_name(m.name, m.namesake) collate "C" limit 1)`;
const HIDDEN = sql`case when exists (select from task_assignee ta where ta.org_id = t.org_id and ta.task_id = t.id)
  then '1' else '2' end`;

type NamedGroup = 'category' | 'project' | 'label' | 'milestone' | 'assignee' | 'parent' | 'creator';
/** What lists in groups by these are in order of: `0…` and the id of the group, `1` hidden from the caller, `2` nothing. */
export function orderKey(ctx: Ctx, by: NamedGroup): Sql {
  if (by === 'category') return categoryKey(sql`t.category_id`);
  if (by === 'project') return projectKey(sql`t.project_id`);
  if (by === 'milestone') return milestoneKey(sql`t.milestone_id`);
  if (by === 'parent') return parentKey(sql`t.parent_id`);
  if (by === 'creator') return personKey(sql`t.created_by_id`);
  return by === 'label' ? labelKey(firstLabel) : personKey(firstAssignee(ctx), HIDDEN);
}
const held = (ref: FieldRef, column: Sql): Sql => sql`(select ${column} from custom_value v
  where v.org_id = t.org_id and v.task_id = t.id and v.field_id = ${idOf(ref)}::uuid)`;

/** In the order of the field's choices, or of people's names; null for nothing. */
function placeKey(ref: FieldRef, fields: NamedFields): { column: Sql; key: (id: Sql) => Sql } {
  if (readRef(ref)?.kind === 'person') return { column: sql`v.member_id`, key: (id) => personKey(id, sql`null::text`) };
  const choices = (fields.get(idOf(ref))?.choices ?? []).map(({ _id }) => _id);
  return {
    column: sql`v.choice_id`,
    key: (id) => sql`('0' || lpad(array_position(${choices}::uuid[], ${id})::text, 4, '0') || ' ' || ${id})`,
  };
}

/** As `orderKey`, of a field that the organisation defines. */
export function customKey(ref: GroupRef, fields: NamedFields, last: Sql = sql`'2'`): Sql {
  const { column, key } = placeKey(ref, fields);
  return sql`coalesce(${key(held(ref, column))}, ${last})`;
}

/** Tasks without a value come last either way. */
function customSort(ref: FieldRef, fields: NamedFields): Sort {
  const of = (card: TaskCard) => card.custom?.[idOf(ref)] ?? null;
  switch (readRef(ref)?.kind) {
    case 'number': {
      const last = (descending: boolean) => (descending ? sql`'-Infinity'::float8` : sql`'Infinity'::float8`);
      return {
        column: (descending) => sql`coalesce(${held(ref, sql`v.number`)}, ${last(descending)})`,
        of,
        value: z.union([z.number(), z.null()]).transform((value) => sql`${value}::float8`),
        none: last,
      };
    }
    case 'date':
      return {
        column: (descending) => sql`coalesce(${held(ref, sql`v.day`)}, ${neverFor(descending)})`,
        of,
        value: z.union([plainDate, z.null()]).transform((value) => sql`${value}::date`),
        none: neverFor,
      };
    case 'text': {
      // Behind all letters, or before them.
      const last = (descending: boolean) => (descending ? sql`'0'` : sql`'2'`);
      return {
        column: (descending) => sql`coalesce('1' || lower(${held(ref, sql`v.text`)}), ${last(descending)})`,
        of,
        value: z
          .union([z.string().max(4000), z.null()])
          .transform((value) => sql`'1' || lower(${value === null ? null : value.replaceAll('\0', '')}::text)`),
        none: last,
      };
    }
    default: {
      const last = (descending: boolean) => (descending ? sql`'/'` : sql`'2'`);
      return {
        column: (descending) => customKey(ref as GroupRef, fields, last(descending)),
        of,
        value: idValue(placeKey(ref, fields).key),
        none: last,
      };
    }
  }
}

const idValue = (key: (id: Sql) => Sql) => z.union([z.guid(), z.null()]).transform((id) => key(sql`${id}::uuid`));

/** Nothing else can be sorted by. */
const SORTS: Record<string, Sort> = {
  created: { column: () => sql`t.created_at`, of: (card) => card.created_at, value: instantValue },
  updated: { column: () => sql`t.updated_at`, of: (card) => card.updated_at, value: instantValue },
  // What is open comes first either way.
  due: {
    column: (descending) => dueKey(sql`t.status = ${COMPLETED}::smallint`, sql`t.due_date`, descending),
    of: (card) => [card.status === COMPLETED, card.due_date],
    value: (descending) =>
      z
        .tuple([z.boolean(), z.union([plainDate, z.null()])])
        .transform(([done, day]) => dueKey(sql`${done}::boolean`, sql`${day}::date`, descending)),
  },
  // What has only one of the dates begins with that.
  start: {
    column: (descending) => sql`coalesce(t.start_date, t.due_date, ${neverFor(descending)})`,
    of: (card) => card.start_date ?? card.due_date,
    value: z.union([plainDate, z.null()]).transform((value) => sql`${value}::date`),
    none: neverFor,
  },
  priority: {
    column: () => priorityOf(sql`t.priority`),
    of: (card) => card.priority,
    value: z.enum(PRIORITIES).transform((value) => priorityOf(sql`${value}::text`)),
  },
  // A card does not tell its place, but its id does.
  place: {
    column: () => sql`coalesce(t.subtask_rank, '')`,
    of: (card) => card._id,
    value: z.guid().transform((id) => sql`coalesce((select o.subtask_rank from task o where o.id = ${id}::uuid), '')`),
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
  category: {
    column: (_, ctx) => orderKey(ctx, 'category'),
    of: (card) => card.category_id,
    value: idValue(categoryKey),
  },
  project: { column: (_, ctx) => orderKey(ctx, 'project'), of: (card) => card.project_id, value: idValue(projectKey) },
  label: {
    column: (_, ctx) => orderKey(ctx, 'label'),
    of: (card) => card.labels?.[0]?._id ?? null,
    value: idValue(labelKey),
  },
  milestone: {
    column: (_, ctx) => orderKey(ctx, 'milestone'),
    of: (card) => card.milestone?._id ?? null,
    value: idValue(milestoneKey),
  },
  parent: {
    column: (_, ctx) => orderKey(ctx, 'parent'),
    of: (card) => card.parent?._id ?? null,
    value: idValue(parentKey),
  },
  creator: {
    column: (_, ctx) => orderKey(ctx, 'creator'),
    of: (card) => card.created_by_id,
    value: idValue((id) => personKey(id)),
  },
  assignee: {
    column: (_, ctx) => orderKey(ctx, 'assignee'),
    of: ({ assignees, hidden_assignees }, { actor }) =>
      (assignees.find(({ _id }) => _id === actor.memberId) ?? assignees[0])?._id ?? (hidden_assignees ? 1 : null),
    value: z.union([z.literal(1).transform(() => sql`'1'`), idValue((id) => personKey(id))]),
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
export function ordering(ctx: Ctx, { sort, cursor }: Pick<ListTasks, 'sort' | 'cursor'>, fields: NamedFields) {
  const descending = sort.startsWith('-');
  const custom = sortedBy(sort);
  const { column, of, value, none } = custom ? customSort(custom, fields) : (SORTS[sort.replace('-', '')] as Sort);
  return {
    column: column(descending, ctx),
    order: descending ? sql`m.key desc, m.id desc` : sql`m.key, m.id`,
    after: cursor === undefined ? sql`true` : after(cursor),
    cursorOf: (card: TaskCard) => encode([sort, of(card, ctx), card._id]),
  };

  function after(given: string): Sql {
    const [raw, id] = decode(given, sort);
    const checked = (typeof value === 'function' ? value(descending) : value).safeParse(raw);
    if (!checked.success) throw unknownCursor();
    const from = none ? sql`coalesce(${checked.data}, ${none(descending)})` : checked.data;
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
