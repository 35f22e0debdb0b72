import 'server-only';
import { fieldsAmong, type ValueRows, valuesOfTasks } from '@/lib/custom-field/queries.values';
import { type FieldRef, isRef } from '@/lib/custom-field/vocabulary';
import type { TaskLabel } from '@/lib/label/schema';
import type { Ctx } from '@/lib/org';
import type { PersonBadge } from '@/lib/person/schema';
import { empty, type Sql, sql } from '@/lib/sql';
import type { CardExtra } from '@/lib/task/vocabulary';
import { minutesSpent } from '@/lib/task-parts/queries';
import type { ChecklistCount } from '@/lib/task-parts/schema';

/** What a card shows beside the task's own row. */
export type CardParts = {
  project_key: string;
  /** Ids separated by commas; null: nobody. */
  assignees: string | null;
  comment_count: number;
  /** Ids separated by commas; null: none. */
  labels: string | null;
  blocked: boolean;
  blocking: boolean;
  checklist: ChecklistCount | null;
  subtask_progress: ChecklistCount | null;
  /** Whether the caller chose to watch it; null: as their part in it is. */
  chosen: boolean | null;
  /** Minutes. These three are as of none where they were not asked for. */
  spent: number;
  repeating: boolean;
  attached: boolean;
  /** Of fields that the organisation defines. */
  custom: ValueRows;
};

/** What cards name, by id, as far as the caller sees it. */
export type NamedOnCards = {
  people: ReadonlyMap<string, PersonBadge>;
  parents: ReadonlyMap<string, { _id: string; key: string; title: string }>;
  milestones: ReadonlyMap<string, { _id: string; name: string }>;
  labels: ReadonlyMap<string, TaskLabel>;
  /** Where they were asked for. */
  creators: ReadonlyMap<string, PersonBadge>;
};

type Carrying = {
  id: string;
  project_id: string;
  parent_id: string | null;
  milestone_id: string | null;
  created_by_id: string | null;
};
type Many = NamedOnCards & { partsOf: (task: Carrying) => CardParts | null; sees: (projectId: string) => boolean };

type Kind =
  | ('assigned' | 'tagged' | 'comments' | 'checklist' | 'subtasks' | 'chosen' | 'blocked' | 'blocking')
  | ('spent' | 'repeating' | 'attached' | 'custom')
  | ('person' | 'project' | 'parent' | 'milestone' | 'label' | 'creator');
/** `id`: of the task, or of what is named. */
type Row = [
  kind: Kind,
  id: string,
  text: string | null,
  more: string | null,
  done: number | null,
  total: number | null,
];
/** Null where there are no tasks. */
export type FoundParts = Row[] | null;

const OF_PAGE = sql`any((select page.ids from page)::uuid[])`;

const EXTRA: Record<Exclude<CardExtra, FieldRef | 'custom'>, Sql> = {
  spent_minutes: sql`
    union all select 'spent', e.task_id, null, null, null, ${minutesSpent} from time_entry e
     where e.task_id = ${OF_PAGE} and e.ended_at is not null group by e.task_id`,
  repeating: sql`
    union all select 'repeating', r.task_id, null, null, null, null from task_recurrence r
     where r.task_id = ${OF_PAGE} and r.made_at is null`,
  attached: sql`
    union all select 'attached', f.task_id, null, null, null, null from file f
     where f.task_id = ${OF_PAGE} and f.deleted_at is null group by f.task_id`,
  created_by: sql`
    union all select 'creator', m.id, shown_name(m.name, m.namesake), m.picture, null, null from member m
     where m.id = any(array(select s.created_by_id from shown s))`,
};
function besides(extras: readonly CardExtra[]): Sql {
  const fields = fieldsAmong(extras);
  const custom = fields
    ? sql` union all select 'custom', c.id, c.text, null, null, null from (${valuesOfTasks(OF_PAGE, fields)}) c`
    : empty;
  return [...new Set(extras)].reduce(
    (all, extra) => (extra === 'custom' || isRef(extra) ? all : sql`${all}${EXTRA[extra]}`),
    custom,
  );
}

/**
 * What hangs on the tasks of the query `shown` (id, project, parent, milestone and creator): queries of a `with`, of which `parts` has
 * it all as one JSON value. Each kind is read once by the tasks' ids, `extras` only where they are given. `completed`: that
 * status. `within`: the project of all.
 */
