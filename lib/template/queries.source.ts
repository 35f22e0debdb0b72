import 'server-only';
import { jsonOfValue } from '@/lib/custom-field/queries.values';
import type { FieldKind } from '@/lib/custom-field/vocabulary';
import type { Ctx } from '@/lib/org';
import type { Role } from '@/lib/permission/schema';
import { type Sql, sql } from '@/lib/sql';
import type { TemplateTask } from '@/lib/template/schema';

/** Days are `YYYY-MM-DD`; ids of other tasks, which may not be among these. */
export type SourceTask = Omit<
  TemplateTask,
  'custom' | 'start_in' | 'due_in' | 'parent' | 'milestone' | 'blocked_by' | 'roles'
> & {
  custom: NonNullable<TemplateTask['custom']> | null;
  id: string;
  parent_id: string | null;
  start_date: string | null;
  due_date: string | null;
  created_on: string;
  milestone_id: string | null;
  blocked_by: string[];
  assignee_ids: string[];
};

/** Of a task `t`, with values of fields of these kinds. */
export const sourceColumns = (kinds: readonly FieldKind[]): Sql => sql`
  t.id, t.parent_id, t.milestone_id, t.title, t.description, t.priority, t.category_id, t.estimate_minutes, t.audience,
  to_char(t.start_date, 'YYYY-MM-DD') as start_date, to_char(t.due_date, 'YYYY-MM-DD') as due_date,
  to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD') as created_on,
  array(select tl.label_id from task_label tl join label l on l.org_id = tl.org_id and l.id = tl.label_id and l.deleted_at is null
         where tl.org_id = t.org_id and tl.task_id = t.id order by l.name) as label_ids,
  (select json_object_agg(v.field_id, ${jsonOfValue}) from custom_value v
    where v.org_id = t.org_id and v.task_id = t.id and v.kind = any(${[...kinds]}::text[])) as custom,
  array(select i.title from checklist_item i where i.org_id = t.org_id and i.task_id = t.id order by i.rank, i.id) as checklist,
  array(select d.task_id from dependency d where d.org_id = t.org_id and d.blocks_id = t.id) as blocked_by,
  array(select a.member_id from task_assignee a where a.org_id = t.org_id and a.task_id = t.id) as assignee_ids`;

/** The task and all below it, or all of the project, as far as the caller sees them; as subtasks stand below one, else by number; none from the bin. */
export function readSource(
  ctx: Ctx,
  of: { taskId: string } | { projectId: string },
  most: number,
): Promise<SourceTask[]> {
  const these =
    'taskId' in of
      ? sql`with recursive these (id, level) as (
          select t.id, 0 from task t where t.id = ${of.taskId}::uuid and t.deleted_at is null
          union select t.id, level + 1 from these join task t on t.parent_id = these.id where t.deleted_at is null and level < 20)`
      : sql`with these as (select t.id from task t where t.project_id = ${of.projectId}::uuid and t.deleted_at is null)`;
  return ctx.db.$queryRaw<SourceTask[]>`
    ${these}
    select ${sourceColumns(['text', 'number', 'choice'])}
      from task t where t.id in (select id from these) order by coalesce(t.subtask_rank, ''), t.number limit ${most + 1}::int`;
}

export type SourceMember = { id: string; name: string; role: Role };

/** The team of the project, who leads it first. */
export const teamOf = ({ db }: Ctx, projectId: string): Promise<SourceMember[]> => db.$queryRaw`
  select m.id, shown_name(m.name, m.namesake) as name, m.role from project_member pm
    join member m on m.org_id = pm.org_id and m.id = pm.member_id join project p on p.org_id = pm.org_id and p.id = pm.project_id
   where pm.project_id = ${projectId}::uuid and m.role not in ('client', 'observer') and m.deactivated_at is null
   order by m.id is not distinct from p.leader_id desc, m.name, m.id`;
