import 'server-only';
import { fieldsOf } from '@/lib/custom-field/queries';
import type { TaskField } from '@/lib/custom-field/schema';
import { invalidField, notFound } from '@/lib/errors';
import type { TaskLabel } from '@/lib/label/schema';
import type { Ctx } from '@/lib/org';
import type { Role } from '@/lib/permission/schema';
import type { PersonBadge } from '@/lib/person/schema';
import { badge, empty, type Sql, sql } from '@/lib/sql';
import { canBeAssigned } from '@/lib/task/policy';
import { type Found, firstPlaceOf, type Neighbours } from '@/lib/task/queries.rank';
import type { Audience, TaskDetail, TaskMilestone, TaskParent } from '@/lib/task/schema';
import type { Priority } from '@/lib/task/vocabulary';
import { isTask, type SubtaskFault } from '@/lib/task-parts/queries';

export type Candidate = {
  id: string;
  role: Role;
  /** Approved and not deactivated. */
  active: boolean;
  member: boolean;
};

/** Not only those whom the caller sees. */
type Watcher = Candidate & { watching: boolean };

/** Absent means hidden or not there. */
type References = { category: string | null; milestone: TaskMilestone | null; people: Candidate[] };

/** `at`: the transaction's time, by the database's clock. `people`: by name. `by`: the caller. */
export type ProjectFacts = {
  id: string;
  key: string;
  name: string;
  status: string;
  leader_id: string | null;
  category: TaskDetail['category'];
  parent: (TaskParent & { audience: Audience }) | null;
  milestone: TaskMilestone | null;
  people: (Candidate & PersonBadge)[];
  by: PersonBadge;
  fault: SubtaskFault;
  /** Those that the organisation defines, where they were asked for. */
  fields: TaskField[] | null;
  at: Date;
};

export type TaskFacts = References & {
  id: string;
  projectId: string;
  key: string;
  title: string;
  description: string;
  status: number;
  priority: Priority;
  audience: Audience;
  categoryId: string | null;
  categoryName: string | null;
  /** The one that it has. */
  milestoneId: string | null;
  milestoneName: string | null;
  startDate: string | null;
  dueDate: string | null;
  estimateMinutes: number | null;
  createdById: string | null;
  parentId: string | null;
  parentKey: string | null;
  parentAudience: Audience | null;
  assigneeIds: string[];
  /** By choice, or because they take part; or who chose not to. */
  watchers: Watcher[];
  version: number;
  deleted: boolean;
  deletedById: string | null;
  leaderId: string | null;
  projectStatus: string;
  at: Date;
  /** Of a move. */
  place?: Found | null;
};

const UUID_LENGTH = 36;

type Wanted = {
  categoryId?: string | null;
  parentId?: string | null;
  milestoneId?: string | null;
  memberIds?: readonly string[];
  fields?: true;
};
/** `move`: the place that it would have, whose column is locked for this transaction. */
type WantedOfTask = Pick<Wanted, 'categoryId' | 'milestoneId' | 'memberIds'> & {
  move?: Neighbours & { status: number };
};

const candidates = (project: Sql, among: Sql, named = sql`)`): Sql => sql`
  (select coalesce(json_agg(json_build_object('id', m.id, 'role', m.role,
      'active', m.approval = 1 and m.deactivated_at is null,
      'member', exists (select from project_member pm
         where pm.org_id = m.org_id and pm.project_id = ${project} and pm.member_id = m.id)${named}), '[]')
     from member m where ${among})`;

const NAMED = sql`, '_id', m.id, 'name', shown_name(m.name, m.namesake), 'pic', m.picture) order by m.name, m.namesake nulls first`;

// What is not asked for is no part of the statement: where it finds nothing it still has to be prepared.
const NOTHING = sql`null::json`;

const categoryName = (id: string | null | undefined): Sql =>
  id ? sql`(select k.name from category k where k.id = ${id}::uuid)` : sql`null::text`;

const milestoneNamed = (id: string | null | undefined, project: Sql): Sql =>
  id
    ? sql`(select json_build_object('_id', g.id, 'name', g.name) from milestone g
            where g.id = ${id}::uuid and g.project_id = ${project} and g.deleted_at is null)`
    : NOTHING;