export const partsOfShown = (
  { actor }: Ctx,
  completed: number,
  extras: readonly CardExtra[],
  within?: string,
): Sql => sql`
    page as materialized (select array_agg(s.id) as ids, array_agg(distinct s.project_id) as projects,
           array_agg(s.parent_id) filter (where s.parent_id is not null) as above,
           array_agg(distinct s.milestone_id) filter (where s.milestone_id is not null) as goals from shown s),
    assigned as materialized (select ta.task_id, ta.member_id from task_assignee ta where ta.task_id = ${OF_PAGE}),
    tagged as materialized (select tl.task_id, tl.label_id from task_label tl where tl.task_id = ${OF_PAGE}),
    parts as (select json_agg(json_build_array(kind, id, text, more, done, total)) as parts from (
    select 'assigned' as kind, a.task_id as id, string_agg(a.member_id::text, ',') as text, null::text as more,
           null::int as done, null::int as total from assigned a group by a.task_id
    union all select 'tagged', g.task_id, string_agg(g.label_id::text, ','), null, null, null from tagged g group by g.task_id
    union all select 'person', m.id, shown_name(m.name, m.namesake), m.picture, null, null from member m
     where m.id = any(array(select a.member_id from assigned a)
                      ${actor.role === 'client' ? sql`|| array(select s.created_by_id from shown s)` : empty})
    union all select 'label', l.id, l.name, l.colour, null, null from label l
     where l.id = any(array(select g.label_id from tagged g)) and l.deleted_at is null
    union all select 'project', p.id, p.key, null, null, null from project p
     where p.id = ${within ? sql`${within}::uuid` : sql`any((select page.projects from page)::uuid[])`}
    union all select 'parent', up.id, up.title, p.key || '-' || up.number, null, null
      from task up join project p on p.id = up.project_id
     where up.id = any((select page.above from page)::uuid[]) and up.deleted_at is null
    union all select 'milestone', g.id, g.name, null, null, null from milestone g
     where g.id = any((select page.goals from page)::uuid[]) and g.deleted_at is null
    union all select 'comments', c.task_id, null, null, null, count(*)::int from comment c
     where c.task_id = ${OF_PAGE} and c.deleted_at is null group by c.task_id
    union all select 'checklist', i.task_id, null, null, (count(*) filter (where i.done))::int, count(*)::int from checklist_item i
     where i.task_id = ${OF_PAGE} group by i.task_id
    union all select 'subtasks', sub.parent_id, null, null, (count(*) filter (where sub.status = ${completed}::smallint))::int, count(*)::int
      from task sub where sub.parent_id = ${OF_PAGE} and sub.deleted_at is null group by sub.parent_id
    union all select 'chosen', w.task_id, null, null, w.watching::int, null from task_watcher w
     where w.task_id = ${OF_PAGE} and w.member_id = ${actor.memberId}::uuid
    union all select 'blocked', d.blocks_id, null, null, null, null from dependency d join task b on b.org_id = d.org_id and b.id = d.task_id
     where d.blocks_id = ${OF_PAGE} and b.status <> ${completed}::smallint and b.deleted_at is null group by d.blocks_id
    union all select 'blocking', d.task_id, null, null, null, null from dependency d join task behind on behind.org_id = d.org_id and behind.id = d.blocks_id
     where d.task_id = ${OF_PAGE} and behind.deleted_at is null group by d.task_id${besides(extras)}) part)`;

/** The same of tasks that are known, in one statement, and none where there are none. */
export async function partsOfMany(
  ctx: Ctx,
  tasks: readonly Carrying[],
  completed: number,
  extras: readonly CardExtra[],
): Promise<Many> {
  if (!tasks.length) return partsIn(null);
  const of = (one: (task: Carrying) => string | null) => sql`${tasks.map(one)}::uuid[]`;
  const [row] = await ctx.db.$queryRaw<{ parts: FoundParts }[]>(sql`
    with shown as materialized (select * from unnest(${of(({ id }) => id)}, ${of(({ project_id }) => project_id)},
           ${of(({ parent_id }) => parent_id)}, ${of(({ milestone_id }) => milestone_id)},
           ${of(({ created_by_id }) => created_by_id)}) as s(id, project_id, parent_id, milestone_id, created_by_id)),
    ${partsOfShown(ctx, completed, extras)}
    select parts from parts`);
  return partsIn(row?.parts ?? null);
}

/** `partsOf` gives null for a task whose project is not seen. */
export function partsIn(rows: FoundParts): Many {
  const found = new Map<Kind, Map<string, Row>>();
  for (const row of rows ?? []) {
    const same = found.get(row[0]) ?? new Map<string, Row>();
    found.set(row[0], same.set(row[1], row));
  }
  const one = (kind: Kind, id: string) => found.get(kind)?.get(id);
  const named = <T>(kind: Kind, as: (id: string, text: string, more: string | null) => T) =>
    new Map([...(found.get(kind)?.values() ?? [])].map(([, id, text, more]) => [id, as(id, text ?? '', more)]));
  const textOf = (kind: Kind, id: string) => one(kind, id)?.[2] ?? null;
  const counted = (row: Row | undefined) => (row ? { done: row[4] ?? 0, total: row[5] ?? 0 } : null);
  return {
    sees: (projectId) => one('project', projectId) !== undefined,
    people: named('person', (_id, name, pic) => ({ _id, name, pic })),
    creators: named('creator', (_id, name, pic) => ({ _id, name, pic })),
    parents: named('parent', (_id, title, key) => ({ _id, key: key ?? '', title })),
    milestones: named('milestone', (_id, name) => ({ _id, name })),
    labels: named('label', (_id, name, colour) => ({ _id, name, colour: colour ?? '' })),
    partsOf: ({ id, project_id }) => {
      const project = one('project', project_id);
      const chosen = one('chosen', id);
      return project
        ? {
            project_key: project[2] ?? '',
            assignees: textOf('assigned', id),
            labels: textOf('tagged', id),
            comment_count: one('comments', id)?.[5] ?? 0,
            checklist: counted(one('checklist', id)),
            subtask_progress: counted(one('subtasks', id)),
            chosen: chosen ? chosen[4] === 1 : null,
            blocked: one('blocked', id) !== undefined,
            blocking: one('blocking', id) !== undefined,
            spent: one('spent', id)?.[5] ?? 0,
            repeating: one('repeating', id) !== undefined,
            attached: one('attached', id) !== undefined,
            custom: JSON.parse(textOf('custom', id) ?? 'null') as ValueRows,
          }
        : null;
    },
  };
}
