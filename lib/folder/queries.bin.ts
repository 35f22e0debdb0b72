import 'server-only';
import type { Page } from '@/lib/contract/endpoint';
import { canPurgeItem, editsOwnOnly } from '@/lib/file/policy';
import type { BinnedItem, ListFileBin } from '@/lib/folder/schema';
import type { Ctx } from '@/lib/org';
import { paginate } from '@/lib/paging';
import { canBringBack } from '@/lib/permission/policy';
import { BIN_DAYS, binnedSince } from '@/lib/retention';
import { badge, empty, sql } from '@/lib/sql';

const DAY = 86_400_000;

/** What the caller may restore, last deleted first; leaders find what others deleted too. What went with a folder is not named by itself. */
export async function listFileBin(ctx: Ctx, { project_id, ...range }: ListFileBin): Promise<Page<BinnedItem>> {
  const { db, actor } = ctx;
  const admins = actor.role === 'admin' || actor.role === 'subadmin';
  const own = editsOwnOnly(actor);
  const inSpace = project_id
    ? sql`and i.project_id = ${project_id}::uuid`
    : admins
      ? empty
      : sql`and i.project_id is not null`;
  const found = sql`
      select 'file' as kind, i.id, i.name, i.size, i.type, i.project_id, i.uploaded_by_id as owner_id, i.deleted_at, i.deleted_by_id
        from file i where i.deleted_at > ${binnedSince()}::timestamptz and i.deleted_with is null ${inSpace}
         ${own ? sql`and i.uploaded_by_id = ${actor.memberId}::uuid and i.deleted_by_id = ${actor.memberId}::uuid` : empty}
      union all
      select 'folder', i.id, i.name, null, null, i.project_id, i.created_by_id, i.deleted_at, i.deleted_by_id
        from folder i where i.deleted_at > ${binnedSince()}::timestamptz and i.deleted_with is null ${inSpace}
         ${own ? sql`and i.created_by_id = ${actor.memberId}::uuid and i.deleted_by_id = ${actor.memberId}::uuid` : empty}`;
  const columns = sql`s.kind, s.id, s.name, s.size::float8 as size, s.type, s.project_id, s.owner_id, s.deleted_at, s.deleted_by_id, p.leader_id,
    case when s.kind = 'folder' then (select count(*)::int from file f where f.deleted_with = s.id) end as file_count,
    case when m.id is not null then ${badge(ctx)} end as deleted_by`;
  const joins = sql`left join project p on p.id = s.project_id left join member m on m.id = s.deleted_by_id`;
  const list = { found, order: sql`deleted_at desc, id desc`, columns, joins };
  return paginate(db, range, list, ({ id, owner_id, leader_id, deleted_at, deleted_by_id, ...row }: Row) => ({
    ...row,
    _id: id,
    deleted_at: deleted_at.toISOString(),
    removed_at: new Date(deleted_at.getTime() + BIN_DAYS * DAY).toISOString(),
    rights: {
      restore: canBringBack(actor, deleted_by_id),
      purge: canPurgeItem(actor, { projectId: row.project_id, ownerId: owner_id, leaderId: leader_id }),
    },
  }));
}

type Row = Pick<BinnedItem, 'kind' | 'name' | 'size' | 'type' | 'project_id' | 'file_count' | 'deleted_by'> & {
  id: string;
  owner_id: string | null;
  leader_id: string | null;
  deleted_at: Date;
  deleted_by_id: string | null;
};
