import 'server-only';
import { DomainError, invalidField, notFound } from '@/lib/errors';
import type { FileAudience } from '@/lib/file/vocabulary';
import type { Ctx } from '@/lib/org';

/** Where a file is to go, as a request names it; nothing of it: the root of the organisation's own space. */
export type PlaceWanted = {
  folder_id?: string | null;
  project_id?: string | null;
  task_id?: string | null;
  /** Of the task. */
  comment_id?: string | null;
  audience?: FileAudience;
  /** Seen by its uploader alone, until it is attached. */
  draft?: boolean;
  /** A new version of this file. */
  file_id?: string | null;
};

/** What there is at a place. `audience`: what a new file has there, unless its uploader says otherwise. */
export type PlaceFacts = {
  spaceId: string;
  projectId: string | null;
  leaderId: string | null;
  folderId: string | null;
  taskId: string | null;
  commentId: string | null;
  audience: FileAudience;
  /** Of the comment. */
  commentAudience: FileAudience | null;
  /** How deep the folder lies; 0: at the root. */
  depth: number;
};

/** One statement; `not_found` for what the caller does not see, or what is in the bin. */
export async function placeFacts(ctx: Ctx, wanted: PlaceWanted): Promise<PlaceFacts> {
  const { project_id: project = null } = wanted;
  const facts = await (wanted.task_id
    ? onTask(ctx, wanted.task_id, wanted.comment_id ?? null)
    : wanted.folder_id
      ? inFolder(ctx, wanted.folder_id)
      : project
        ? inProject(ctx, project)
        : inOrganisation(ctx));
  if (project && facts.projectId !== project)
    throw invalidField('project_id', 'The folder or task belongs to another project.');
  return facts;
}

async function onTask({ db }: Ctx, id: string, commentId: string | null): Promise<PlaceFacts> {
  const [task] = await db.$queryRaw<PlaceFacts[]>`
    select t.project_id as "spaceId", t.project_id as "projectId", p.leader_id as "leaderId", null as "folderId", t.id as "taskId",
           c.id as "commentId", t.audience, c.audience as "commentAudience", 0 as depth
      from task t join project p on p.org_id = t.org_id and p.id = t.project_id
      left join comment c on c.org_id = t.org_id and c.task_id = t.id and c.id = ${commentId}::uuid and c.deleted_at is null
     where t.id = ${id}::uuid and t.deleted_at is null`;
  if (!task) throw notFound('The task');
  if (commentId && !task.commentId) throw notFound('The comment');
  return task;
}

async function inFolder({ db }: Ctx, id: string): Promise<PlaceFacts> {
  const [folder] = await db.$queryRaw<PlaceFacts[]>`
    select o.space_id as "spaceId", o.project_id as "projectId", p.leader_id as "leaderId", o.id as "folderId", null as "taskId",
           null as "commentId", o.audience, null as "commentAudience", o.depth
      from folder o left join project p on p.org_id = o.org_id and p.id = o.project_id
     where o.id = ${id}::uuid and o.deleted_at is null`;
  if (!folder) throw notFound('The folder');
  return folder;
}

async function inProject({ db }: Ctx, id: string): Promise<PlaceFacts> {
  const [project] = await db.$queryRaw<PlaceFacts[]>`
    select p.id as "spaceId", p.id as "projectId", p.leader_id as "leaderId", null as "folderId", null as "taskId",
           null as "commentId", 'internal' as audience, null as "commentAudience", 0 as depth
      from project p where p.id = ${id}::uuid`;
  if (!project) throw notFound('The project');
  return project;
}

const inOrganisation = async ({ org }: Ctx): Promise<PlaceFacts> => ({
  spaceId: org.id,
  projectId: null,
  leaderId: null,
  folderId: null,
  taskId: null,
  commentId: null,
  audience: 'internal',
  commentAudience: null,
  depth: 0,
});

/** Until the transaction ends no folder of the space is moved, shared or deleted; with `alone` nothing is added either. */
export async function holdSpace({ db }: Ctx, spaceId: string, alone = false): Promise<void> {
  if (alone) await db.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`space:${spaceId}`}, 0))`;
  else await db.$executeRaw`select pg_advisory_xact_lock_shared(hashtextextended(${`space:${spaceId}`}, 0))`;
}

/** The nearest folder at or above `id` that is not in the bin; null: the root of the space. */
export async function standingFolder({ db }: Ctx, id: string | null): Promise<string | null> {
  if (id === null) return null;
  const [row] = await db.$queryRaw<{ id: string }[]>`
    with recursive above as (
      select o.id, o.parent_id, o.deleted_at, 1 as step from folder o where o.id = ${id}::uuid
      union all
      select o.id, o.parent_id, o.deleted_at, above.step + 1 from folder o join above on o.id = above.parent_id
       where above.deleted_at is not null)
    select id from above where deleted_at is null order by step limit 1`;
  return row?.id ?? null;
}

/** Holds the space where a place lies. `conflict` if the place went to another space while this waited. */
export async function holdPlace(ctx: Ctx, wanted: PlaceWanted, alone = false): Promise<PlaceFacts> {
  const { spaceId } = await placeFacts(ctx, wanted);
  await holdSpace(ctx, spaceId, alone);
  const facts = await placeFacts(ctx, wanted);
  if (facts.spaceId !== spaceId) throw new DomainError('conflict', 'The folder went to another project. Try again.');
  return facts;
}

export async function folderName({ db }: Ctx, id: string): Promise<string | null> {
  const folder = await db.folder.findFirst({ where: { id }, select: { name: true } });
  return folder?.name ?? null;
}
