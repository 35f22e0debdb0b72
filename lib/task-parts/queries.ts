import 'server-only';
import { DomainError, invalidField } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { parseRule, ruleWords } from '@/lib/rrule/vocabulary';
import { badge, type Sql, sql } from '@/lib/sql';
import type { SeriesTask, TaskRecurrence } from '@/lib/task-parts/schema';

/** Id or human key, for a task `t`. A key that a task had in another project leads to it too. */
export function isTask(reference: string): Sql {
  const key = /^([A-Z][A-Z0-9]{1,9})-(\d{1,9})$/.exec(reference);
  if (!key) return sql`t.id = ${reference}::uuid`;
  return sql`t.id = coalesce(
    (select kt.id from task kt where kt.project_id = project_of_key(${key[1]}) and kt.number = ${Number(key[2])}::int),
    (select f.task_id from task_former_key f where f.key = ${reference}))`;
}

/** People who may see the task `t` and watch it: by choice, or as its creator or assignee. Clients see only themselves. */
export const watchersOf = (ctx: Ctx): Sql => sql`
  (select coalesce(json_agg(${badge(ctx)} order by m.name, m.namesake nulls first), '[]') from member m
     left join task_watcher w on w.org_id = t.org_id and w.task_id = t.id and w.member_id = m.id
    where m.org_id = t.org_id and m.approval = 1 and m.deactivated_at is null
      and m.id in (select t.created_by_id union select ta.member_id from task_assignee ta where ta.org_id = t.org_id and ta.task_id = t.id
                   union select ow.member_id from task_watcher ow where ow.org_id = t.org_id and ow.task_id = t.id)
      and coalesce(w.watching, true)
      and (m.role in ('admin', 'subadmin', 'observer') or exists (select from project_member pm
             where pm.org_id = m.org_id and pm.project_id = t.project_id and pm.member_id = m.id))
      and (m.role <> 'client' or t.audience = 'client')
      and (not (select app_is_client()) or m.id = ${ctx.actor.memberId}::uuid))`;

/** How the task `t` repeats; once its next one was made, that one in place of it. */
export const recurrenceColumn: Sql = sql`
  (select json_build_object('repeats', case when r.made_at is null then json_build_object('_id', r.id, 'rule', r.rule,
              'mode', r.mode, 'starts_on', r.starts_on, 'next_on', r.next_on, 'number', r.number, 'version', r.version) end,
            'as', case when r.made_at is not null then (
              select json_build_object('_id', o.id, 'key', op.key || '-' || o.number, 'title', o.title) from task_recurrence n
                join task o on o.org_id = n.org_id and o.id = n.task_id and o.deleted_at is null join project op on op.id = o.project_id
               where n.org_id = r.org_id and n.series_id = r.series_id and n.number > r.number order by n.number limit 1) end)
     from task_recurrence r where r.org_id = t.org_id and r.task_id = t.id)`;

export type RecurrenceRow = { repeats: Omit<TaskRecurrence, 'words'> | null; as: SeriesTask | null } | null;

type Repeated = { recurrence: TaskRecurrence | null; successor: SeriesTask | null };

export function toRecurrence(row: RecurrenceRow): Repeated {
  const { repeats = null, as = null } = row ?? {};
  const rule = repeats && parseRule(repeats.rule);
  const words = rule ? ruleWords(rule, repeats.starts_on) : repeats?.rule;
  return { recurrence: repeats && { ...repeats, words: words ?? '' }, successor: as };
}

/** Of time entries `e` that have ended: each is rounded as it is shown. */
export const minutesSpent: Sql = sql`coalesce(sum(round(extract(epoch from e.ended_at - e.started_at) / 60)), 0)::int`;

/** Of these, what came with imports. */
export const minutesImported: Sql = sql`coalesce(sum(round(extract(epoch from e.ended_at - e.started_at) / 60)) filter (where e.imported_from is not null), 0)::int`;

/** `value` of the time entries `e` that anybody has ended on the task `t`; clients see none. */
export const ofTimeSpent = (value: Sql): Sql => sql`
  (select ${value} from time_entry e where e.org_id = t.org_id and e.task_id = t.id and e.ended_at is not null)`;

/** Whether the task `t` makes a next one; once that was made, it is that one which does. */
export const isRepeating: Sql = sql`exists (select from task_recurrence r
    where r.org_id = t.org_id and r.task_id = t.id and r.made_at is null)`;

/** Whether the task `t`, or a comment on it, has a file that the caller sees. */
export const isAttached: Sql = sql`exists (select from file f
    where f.org_id = t.org_id and f.task_id = t.id and f.deleted_at is null)`;

/** Levels that a tree of subtasks may have. */
const LEVELS = 8;
const FAULTS = {
  circle: 'A task cannot be a subtask of itself or of one below it.',
  deep: `Subtasks go ${LEVELS} levels deep at most.`,
};
export type SubtaskFault = keyof typeof FAULTS | null;

/** `conflict` in words. */
export function refuseFault(fault: SubtaskFault): void {
  if (fault) throw new DomainError('conflict', FAULTS[fault]);
}

/** One writer of the project's trees at a time: two halves of a circle would not see each other. */
export async function lockTrees({ db }: Pick<Ctx, 'db'>, projectId: string): Promise<void> {
  await db.$executeRaw`select pg_advisory_xact_lock(hashtextextended('subtasks:' || ${projectId}, 0))`;
}

/**
 * The task that `task` is to stand below. Locks the project's trees. `invalid` where it is not of the project, `conflict` for a circle or too many levels.
 */
export async function parentFor({ db }: Ctx, task: { id: string; projectId: string }, parentId: string) {
  await lockTrees({ db }, task.projectId);
  const [parent] = await db.$queryRaw<{ id: string; key: string; audience: string; fault: SubtaskFault }[]>`
    select up.id, p.key || '-' || up.number as key, up.audience, subtask_fault(${task.id}::uuid, up.id) as fault
      from task up join project p on p.id = up.project_id
     where up.id = ${parentId}::uuid and up.project_id = ${task.projectId}::uuid and up.deleted_at is null`;
  if (!parent) throw invalidField('parent_id', 'This task does not belong to the project.');
  refuseFault(parent.fault);
  return parent;
}

/** `conflict` where a task that stands below another has too many levels with all that is below it. */
export async function refuseDeep({ db }: Ctx, taskId: string, parentId: string): Promise<void> {
  const [found] = await db.$queryRaw<{ fault: SubtaskFault }[]>`
    select subtask_fault(${taskId}::uuid, ${parentId}::uuid) as fault`;
  refuseFault(found?.fault ?? null);
}

/** Subtasks of the task `t` that the caller sees, and how many of them are completed; null where there are none. */
export const subtaskProgress = (completed: number): Sql => sql`
  (select json_build_object('done', count(*) filter (where sub.status = ${completed}::smallint), 'total', count(*)) from task sub
    where sub.org_id = t.org_id and sub.parent_id = t.id and sub.deleted_at is null having count(*) > 0)`;
