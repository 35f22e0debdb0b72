import 'server-only';
import { type GroupRef, idOf, isGroupRef } from '@/lib/custom-field/vocabulary';
import { formatsFor } from '@/lib/formats';
import type { Ctx } from '@/lib/org';
import { empty, type Sql, sql } from '@/lib/sql';
import { fieldsAsked, matching } from '@/lib/task/queries.filter';
import { customKey, orderKey } from '@/lib/task/queries.order';
import { LIST_ORDER } from '@/lib/task/vocabulary';
import type { ListTaskGroups, TaskGroups } from '@/lib/task-group/schema';
import { dueEnds, fixedGroups, type Grouping, groupWords, HIDDEN, NONE } from '@/lib/task-group/vocabulary';
import { statusName } from '@/lib/workflow/vocabulary';

const person = sql`(select shown_name(m.name, m.namesake) from member m where m.id = c.id)`;
/** The name of the group `c.id`. */
const NAMES: Partial<Record<Exclude<Grouping, GroupRef>, Sql>> = {
  assignee: person,
  creator: person,
  parent: sql`(select p.key || '-' || up.number || ' ' || up.title from task up join project p on p.id = up.project_id
    where up.id = c.id)`,
  category: sql`(select k.name from category k where k.id = c.id)`,
  label: sql`(select l.name from label l where l.id = c.id)`,
  milestone: sql`(select g.name from milestone g where g.id = c.id)`,
  project: sql`(select p.name from project p where p.id = c.id)`,
};

/** Of a person; the choices of a field are known already. */
const nameOf = (group: GroupRef) => (group.startsWith('person') ? person : sql`null::text`);

/** A task's place among fixed groups, from 1, and their ids. */
function fixed(ctx: Ctx, group: Grouping): { place: Sql; ids: readonly string[] } | null {
  const ids = fixedGroups(group);
  if (!ids) return null;
  if (group === 'status') return { place: sql`array_position(${[...LIST_ORDER]}::smallint[], t.status)`, ids };
  if (group === 'priority') return { place: sql`array_position(${[...ids]}::text[], t.priority)`, ids };
  const formats = formatsFor(ctx.actor);
  const { today, week, next } = dueEnds({ today: formats.today(), firstDay: formats.firstDay });
  const date = group === 'start' ? sql`coalesce(t.start_date, t.due_date)` : sql`t.due_date`;
  return {
    place: sql`case when ${date} is null then 6 when ${date} < ${today}::date then 1 when ${date} = ${today}::date then 2
      when ${date} <= ${week}::date then 3 when ${date} <= ${next}::date then 4 else 5 end`,
    ids,
  };
}

/** In the order of a list in these groups, each with the number of its tasks; those without tasks are left out. */
export async function listTaskGroups(ctx: Ctx, { group, ...filters }: ListTaskGroups): Promise<TaskGroups> {
  const fields = await fieldsAsked(ctx, { filter: filters.filter, group });
  const { from, where } = matching(ctx, filters, fields);
  const places = fixed(ctx, group);
  const key = places
    ? sql`(${places.place})::text`
    : isGroupRef(group)
      ? customKey(group, fields)
      : orderKey(ctx, group as 'label');
  const rows = await ctx.db.$queryRaw<{ key: string; total: number; id: string | null; name: string | null }[]>`
    with keyed as materialized (select ${key} as key from ${from} where ${where}),
         counted as (select key, count(*)::int as total,
                            ${places ? sql`null::uuid` : sql`case when key like '0%' then right(key, 36)::uuid end`} as id
                       from keyed group by key)
    select c.key, c.total, c.id${places ? empty : sql`, ${isGroupRef(group) ? nameOf(group) : (NAMES[group] as Sql)} as name`} from counted c order by c.key`;
  const words = (of: string) =>
    group === 'status' ? statusName(ctx.workflows, filters.project_id, Number(of)) : groupWords(group, of);
  const groups = rows.map(({ key, total, id, name }) => {
    const of = places ? (places.ids[Number(key) - 1] as string) : (id ?? (key === '1' ? HIDDEN : NONE));
    const choice = isGroupRef(group) && fields.get(idOf(group))?.choices.find(({ _id }) => _id === of)?.name;
    return { _id: of, name: words(of) ?? (choice || name) ?? '', total };
  });
  return { groups };
}
