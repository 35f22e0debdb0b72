import 'server-only';
import type { NamedFields } from '@/lib/custom-field/queries';
import { type GroupRef, idOf, isGroupRef } from '@/lib/custom-field/vocabulary';
import type { Ctx } from '@/lib/org';
import { join, type Sql, sql } from '@/lib/sql';
import { STATUSES } from '@/lib/task/vocabulary';
import type { GroupedBoard } from '@/lib/task-board/schema';
import { type Facet, fixedPlaces, HIDDEN_NAME, nameOfNone } from '@/lib/task-board/vocabulary';
import { HIDDEN, NONE } from '@/lib/task-group/vocabulary';
import { statusName } from '@/lib/workflow/vocabulary';

type Place = GroupedBoard['columns'][number];

/** Columns of a board by person or label, filled up with those that have no task. */
const MOST = 30;

type Asked = {
  project_id: string;
  group: Facet;
  columns: readonly string[];
  lane: Facet | undefined;
  lanes: readonly string[];
  fields: NamedFields;
};

/** All columns of the board, and the lanes that have tasks, each in their order; one statement at most. */
export async function placesNamed(ctx: Ctx, { project_id, group, columns, lane, lanes, fields }: Asked) {
  // Who only reads needs no column to drop a task in.
  const works = ctx.actor.role !== 'client' && ctx.actor.role !== 'observer';
  const asked = [
    ...namesOf('column', group, project_id, columns, works),
    ...(lane ? namesOf('lane', lane, project_id, lanes, false) : []),
  ];
  const rows = asked.length ? await ctx.db.$queryRaw<Row[]>`${join(asked, ' union all ')}` : [];
  const listed = (of: string, facet: Facet, used: readonly string[]): Place[] => {
    const none = { _id: NONE, name: nameOfNone(facet) };
    if (isChoice(facet)) {
      const choices = (fields.get(idOf(facet))?.choices ?? []).filter(
        ({ _id, retired }) => used.includes(_id) || (works && of === 'column' && !retired),
      );
      return [...choices.map(placeOf), ...(used.includes(NONE) || (works && of === 'column') ? [none] : [])];
    }
    const fixed = fixedPlaces(facet);
    if (facet === 'status')
      return STATUSES.map(({ code }) => ({ _id: `${code}`, name: statusName(ctx.workflows, project_id, code) }));
    if (fixed) return of === 'lane' ? fixed.filter(({ _id }) => used.includes(_id)) : [...fixed];
    const found = rows
      .filter((row) => row.of === of)
      .toSorted((one, other) => Number(other.used) - Number(one.used) || byName(one, other));
    const most = Math.max(MOST, found.filter((row) => row.used).length);
    return [
      ...(of === 'column' ? found.slice(0, most) : found).toSorted(byName).map(placeOf),
      ...(used.includes(HIDDEN) ? [{ _id: HIDDEN, name: HIDDEN_NAME }] : []),
      ...(used.includes(NONE) || (works && of === 'column') ? [none] : []),
    ];
  };
  return { columns: listed('column', group, columns), lanes: lane ? listed('lane', lane, lanes) : [] };
}

type Row = Place & { of: string; used: boolean; place: string | null };

const isChoice = (facet: Facet): facet is GroupRef => isGroupRef(facet) && facet.startsWith('choice');

/** What has an order of its own has that; all else is by name. */
const byName = (one: Row, other: Row) =>
  (one.place ?? '').localeCompare(other.place ?? '') ||
  one.name.toLowerCase().localeCompare(other.name.toLowerCase()) ||
  (one._id < other._id ? -1 : 1);

const placeOf = ({ _id, name, pic, colour }: Place): Place => ({
  _id,
  name,
  ...(pic && { pic }),
  ...(colour && { colour }),
});

function namesOf(of: string, facet: Facet, projectId: string, places: readonly string[], fill: boolean): Sql[] {
  const ids = places.filter((id) => id !== NONE && id !== HIDDEN);
  if (fixedPlaces(facet) || isChoice(facet) || !(ids.length || fill)) return [];
  const used = (id: Sql) => sql`${id} = any(${ids}::uuid[])`;
  if (facet === 'label')
    return [
      sql`select ${of} as of, l.id as _id, l.name, null as pic, l.colour, ${used(sql`l.id`)} as used, null as place from label l
         where l.deleted_at is null and (${fill}::boolean or ${used(sql`l.id`)})`,
    ];
  if (facet === 'milestone')
    return [
      sql`select ${of} as of, g.id as _id, g.name, null as pic, null as colour, ${used(sql`g.id`)} as used,
                 to_char(row_number() over (order by g.rank, g.id), '000000') as place
            from milestone g where g.project_id = ${projectId}::uuid and g.deleted_at is null and (${fill}::boolean or ${used(sql`g.id`)})`,
    ];
  if (facet === 'parent')
    return [
      sql`select ${of} as of, up.id as _id, p.key || '-' || up.number || ' ' || up.title as name, null as pic, null as colour, true as used, null as place
          from task up join project p on p.org_id = up.org_id and p.id = up.project_id where ${used(sql`up.id`)}`,
    ];
  return [
    sql`select ${of} as of, m.id as _id, shown_name(m.name, m.namesake) as name, m.picture as pic, null as colour, ${used(sql`m.id`)} as used, null as place
        from member m
       where ${used(sql`m.id`)} or (${fill}::boolean and m.approval = 1 and m.deactivated_at is null and m.role not in ('client', 'observer')
         and exists (select from project_member pm where pm.org_id = m.org_id and pm.project_id = ${projectId}::uuid and pm.member_id = m.id))`,
  ];
}
