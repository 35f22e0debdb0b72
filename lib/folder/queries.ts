import 'server-only';
import type { Page } from '@/lib/contract/endpoint';
import { notFound } from '@/lib/errors';
import { itemRights } from '@/lib/file/policy';
import type { FileAudience } from '@/lib/file/vocabulary';
import type { FolderDetail, FolderRecord, FolderReference, ListFolders } from '@/lib/folder/schema';
import type { Ctx } from '@/lib/org';
import type { PersonBadge } from '@/lib/person/schema';
import { binnedSince } from '@/lib/retention';
import { badge, empty, instant, type Sql, sql } from '@/lib/sql';
import { contains } from '@/lib/validation';

type FolderRow = Pick<
  FolderRecord,
  'name' | 'parent_id' | 'parent_name' | 'project_id' | 'audience' | 'folder_count' | 'file_count' | 'version'
> & {
  id: string;
  created: number;
  updated: number;
  owner_id: string | null;
  leader_id: string | null;
  created_by: PersonBadge | null;
};

/** A client does not learn of a folder that it does not see. */
const parentFor = ({ actor }: Ctx): Sql =>
  actor.role === 'client'
    ? sql`(select above.id from folder above where above.org_id = o.org_id and above.id = o.parent_id)`
    : sql`o.parent_id`;

/** Of the folder `o`. */
const folderColumns = (ctx: Ctx): Sql => sql`o.id, o.name, ${parentFor(ctx)} as parent_id,
  (select above.name from folder above where above.org_id = o.org_id and above.id = o.parent_id) as parent_name,
  o.project_id, o.audience, o.version,
  (select count(*)::int from folder c where c.space_id = o.space_id and c.parent_id = o.id and c.deleted_at is null) as folder_count,
  (select count(*)::int from file f where f.space_id = o.space_id and f.folder_id = o.id and f.deleted_at is null) as file_count,
  extract(epoch from o.created_at)::float8 as created, extract(epoch from o.updated_at)::float8 as updated,
  o.created_by_id as owner_id,
  (select p.leader_id from project p where p.org_id = o.org_id and p.id = o.project_id) as leader_id,
  (select ${badge(ctx)} from member m where m.org_id = o.org_id and m.id = o.created_by_id) as created_by`;

function toFolder({ actor }: Ctx, row: FolderRow): FolderRecord {
  const { id, created, updated, owner_id: ownerId, leader_id: leaderId, ...rest } = row;
  return {
    _id: id,
    ...rest,
    created_at: instant(created),
    updated_at: instant(updated),
    rights: itemRights(actor, { projectId: row.project_id, ownerId, leaderId }),
  };
}

/** By name, in one statement. `not_found` where the caller does not see the place. */
export async function listFolders(ctx: Ctx, input: ListFolders): Promise<Page<FolderRecord>> {
  const { parent_id, project_id, q, page, limit } = input;
  const there = parent_id
    ? sql`exists (select from folder where id = ${parent_id}::uuid and deleted_at is null
        and (${project_id ?? null}::uuid is null or project_id = ${project_id ?? null}::uuid))`
    : project_id
      ? sql`exists (select from project where id = ${project_id}::uuid)`
      : sql`true`;
  const where = sql`o.deleted_at is null and ${within(ctx, input)}
    ${q ? sql`and o.name_folded like ${contains(q)}` : empty}`;
  const rows = await ctx.db.$queryRaw<(FolderRow & { there: boolean; total: number; place: number })[]>`
    select ${there} as there, (select count(*)::int from folder o where ${where}) as total, shown.*
      from (select) as always
      left join lateral (
        select ${folderColumns(ctx)}, o.place::int as place
          from (select o.*, row_number() over (order by o.name_order, o.id) as place from folder o where ${where}
                 order by o.name_order, o.id limit ${limit}::int offset ${(page - 1) * limit}::bigint) o) as shown on true
     order by shown.place`;
  const [first] = rows;
  if (!first?.there) throw notFound(parent_id ? 'The folder' : 'The project');
  const docs = rows
    .filter(({ id }) => id !== null)
    .map(({ there: _there, total: _total, place: _place, ...row }) => toFolder(ctx, row));
  return { docs, total: first.total, page, limit };
}

