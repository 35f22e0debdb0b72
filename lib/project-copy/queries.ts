import 'server-only';
import { notFound } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { sql } from '@/lib/sql';
import { type SourceTask, sourceColumns } from '@/lib/template/queries.source';

export type SourceProject = {
  id: string;
  key: string;
  name: string;
  description: string;
  type: string;
  tint: string;
  categoryId: string | null;
  leaderId: string | null;
  startDate: string | null;
  dueDate: string | null;
  /** The earliest day that anything of it has. */
  first: string | null;
  tasks: number;
  files: number;
  /** Bytes of its files. */
  size: number;
};

/** Files `f` of the project that go along: on its tasks, and at the root of its space. */
const filesOf = (
  projectId: string,
) => sql`f.project_id = ${projectId}::uuid and f.deleted_at is null and f.draft_at is null
  and f.comment_id is null and f.message_id is null and f.request_id is null
  and (f.task_id is null and f.folder_id is null or exists (select from task t where t.id = f.task_id and t.deleted_at is null))`;

/** As the caller sees it; `not_found` if hidden. */
export async function sourceProject({ db }: Ctx, id: string): Promise<SourceProject> {
  const [row] = await db.$queryRaw<SourceProject[]>`
    select p.id, p.key, p.name, p.description, p.type, p.tint, p.category_id as "categoryId", p.leader_id as "leaderId",
           to_char(p.start_date, 'YYYY-MM-DD') as "startDate", to_char(p.due_date, 'YYYY-MM-DD') as "dueDate",
           to_char(least(p.start_date, p.due_date, t.first, (select min(g.due_date) from milestone g where g.project_id = p.id and g.deleted_at is null)),
                   'YYYY-MM-DD') as first,
           t.tasks, f.files, f.size
      from project p
      cross join lateral (select count(*)::int as tasks, least(min(t.start_date), min(t.due_date)) as first
                            from task t where t.project_id = p.id and t.deleted_at is null) t
      cross join lateral (select count(*)::int as files, coalesce(sum(f.size), 0)::float8 as size from file f where ${filesOf(id)}) f
     where p.id = ${id}::uuid`;
  if (!row) throw notFound('The project');
  return row;
}

export type Seat = { id: string; role: string; isContact: boolean };

export const seatsOf = ({ db }: Ctx, projectId: string): Promise<Seat[]> => db.$queryRaw`
  select m.id, m.role, pm.is_contact as "isContact" from project_member pm join member m on m.org_id = pm.org_id and m.id = pm.member_id
   where pm.project_id = ${projectId}::uuid and m.approval = 1 and m.deactivated_at is null order by pm.joined_at, m.id`;

export type CopiedTask = SourceTask & { level: number; number: number };
export type TaskPlace = { level: number; number: number };

/** The next tasks of the project, each after the one that it is below. */
export const tasksAfter = (
  { db }: Ctx,
  projectId: string,
  after: TaskPlace | null,
  most: number,
): Promise<CopiedTask[]> => db.$queryRaw`
  with recursive tree as (
    select t.id, t.number, 0 as level from task t where t.project_id = ${projectId}::uuid and t.deleted_at is null
       and not exists (select from task above where above.id = t.parent_id and above.project_id = t.project_id and above.deleted_at is null)
    union all
    select t.id, t.number, level + 1 from tree join task t on t.parent_id = tree.id and t.project_id = ${projectId}::uuid
     where t.deleted_at is null and level < 20)
  select tree.level, tree.number, ${sourceColumns(['text', 'number', 'date', 'choice', 'person'])}
    from tree join task t on t.id = tree.id
   where (${after?.level ?? null}::int is null or (tree.level, tree.number) > (${after?.level ?? 0}::int, ${after?.number ?? 0}::int))
   order by tree.level, tree.number limit ${most}::int`;

type Link = { task_id: string; blocks_id: string };

/** The next dependencies between tasks of the project. */
export const linksAfter = ({ db }: Ctx, projectId: string, after: Link | null, most: number): Promise<Link[]> =>
  db.$queryRaw`
  select d.task_id, d.blocks_id from dependency d
   where d.project_id = ${projectId}::uuid and d.blocks_project_id = ${projectId}::uuid
     and (${after?.task_id ?? null}::uuid is null or (d.task_id, d.blocks_id) > (${after?.task_id ?? null}::uuid, ${after?.blocks_id ?? null}::uuid))
   order by d.task_id, d.blocks_id limit ${most}::int`;

export type CopiedFile = { id: string; name: string; taskId: string | null; audience: string; versionNumber: number };

export const filesAfter = ({ db }: Ctx, projectId: string, after: string | null, most: number): Promise<CopiedFile[]> =>
  db.$queryRaw`
  select f.id, f.name, f.task_id as "taskId", f.audience, f.version_number as "versionNumber" from file f
   where ${filesOf(projectId)} and (${after}::uuid is null or f.id > ${after}::uuid) order by f.id limit ${most}::int`;

/** Which of these tasks, and milestones, there are. */
export async function standing({ db }: Ctx, ids: readonly string[]): Promise<Set<string>> {
  if (!ids.length) return new Set();
  const rows = await db.$queryRaw<{ id: string }[]>`
    select t.id from task t where t.id = any(${[...ids]}::uuid[]) and t.deleted_at is null
    union all select g.id from milestone g where g.id = any(${[...ids]}::uuid[]) and g.deleted_at is null`;
  return new Set(rows.map(({ id }) => id));
}
