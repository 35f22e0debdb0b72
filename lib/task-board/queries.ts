import 'server-only';
import { z } from 'zod';
import { idOf, isGroupRef } from '@/lib/custom-field/vocabulary';
import { invalidField } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { empty, join, type Sql, sql } from '@/lib/sql';
import { cardsById, checkProject } from '@/lib/task/queries';
import { fieldsAsked, matching } from '@/lib/task/queries.filter';
import { COMPLETED, LIST_ORDER, RECENT_DAYS } from '@/lib/task/vocabulary';
import { placesNamed } from '@/lib/task-board/queries.places';
import type { GroupedBoard, ReadBoard } from '@/lib/task-board/schema';
import type { Count, Facet } from '@/lib/task-board/vocabulary';
import { HIDDEN, NONE } from '@/lib/task-group/vocabulary';

/** Cards of the first reading, shared by all cells, and the fewest of one cell. */
const MOST = 300;
const FEWEST = 5;
/** Lanes of one answer. */
const MOST_LANES = 50;
/** A card in a list names so many people. */
const NAMED = 3;

/**
 * The places of the task `t` as an array, and what is joined for it. What hangs on tasks is `read` once for the project,
 * first: after an import the planner knows nothing of its rows yet, and would read them anew for every task.
 */
function facetOf(facet: Facet, projectId: string, as: 'across' | 'along'): { ids: Sql; joined: Sql; read?: Sql } {
  if (isGroupRef(facet)) {
    const [name, held] = as === 'across' ? [sql`across`, sql`held_across`] : [sql`along`, sql`held_along`];
    return {
      ids: sql`array[coalesce(${name}.id, ${NONE}::text)]`,
      joined: sql`left join ${held} ${name} on ${name}.task_id = t.id`,
      read: sql`${held} as materialized (
        select v.task_id, coalesce(v.choice_id, v.member_id)::text as id from custom_value v
         where v.project_id = ${projectId}::uuid and v.field_id = ${idOf(facet)}::uuid)`,
    };
  }
  switch (facet) {
    case 'status':
      return { ids: sql`array[t.status::text]`, joined: empty };
    case 'priority':
      return { ids: sql`array[t.priority]`, joined: empty };
    case 'parent':
      return {
        ids: sql`array[coalesce(up.id::text, ${NONE}::text)]`,
        joined: sql`left join task up on up.org_id = t.org_id and up.id = t.parent_id and up.deleted_at is null`,
      };
    case 'milestone':
      return {
        ids: sql`array[coalesce(g.id::text, ${NONE}::text)]`,
        joined: sql`left join milestone g on g.org_id = t.org_id and g.id = t.milestone_id and g.deleted_at is null`,
      };
    case 'label':
      return {
        ids: sql`coalesce(labelled.ids, array[${NONE}::text])`,
        joined: sql`left join labelled on labelled.task_id = t.id`,
        read: sql`labelled as materialized (
          select tl.task_id, array_agg(l.id::text order by l.id) as ids from task_label tl
            join label l on l.org_id = tl.org_id and l.id = tl.label_id and l.deleted_at is null
           where tl.project_id = ${projectId}::uuid group by tl.task_id)`,
      };
    case 'assignee':
      return {
        ids: sql`case when worked.task_id is null then array[${NONE}::text] else coalesce(worked.ids, array[${HIDDEN}::text]) end`,
        joined: sql`left join worked on worked.task_id = t.id`,
        read: sql`worked as materialized (
          select ta.task_id, array_agg(m.id::text order by m.id) filter (where m.id is not null) as ids
            from task_assignee ta left join member m on m.org_id = ta.org_id and m.id = ta.member_id
           where ta.project_id = ${projectId}::uuid group by ta.task_id)`,
      };
  }
}

type Found = {
  counts: (Count & { old: number })[] | null;
  placed: {
    column: string;
    lane: string;
    id: string;
    place: number;
    rank: string;
    at: number;
    people?: string[] | null;
  }[];
  most: number;
};