function within({ actor }: Ctx, { parent_id, project_id, q }: ListFolders): Sql {
  if (parent_id) {
    const space = sql`o.space_id = (select top.space_id from folder top where top.id = ${parent_id}::uuid)`;
    return q
      ? sql`${space} and o.id in (
          with recursive tree as (
            select c.id from folder c where c.parent_id = ${parent_id}::uuid and c.deleted_at is null
            union all
            select c.id from folder c join tree on c.parent_id = tree.id where c.deleted_at is null)
          select id from tree)`
      : sql`${space} and o.parent_id = ${parent_id}::uuid`;
  }
  if (q && !project_id) return sql`true`;
  const space = sql`o.space_id = coalesce(${project_id ?? null}::uuid, (select app_org_id()))`;
  if (q) return space;
  // What was shared out of an internal folder lies, for clients, at the root.
  return actor.role === 'client'
    ? sql`${space} and (o.parent_id is null
        or not exists (select from folder above where above.org_id = o.org_id and above.id = o.parent_id))`
    : sql`${space} and o.parent_id is null`;
}

/** With the folders above it; `not_found` if hidden or in the bin. */
export async function getFolder(ctx: Ctx, { id }: FolderReference): Promise<FolderDetail> {
  const [row] = await ctx.db.$queryRaw<(FolderRow & { path: FolderDetail['path'] })[]>`
    select ${folderColumns(ctx)},
           (with recursive above as (
              select a.id, a.name, a.parent_id, 1 as step from folder a where a.id = o.parent_id
              union all
              select a.id, a.name, a.parent_id, above.step + 1 from folder a join above on a.id = above.parent_id)
            select coalesce(json_agg(json_build_object('_id', id, 'name', name) order by step desc), '[]') from above) as path
      from folder o where o.id = ${id}::uuid and o.deleted_at is null`;
  if (!row) throw notFound('The folder');
  const { path, ...folder } = row;
  return { ...toFolder(ctx, folder), path, notes: [] };
}

export type FolderFacts = {
  id: string;
  name: string;
  spaceId: string;
  projectId: string | null;
  parentId: string | null;
  audience: FileAudience;
  depth: number;
  /** Levels of folders in it, itself included; in the bin of those that went along. */
  height: number;
  ownerId: string | null;
  leaderId: string | null;
  deleted: boolean;
  /** In the bin for so long that it cannot be restored. */
  expired: boolean;
  deletedById: string | null;
  version: number;
  /** Whether somebody else put something into it, at any depth. */
  shared: boolean;
};

/** `not_found` if hidden. In the bin too: who asks decides what that means. */
export async function folderFacts({ db }: Ctx, id: string): Promise<FolderFacts> {
  const [folder] = await db.$queryRaw<FolderFacts[]>`
    select o.id, o.name, o.space_id as "spaceId", o.project_id as "projectId", o.parent_id as "parentId", o.audience, o.depth,
           (with recursive tree as (
              select o.id, 1 as level
              union all
              select c.id, tree.level + 1 from folder c join tree on c.parent_id = tree.id
               where c.deleted_at is null or c.deleted_with = o.id)
            select max(level) from tree) as height,
           o.created_by_id as "ownerId", p.leader_id as "leaderId", o.deleted_at is not null as deleted,
           coalesce(o.deleted_at < ${binnedSince()}::timestamptz, false) as expired,
           o.deleted_by_id as "deletedById", o.version, folder_holds_others(o.id) as shared
      from folder o left join project p on p.org_id = o.org_id and p.id = o.project_id
     where o.id = ${id}::uuid`;
  if (!folder) throw notFound('The folder');
  return folder;
}

/** Whether `id` is `root` or lies in it. */
export async function liesIn({ db }: Ctx, id: string, root: string): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    with recursive above as (
      select o.id, o.parent_id from folder o where o.id = ${id}::uuid
      union all
      select o.id, o.parent_id from folder o join above on o.id = above.parent_id)
    select from above where id = ${root}::uuid`;
  return rows.length > 0;
}

/** False too for a folder that the caller does not see. */
export const isFolder = async ({ db }: Ctx, id: string): Promise<boolean> =>
  (await db.folder.count({ where: { id } })) > 0;
