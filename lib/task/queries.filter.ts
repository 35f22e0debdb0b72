import 'server-only';
import { notArchivedBut } from '@/lib/archived';
import { fieldsById, type NamedFields, namedFields, namesOfFields } from '@/lib/custom-field/queries';
import type { TaskField } from '@/lib/custom-field/schema';
import { type FieldRef, idOf, isRef, refOf } from '@/lib/custom-field/vocabulary';
import type { AmongField, Condition, CustomTest, EmptyField, FlagField } from '@/lib/filter/condition';
import { type Group, type Item, isGroup, parseFilter } from '@/lib/filter/format';
import { formatsFor } from '@/lib/formats';
import { dayAfter } from '@/lib/formats/days';
import type { Ctx } from '@/lib/org';
import { empty, join, type Sql, sql } from '@/lib/sql';
import { isBlocked, isBlocking } from '@/lib/task/queries.card';
import { late, refsIn } from '@/lib/task/vocabulary.fields';
import { columnsIn, conditionsOf, sortedBy, type TaskFilter, type TaskFilters } from '@/lib/task/vocabulary.filter';
import { isAttached, isRepeating, minutesSpent, ofTimeSpent } from '@/lib/task-parts/queries';
import { contains } from '@/lib/validation';

/** Possible part of a human key; other text is searched in titles only, which saves the join. */
const PART_OF_KEY = /^[a-z0-9]{0,10}-?\d{0,9}$/i;

function asksForKey(condition: Condition): boolean {
  if (condition.kind === 'text') return PART_OF_KEY.test(condition.text);
  if (condition.kind === 'not') return asksForKey(condition.of);
  return (condition.kind === 'all' || condition.kind === 'any') && condition.of.some(asksForKey);
}

const askingOf = ({ actor }: Ctx) => {
  const { today, firstDay, timeZone } = formatsFor(actor);
  return { memberId: actor.memberId, today: today(), firstDay, timeZone };
};

/** Due before the caller's today and not completed. */
export const overdueFor = (ctx: Ctx) => {
  const asking = askingOf(ctx);
  return sqlOf(late(asking), asking.timeZone);
};

/** Projects that the conditions ask for. */
function namedIn(conditions: readonly Condition[]): { ids: string[]; keys: string[] } {
  const named = { ids: [] as string[], keys: [] as string[] };
  const walk = (condition: Condition): void => {
    if (condition.kind === 'all' || condition.kind === 'any') condition.of.forEach(walk);
    else if (condition.kind === 'project') named.keys.push(...condition.keys);
    else if (condition.kind === 'among' && condition.field === 'project_id')
      named.ids.push(...condition.values.map(String));
  };
  conditions.forEach(walk);
  return named;
}

type Naming = { filter?: Group; sort?: string; group?: string; lanes?: string; include?: readonly string[] };

/**
 * The organisation's own fields that a call names; nothing is asked where it names none.
 * @throws invalid for one that is not there, or that the caller does not see
 */
export const fieldsAsked = (ctx: Ctx, { filter, sort = '', group = '', lanes = '', include = [] }: Naming) =>
  namedFields(ctx, [
    ...refsIn(filter).map((ref) => ({ in: 'filter', ref })),
    ...[sortedBy(sort) ?? []].flat().map((ref) => ({ in: 'sort', ref })),
    ...[group].filter(isRef).map((ref) => ({ in: 'group', ref })),
    ...[lanes].filter(isRef).map((ref) => ({ in: 'lanes', ref })),
    ...include.filter(isRef).map((ref) => ({ in: 'include', ref })),
  ]);

/**
 * What an address says of the organisation's own fields: those that it names, and its filters without any that the caller
 * does not see, which `faults` tells of in words. Nothing is asked where it names none.
 */
export async function knownFields(
  ctx: Ctx,
  filters: TaskFilters,
): Promise<{ filters: TaskFilters; fields: TaskField[]; faults: string[] }> {
  const { filter, sort = '', group = '', swimlane = '', columns } = filters;
  const named = {
    filter: refsIn(parseFilter(filter ?? '')),
    sort: [sortedBy(sort) ?? []].flat(),
    group: [group].filter(isRef),
    swimlane: [swimlane].filter(isRef),
  };
  const shown = columnsIn(columns);
  const refs = [...Object.values(named).flat(), ...shown.filter(isRef)];
  if (!refs.length) return { filters, fields: [], faults: [] };
  const fields = await fieldsById(ctx, refs.map(idOf));
  const there = new Set(fields.map(refOf));
  const isThere = (ref: FieldRef) => there.has(ref);
  const missing = Object.entries(named).filter(([, some]) => !some.every(isThere));
  return {
    fields,
    filters: {
      ...filters,
      ...(columns && { columns: shown.filter((name) => !isRef(name) || isThere(name)).join() || undefined }),
      ...Object.fromEntries(missing.map(([name]) => [name, undefined])),
    },
    faults: missing.flatMap(([, some]) =>
      some.filter((ref) => !isThere(ref)).map((ref) => `There is no field “${ref}”, or you do not see it.`),
    ),
  };
}