/** Cells with their numbers and first cards; the order within one is that of the board by status, completed tasks last. */
export async function readBoard(ctx: Ctx, input: ReadBoard): Promise<GroupedBoard> {
  const { group, lanes: lane, project_id, limit, cursor, completed, column, lane: within } = input;
  const fields = await fieldsAsked(ctx, { filter: input.filter, group, lanes: lane });
  const { from, where } = matching(ctx, input, fields);
  const across = facetOf(group, project_id, 'across');
  const along = lane && lane !== group ? facetOf(lane, project_id, 'along') : undefined;
  const lanes = along?.ids ?? sql`array['']::text[]`;
  const first = [across, along].flatMap((facet) => facet?.read ?? []);
  const old =
    completed === 'recent'
      ? sql`t.status = ${COMPLETED}::smallint and (t.completed_at >= now() - make_interval(days => ${RECENT_DAYS}::int)) is not true`
      : sql`false`;
  const wanted = [
    sql`not k.old`,
    ...(column === undefined ? [] : [sql`c.id = ${column}`]),
    ...(within === undefined ? [] : [sql`l.id = ${within}`]),
    ...(cursor === undefined ? [] : [behind(cursor)]),
  ];
  const people = group === 'assignee' ? sql`k.columns` : lane === 'assignee' ? sql`k.lanes` : sql`'{}'::text[]`;
  const [found] = await ctx.db.$queryRaw<Found[]>`
    with ${first.length ? sql`${join(first)}, ` : empty}keyed as materialized (
      select t.id, t.rank, array_position(${[...LIST_ORDER]}::smallint[], t.status) as place, ${across.ids} as columns, ${lanes} as lanes,
             ${old} as old
        from ${from} ${across.joined} ${along?.joined ?? empty} where ${where}),
    placed as (
      select c.id as column, l.id as lane, k.id, k.place, k.rank, case when cardinality(${people}) > ${NAMED}::int then ${people} end as people,
             (row_number() over (partition by c.id, l.id order by k.place, k.rank, k.id))::int as at
        from keyed k cross join lateral unnest(k.columns) c(id) cross join lateral unnest(k.lanes) l(id)
       where ${join(wanted, ' and ')}),
    cut as (select least(${limit}::int, greatest(${FEWEST}::int, ${MOST}::int / greatest(1, count(*)::int))) as most from placed where at = 1)
    select cut.most,
           (select json_agg(s) from (select k.columns, k.lanes, count(*)::int as total, (count(*) filter (where k.old))::int as old
                                       from keyed k group by k.columns, k.lanes) s) as counts,
           coalesce((select json_agg(p order by p.column, p.lane, p.at) from placed p where p.at <= cut.most + 1), '[]') as placed
      from cut`;
  const { counts, placed, most } = found as Found;
  if (!counts) await checkProject(ctx, project_id);
  const all = counts ?? [];
  const used = { columns: usedIn(all, 'columns'), lanes: along ? usedIn(all, 'lanes') : [] };
  const named = await placesNamed(ctx, { project_id, group, lane: along && lane, ...used, fields });
  const shown = named.lanes.slice(0, MOST_LANES);
  const kept = new Set(along ? shown.map(({ _id }) => _id) : ['']);
  const cells = named.columns.flatMap(({ _id }) => [...kept].map((one) => ({ column: _id, lane: one })));
  const read = cells
    .filter((one) => (column === undefined || one.column === column) && (within === undefined || one.lane === within))
    .map((one) => {
      const here = placed.filter((row) => row.column === one.column && row.lane === one.lane);
      const counted = all.filter(({ columns, lanes }) => columns.includes(one.column) && lanes.includes(one.lane));
      const page = here.slice(0, most);
      return {
        column: one.column,
        lane: along ? one.lane : null,
        hidden: counted.reduce((sum, { old }) => sum + old, 0),
        ids: page.map(({ id }) => id),
        next_cursor: here.length > most ? cursorOf(page.at(-1)) : null,
      };
    });
  const cards = await cardsById(ctx, [...new Set(read.flatMap(({ ids }) => ids))]);
  const working = new Map(placed.flatMap(({ id, people }) => (people ? [[id, people] as const] : [])));
  return {
    columns: named.columns,
    lanes: shown,
    more_lanes: named.lanes.length - shown.length,
    counts: all.map(({ columns, lanes, total }) => ({ columns, lanes: along ? lanes : [], total })),
    cells: read,
    docs: cards.map((card) => {
      const ids = card.more_assignees ? working.get(card._id) : undefined;
      return ids ? { ...card, assignee_ids: ids } : card;
    }),
  };
}

const usedIn = (counts: readonly Count[], of: 'columns' | 'lanes') => [...new Set(counts.flatMap((one) => one[of]))];

const Cursor = z.tuple([z.int().min(1).max(5), z.string().regex(/^[!-~]{1,200}$/), z.guid()]);

const cursorOf = (row: Found['placed'][number] | undefined): string | null =>
  row ? Buffer.from(JSON.stringify([row.place, row.rank, row.id])).toString('base64url') : null;

function behind(cursor: string): Sql {
  try {
    const [place, rank, id] = Cursor.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    return sql`(k.place, k.rank, k.id) > (${place}::int, ${rank}, ${id}::uuid)`;
  } catch {
    throw invalidField('cursor', 'This cursor does not belong to this column.');
  }
}
