import 'server-only';
import { notFound } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import type { Role } from '@/lib/permission/schema';
import { empty, type Sql, sql } from '@/lib/sql';
import { isTask } from '@/lib/task/queries.detail';
import { lockOf } from '@/lib/task/queries.rank';
import type { Audience } from '@/lib/task/schema';
import type { Priority } from '@/lib/task/vocabulary';

export type Candidate = {
  id: string;
  role: Role;
  /** Approved and not deactivated. */
  active: boolean;
  member: boolean;
};

/** Absent means hidden or not there. */
type References = { category: string | null; people: Candidate[] };

/** `at`: the transaction's time, by the database's clock. */
export type ProjectFacts = References & { id: string; key: string; status: string; parent: boolean; at: Date };

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
  startDate: string | null;
  dueDate: string | null;
  estimateMinutes: number | null;
  createdById: string | null;
  assigneeIds: string[];
  version: number;
  deleted: boolean;
  leaderId: string | null;
  projectStatus: string;
  at: Date;
};

const UUID_LENGTH = 36;

type Wanted = { categoryId?: string | null; parentId?: string | null; memberIds?: readonly string[] };
/** `column`: the status whose column is locked for this transaction, before the next statement reads it. */
type WantedOfTask = Pick<Wanted, 'categoryId' | 'memberIds'> & { column?: number };

const candidates = (project: Sql, among: Sql): Sql => sql`
  (select coalesce(json_agg(json_build_object('id', m.id, 'role', m.role,
      'active', m.approval = 1 and m.deactivated_at is null,
      'member', exists (select from project_member pm
         where pm.org_id = m.org_id and pm.project_id = ${project} and pm.member_id = m.id))), '[]')
     from member m where ${among})`;

const categoryName = (id: string | null | undefined): Sql =>
  sql`(select k.name from category k where k.id = ${id ?? null}::uuid)`;

/** One statement; `not_found` if the caller does not see the project. */
export async function projectFacts({ db }: Ctx, projectId: string, wanted: Wanted): Promise<ProjectFacts> {
  const [project] = await db.$queryRaw<ProjectFacts[]>`
    select p.id, p.key, p.status, now() as at, ${categoryName(wanted.categoryId)} as category,
           exists (select from task t where t.id = ${wanted.parentId ?? null}::uuid
              and t.project_id = p.id and t.deleted_at is null) as parent,
           ${candidates(sql`p.id`, sql`m.id = any(${[...(wanted.memberIds ?? [])]}::uuid[])`)} as people
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

/** `people`: creator, assignees and `memberIds`. `not_found` if hidden; row security decides in the bin. */
export async function taskFacts({ db }: Ctx, reference: string, wanted: WantedOfTask = {}): Promise<TaskFacts> {
  const [task] = await db.$queryRaw<(Omit<TaskFacts, 'assigneeIds'> & { assignees: string | null })[]>`
    select ${wanted.column === undefined ? empty : sql`${lockOf(sql`t.project_id`, wanted.column)}::text as held, `}t.id,
           t.project_id as "projectId", p.key || '-' || t.number as key, t.title, t.description, t.status, t.priority,
           t.audience, t.category_id as "categoryId", to_char(t.start_date, 'YYYY-MM-DD') as "startDate",
           to_char(t.due_date, 'YYYY-MM-DD') as "dueDate", t.estimate_minutes as "estimateMinutes",
           t.created_by_id as "createdById", t.version, t.deleted_at is not null as deleted, p.leader_id as "leaderId",
           p.status as "projectStatus", now() as at, ${categoryName(wanted.categoryId)} as category,
           (select k.name from category k where k.org_id = t.org_id and k.id = t.category_id) as "categoryName",
           (select string_agg(ta.member_id::text, ',') from task_assignee ta
             where ta.org_id = t.org_id and ta.task_id = t.id) as assignees,
           ${candidates(
             sql`t.project_id`,
             sql`m.id = any(${[...(wanted.memberIds ?? [])]}::uuid[]) or m.id = t.created_by_id
               or m.id in (select ta.member_id from task_assignee ta where ta.org_id = t.org_id and ta.task_id = t.id)`,
           )} as people
      from task t join project p on p.id = t.project_id where ${isTask(reference)}`;
  if (!task) throw notFound('The task');
  const { assignees, ...facts } = task;
  return { ...facts, assigneeIds: assignees?.split(',') ?? [] };
}