/**
 * `from … where …` of the task `t`; the project is `p` if a key is searched. Leaves out the bin, and archived projects that
 * are not named. `whole`: all tasks of one project match. `fields`: those that were asked for; a rule goes on where one of
 * its fields is gone, and matches nothing by it.
 */
export function matching(
  ctx: Ctx,
  filter: TaskFilter,
  fields: NamedFields | 'of a rule',
): { from: Sql; where: Sql; whole: boolean } {
  if (fields !== 'of a rule' && !refsIn(filter.filter).every((ref) => fields.has(idOf(ref))))
    throw new Error('A filter names a field that was not looked up');
  const asking = askingOf(ctx);
  const conditions = conditionsOf(filter, asking);
  const { ids, keys } = namedIn(conditions);
  // Of one project there is nothing to leave out.
  const open = filter.project_id === undefined ? [notArchivedBut(ids, keys)] : [];
  return {
    from: conditions.some(asksForKey)
      ? sql`task t join project p on p.org_id = t.org_id and p.id = t.project_id`
      : sql`task t`,
    whole: filter.project_id !== undefined && conditions.length === 1,
    where: join([sql`t.deleted_at is null`, ...open, ...conditions.map((one) => sqlOf(one, asking.timeZone))], ' and '),
  };
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Names of what a filter's values are about, by id, as far as the caller sees them; asks nothing where there are none. */
export async function filterNames({ db }: Ctx, filter: string | undefined): Promise<Record<string, string>> {
  const valuesOf = (item: Item): readonly string[] => (isGroup(item) ? item.of.flatMap(valuesOf) : item.values);
  const ids = valuesOf(parseFilter(filter ?? '')).filter((value) => UUID.test(value));
  const fields = refsIn(parseFilter(filter ?? '')).map(idOf);
  if (!ids.length && !fields.length) return {};
  const rows = await db.$queryRaw<{ id: string; name: string }[]>`
    select m.id, shown_name(m.name, m.namesake) as name from member m where m.id = any(${ids}::uuid[])
    union all select k.id, k.name from category k where k.id = any(${ids}::uuid[])
    union all select l.id, l.name from label l where l.id = any(${ids}::uuid[])
    union all select g.id, g.name from milestone g where g.id = any(${ids}::uuid[])
    union all select p.id, p.name from project p where p.id = any(${ids}::uuid[])
    union all select t.id, p.key || '-' || t.number from task t join project p on p.id = t.project_id
     where t.id = any(${ids}::uuid[])
    ${fields.length ? namesOfFields(fields) : empty}`;
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]));
}

/** As the card tells it: clients know only creators whom they see. */
const creator = sql`(case when (select app_is_client()) then (select m.id from member m where m.id = t.created_by_id)
  else t.created_by_id end)`;
/** As the card tells it: a parent in the bin, or not visible, is none. */
const parent = sql`(select up.id from task up where up.org_id = t.org_id and up.id = t.parent_id and up.deleted_at is null)`;

/** As the card tells it: one that was deleted, or is not visible, is none. */
const milestone = sql`(select g.id from milestone g where g.org_id = t.org_id and g.id = t.milestone_id and g.deleted_at is null)`;

/** A label that was deleted is none. */
const labelled = sql`select from task_label tl join label l on l.org_id = tl.org_id and l.id = tl.label_id
  where tl.org_id = t.org_id and tl.task_id = t.id and l.deleted_at is null`;

const AMONG: Record<AmongField, (values: string[]) => Sql> = {
  status: (values) => sql`t.status = any(${values}::smallint[])`,
  priority: (values) => sql`t.priority = any(${values}::text[])`,
  audience: (values) => sql`t.audience = any(${values}::text[])`,
  // With one project an index gives its tasks in order.
  project_id: (values) =>
    values.length === 1 ? sql`t.project_id = ${values[0]}::uuid` : sql`t.project_id = any(${values}::uuid[])`,
  category_id: (values) => sql`t.category_id = any(${values}::uuid[])`,
  created_by_id: (values) => sql`${creator} = any(${values}::uuid[])`,
};
const EMPTY: Record<EmptyField, Sql> = {
  category_id: sql`t.category_id is null`,
  created_by_id: sql`${creator} is null`,
  due_date: sql`t.due_date is null`,
  start_date: sql`t.start_date is null`,
  completed_at: sql`t.completed_at is null`,
  estimate_minutes: sql`t.estimate_minutes is null`,
  parent: sql`${parent} is null`,
  milestone: sql`${milestone} is null`,
  labels: sql`not exists (${labelled})`,
};
const FLAG: Record<FlagField, Sql> = {
  blocked: isBlocked,
  blocking: isBlocking,
  repeating: isRepeating,
  attached: isAttached,
  commented: sql`exists (select from comment c where c.org_id = t.org_id and c.task_id = t.id and c.deleted_at is null)`,
  watching: sql`coalesce((select w.watching from task_watcher w
      where w.org_id = t.org_id and w.task_id = t.id and w.member_id = (select app_member_id())),
    t.created_by_id = (select app_member_id()) or exists (select from task_assignee ta
      where ta.org_id = t.org_id and ta.task_id = t.id and ta.member_id = (select app_member_id())))`,
};
const COLUMN = {
  due_date: sql`t.due_date`,
  start_date: sql`t.start_date`,
  created_at: sql`t.created_at`,
  updated_at: sql`t.updated_at`,
  completed_at: sql`t.completed_at`,
};