/** One statement; `not_found` if the caller does not see the project. */
export async function projectFacts(ctx: Ctx, projectId: string, wanted: Wanted): Promise<ProjectFacts> {
  const [project] = await ctx.db.$queryRaw<ProjectFacts[]>`
    select p.id, p.key, p.name, p.status, p.leader_id, now() as at,
           ${wanted.categoryId ? sql`(select json_build_object('_id', k.id, 'name', k.name, 'colour', k.colour) from category k where k.id = ${wanted.categoryId}::uuid)` : NOTHING} as category,
           ${
             wanted.parentId
               ? sql`(select json_build_object('_id', t.id, 'key', p.key || '-' || t.number, 'title', t.title, 'audience', t.audience)
              from task t where t.id = ${wanted.parentId}::uuid and t.project_id = p.id and t.deleted_at is null)`
               : NOTHING
           } as parent,
           ${milestoneNamed(wanted.milestoneId, sql`p.id`)} as milestone,
           ${wanted.parentId ? sql`subtask_fault(null, ${wanted.parentId}::uuid)` : sql`null`} as fault,
           ${wanted.memberIds?.length ? candidates(sql`p.id`, sql`m.id = any(${[...wanted.memberIds]}::uuid[])`, NAMED) : sql`'[]'::json`} as people,
           ${wanted.fields ? fieldsOf(sql`p.id`) : NOTHING} as fields,
           (select ${badge(ctx)} from member m where m.id = ${ctx.actor.memberId}::uuid) as by
      from project p where p.id = ${projectId}::uuid`;
  if (!project) throw notFound('The project');
  return project;
}

/** `not_found` for a key that the caller does not see; an id is answered as it is. */
export async function taskId({ db }: Ctx, reference: string): Promise<string> {
  if (reference.length === UUID_LENGTH) return reference;
  const [task] = await db.$queryRaw<{ id: string }[]>`
    select t.id from task t join project p on p.id = t.project_id where ${isTask(reference)}`;
  if (!task) throw notFound('The task');
  return task.id;
}

/**
 * `people`: creator, assignees and `memberIds`. `besides`: further columns of the task `t`. `not_found` if hidden; row
 * security decides in the bin.
 */
export async function taskFacts<More = unknown>(
  { db }: Ctx,
  reference: string,
  wanted: WantedOfTask = {},
  besides: Sql = empty,
): Promise<TaskFacts & More> {
  const [task] = await db.$queryRaw<(Omit<TaskFacts, 'assigneeIds'> & { assignees: string | null } & More)[]>`
    select ${besides}${wanted.move ? sql`${firstPlaceOf(wanted.move.status, wanted.move)} as place, ` : empty}t.id,
           t.project_id as "projectId", p.key || '-' || t.number as key, t.title, t.description, t.status, t.priority,
           t.audience, t.category_id as "categoryId", to_char(t.start_date, 'YYYY-MM-DD') as "startDate",
           to_char(t.due_date, 'YYYY-MM-DD') as "dueDate", t.estimate_minutes as "estimateMinutes",
           t.created_by_id as "createdById", t.version, t.deleted_at is not null as deleted, t.deleted_by_id as "deletedById", p.leader_id as "leaderId",
           p.status as "projectStatus", now() as at, watchers_by_choice(t.id) as watchers, t.parent_id as "parentId",
           (select p.key || '-' || up.number from task up where up.org_id = t.org_id and up.id = t.parent_id) as "parentKey",
           (select up.audience from task up where up.org_id = t.org_id and up.id = t.parent_id) as "parentAudience", ${categoryName(wanted.categoryId)} as category,
           ${milestoneNamed(wanted.milestoneId, sql`t.project_id`)} as milestone, held.id as "milestoneId", held.name as "milestoneName",
           (select k.name from category k where k.org_id = t.org_id and k.id = t.category_id) as "categoryName",
           (select string_agg(ta.member_id::text, ',') from task_assignee ta
             where ta.org_id = t.org_id and ta.task_id = t.id) as assignees,
           ${candidates(
             sql`t.project_id`,
             sql`${wanted.memberIds?.length ? sql`m.id = any(${[...wanted.memberIds]}::uuid[]) or ` : empty}m.id = t.created_by_id
               or m.id in (select ta.member_id from task_assignee ta where ta.org_id = t.org_id and ta.task_id = t.id)`,
           )} as people
      from task t join project p on p.id = t.project_id
      left join milestone held on held.org_id = t.org_id and held.id = t.milestone_id and held.deleted_at is null
     where ${isTask(reference)}`;
  if (!task) throw notFound('The task');
  const { assignees, ...facts } = task;
  return { ...facts, assigneeIds: assignees?.split(',') ?? [] } as TaskFacts & More;
}

/** Of these ids and those on the task, the labels that there are; one that was deleted is none. */
export const labelsFor = (
  { db }: Ctx,
  taskId: string | null,
  ids: readonly string[],
): Promise<(TaskLabel & { held: boolean })[]> => db.$queryRaw`
  select l.id as _id, l.name, l.colour, held.label_id is not null as held
    from label l left join task_label held on held.label_id = l.id and held.task_id = ${taskId}::uuid
   where (held.label_id is not null or l.id = any(${[...ids]}::uuid[])) and l.deleted_at is null`;

/** `invalid` for somebody who cannot work on tasks of the project. */
export function checkAssignees(ids: readonly string[], people: readonly Candidate[]) {
  const fit = new Set(people.filter(canBeAssigned).map(({ id }) => id));
  if (!ids.every((id) => fit.has(id)))
    throw invalidField(
      'assignee_ids',
      'Tasks can only be assigned to active members of the team with access to this project.',
    );
}
