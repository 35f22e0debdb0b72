import 'server-only';
import { listCustomFields } from '@/lib/custom-field/queries';
import { valuesInWords } from '@/lib/custom-field/queries.values';
import { isRef, refOf } from '@/lib/custom-field/vocabulary';
import { notFound } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { instant, type Sql, sql } from '@/lib/sql';
import { fieldsAsked, matching } from '@/lib/task/queries.filter';
import { ordering } from '@/lib/task/queries.order';
import { type ListColumn, PRIORITY_LABEL, type Priority } from '@/lib/task/vocabulary';
import type { ExportTasks } from '@/lib/task-export/schema';
import { type ExportedField, type ExportedTask, VISIBLE_TO } from '@/lib/task-export/vocabulary';
import { minutesImported, minutesSpent, ofTimeSpent } from '@/lib/task-parts/queries';
import { statusName } from '@/lib/workflow/vocabulary';

const ID_BYTES = 16;

/** The ids of all matching tasks in their order, 16 bytes each: a hundred thousand tasks are 1.6 MB. */
export async function matchingIds(ctx: Ctx, input: Omit<ExportTasks, 'format' | 'columns'>): Promise<Buffer> {
  const fields = await fieldsAsked(ctx, input);
  const { column, order } = ordering(ctx, { sort: input.sort, cursor: undefined }, fields);
  const { from, where } = matching(ctx, input, fields);
  const [row] = await ctx.db.$queryRaw<{ seen: boolean; ids: Uint8Array | null }[]>`
    select ${projectSeen(input.project_id)} as seen, string_agg(uuid_send(m.id), '' order by ${order}) as ids
      from (select t.id, ${column} as key from ${from} where ${where}) m`;
  if (!row?.seen) throw notFound('The project');
  return Buffer.from(row.ids ?? new Uint8Array());
}

/** The organisation's own fields in their order: those that are shown, else all of the project, or of all. */
export async function exportedFields(
  ctx: Ctx,
  project_id: string | undefined,
  shown: readonly ListColumn[] | undefined,
): Promise<ExportedField[]> {
  const refs = shown?.filter(isRef);
  if (refs) await fieldsAsked(ctx, { include: refs });
  if (refs?.length === 0) return [];
  const { docs } = await listCustomFields(ctx, { project_id, page: 1, limit: 200 });
  return docs
    .filter((field) => !refs || refs.includes(refOf(field)))
    .map(({ _id, name, kind }) => ({ _id, name, kind }));
}

const projectSeen = (id: string | undefined): Sql =>
  id === undefined ? sql`true` : sql`exists (select from project p where p.id = ${id}::uuid)`;

type Row = Omit<
  ExportedTask,
  'custom' | 'status' | 'priority' | 'visible_to' | 'created_at' | 'updated_at' | 'completed_at'
> & {
  project_id: string;
  custom: ExportedTask['custom'] | null;
  status: number;
  priority: Priority;
  audience: string;
  created: number;
  updated: number;
  completed: number | null;
};

/** `count` of them from place `at` on, as the caller sees them now; what was deleted since is left out. */
export async function exportedTasks(
  { db, workflows }: Ctx,
  ids: Buffer,
  at: number,
  count: number,
  fields: readonly ExportedField[],
): Promise<ExportedTask[]> {
  const wanted = ids.subarray(at * ID_BYTES, (at + count) * ID_BYTES).toString('hex');
  const list = wanted.match(/.{32}/g) ?? [];
  const rows = await db.$queryRaw<Row[]>`
    select p.key || '-' || t.number as key, t.title, t.status, t.priority, p.id as project_id, p.name as project, t.audience,
           (select k.name from category k where k.org_id = t.org_id and k.id = t.category_id) as category,
           (select g.name from milestone g where g.org_id = t.org_id and g.id = t.milestone_id and g.deleted_at is null) as milestone,
           array(select l.name from task_label tl join label l on l.org_id = tl.org_id and l.id = tl.label_id
                  where tl.org_id = t.org_id and tl.task_id = t.id and l.deleted_at is null order by lower(l.name), l.id) as labels,
           array(select shown_name(m.name, m.namesake) from task_assignee ta
                   join member m on m.org_id = ta.org_id and m.id = ta.member_id
                  where ta.org_id = t.org_id and ta.task_id = t.id order by m.name, m.id) as assignees,
           to_char(t.start_date, 'YYYY-MM-DD') as start_date, to_char(t.due_date, 'YYYY-MM-DD') as due_date,
           t.estimate_minutes,
           (select p.key || '-' || up.number from task up
             where up.org_id = t.org_id and up.id = t.parent_id and up.deleted_at is null) as parent,
           array(select bp.key || '-' || b.number from dependency d
                   join task b on b.org_id = d.org_id and b.id = d.task_id and b.deleted_at is null
                   join project bp on bp.org_id = b.org_id and bp.id = b.project_id
                  where d.org_id = t.org_id and d.blocks_id = t.id order by bp.key, b.number) as blocked_by,
           array(select case when i.done then '[x] ' else '[ ] ' end || i.title from checklist_item i
                  where i.org_id = t.org_id and i.task_id = t.id order by i.rank, i.id) as checklist,
           ${ofTimeSpent(minutesSpent)} as time_spent_minutes, ${ofTimeSpent(minutesImported)} as time_imported_minutes,
           (select count(*)::int from comment c
             where c.org_id = t.org_id and c.task_id = t.id and c.deleted_at is null) as comments,
           (select shown_name(m.name, m.namesake) from member m
             where m.org_id = t.org_id and m.id = t.created_by_id) as created_by,
           extract(epoch from t.created_at)::float8 as created, extract(epoch from t.updated_at)::float8 as updated,
           extract(epoch from t.completed_at)::float8 as completed, t.description,
           ${fields.length ? valuesInWords(fields.map(({ _id }) => _id)) : sql`null::json`} as custom
      from unnest(${list}::uuid[]) with ordinality as wanted(id, place)
      join task t on t.id = wanted.id and t.deleted_at is null
      join project p on p.org_id = t.org_id and p.id = t.project_id
     order by wanted.place`;
  return rows.map(({ project_id, audience, created, updated, completed, description, custom, ...row }) => ({
    ...row,
    status: statusName(workflows, project_id, row.status),
    priority: PRIORITY_LABEL[row.priority],
    visible_to: audience === 'client' ? VISIBLE_TO.client : VISIBLE_TO.internal,
    created_at: instant(created),
    updated_at: instant(updated),
    completed_at: completed === null ? null : instant(completed),
    custom: custom ?? {},
    description,
  }));
}

export const countOf = (ids: Buffer): number => ids.length / ID_BYTES;