/** True, or false or null. Must agree with `meets`. */
function sqlOf(condition: Condition, zone: string): Sql {
  switch (condition.kind) {
    case 'all':
    case 'any':
      if (!condition.of.length) return sql`true`;
      return sql`(${join(
        condition.of.map((one) => sqlOf(one, zone)),
        condition.kind === 'all' ? ' and ' : ' or ',
      )})`;
    case 'not':
      return sql`(${sqlOf(condition.of, zone)}) is not true`;
    case 'text': {
      const like = contains(condition.text);
      return asksForKey(condition)
        ? sql`(t.title_folded like ${like} or fold(p.key || '-' || t.number) like ${like})`
        : sql`t.title_folded like ${like}`;
    }
    case 'among':
      return AMONG[condition.field](condition.values.map(String));
    case 'empty':
      return EMPTY[condition.field];
    case 'days':
      return between(condition, COLUMN[condition.field], (day) => sql`${day}::date`, '<=');
    case 'moment': {
      const { from, until } = condition;
      const day = (text: string) => sql`${text}::date::timestamp at time zone ${zone}`;
      return between({ from, until: until && dayAfter(until, 1) }, COLUMN[condition.field], day, '<');
    }
    case 'minutes': {
      const spent = condition.field === 'spent_minutes';
      const holds = between(
        condition,
        spent ? minutesSpent : sql`t.estimate_minutes`,
        (minutes) => sql`${minutes}::int`,
        '<=',
      );
      return spent ? ofTimeSpent(holds) : holds;
    }
    case 'project':
      // Also by a code that it had.
      return sql`t.project_id = any (array(select project_of_key(named) from unnest(${[...condition.keys]}::text[]) named))`;
    case 'parent':
      return sql`${parent} = ${condition.id}::uuid`;
    case 'milestone':
      return sql`${milestone} = ${condition.id}::uuid`;
    case 'label':
      return sql`exists (${labelled} and l.id = ${condition.id}::uuid)`;
    case 'flag':
      return FLAG[condition.field];
    case 'custom':
      return customSql(condition.field, condition.is);
    case 'assigned':
      return assignedTo(condition.to);
  }
}

/** Values in a field of the task `t`. */
const valued = (field: string) =>
  sql`select from custom_value v where v.org_id = t.org_id and v.task_id = t.id and v.field_id = ${field}::uuid`;

function customSql(field: string, is: CustomTest): Sql {
  switch (is.a) {
    case 'nothing':
      return sql`not exists (${valued(field)})`;
    case 'text':
      return sql`exists (${valued(field)} and fold(v.text) like ${contains(is.with)})`;
    case 'number':
      return sql`exists (${valued(field)} and ${between(is, sql`v.number`, (end) => sql`${end}::float8`, '<=')})`;
    case 'date':
      return sql`exists (${valued(field)} and ${between(is, sql`v.day`, (end) => sql`${end}::date`, '<=')})`;
    case 'choice':
      return sql`exists (${valued(field)} and v.choice_id = ${is.id}::uuid)`;
    case 'person':
      return sql`exists (${valued(field)} and v.member_id = ${is.id}::uuid)`;
  }
}

function between<T>(
  { from, until }: { from: T | null; until: T | null },
  column: Sql,
  value: (end: T) => Sql,
  last: '<' | '<=',
): Sql {
  const ends = [
    ...(from === null ? [] : [sql`${column} >= ${value(from)}`]),
    ...(until === null ? [] : [last === '<' ? sql`${column} < ${value(until)}` : sql`${column} <= ${value(until)}`]),
  ];
  return ends.length ? join(ends, ' and ') : sql`true`;
}

function assignedTo(memberId: string | null): Sql {
  const anyone = sql`select from task_assignee ta where ta.org_id = t.org_id and ta.task_id = t.id`;
  return memberId === null
    ? sql`not exists (${anyone})`
    : // Clients cannot filter by people they may not see.
      sql`exists (${anyone} and ta.member_id = ${memberId}::uuid) and (select not app_is_client()
            or exists (select from member m where m.id = ${memberId}::uuid))`;
}
