import 'server-only';
import { bidi } from '@/lib/bidi';
import type { Page } from '@/lib/contract/endpoint';
import { env } from '@/lib/env';
import { DomainError, notFound } from '@/lib/errors';
import type { ListVersions, StorageUseRecord, VersionRecord } from '@/lib/file/schema';
import type { Ctx } from '@/lib/org';
import { badge, type Db, instant } from '@/lib/sql';
import type { Location, StorageKind } from '@/lib/storage/storage';

/** What is served of a file. `size` in bytes. */
export type Content = Location & {
  name: string;
  storedAs: string | null;
  type: string;
  size: number;
  sha256: string;
  versionNumber: number;
  changedAt: Date;
};

/** Of the present version unless one is named; `not_found` if hidden, in the bin, or without such a version. */
export async function contentOf({ db }: Ctx, id: string, versionNumber: number | null = null): Promise<Content> {
  const [content] = await db.$queryRaw<Content[]>`
    select f.name, v.type, v.size::float8 as size, v.sha256, c.storage_key as "storageKey", c.stored_in as "storedIn", c.stored_as as "storedAs",
           v.version_number as "versionNumber", v.created_at as "changedAt"
      from file f
      join file_version v on v.org_id = f.org_id and v.file_id = f.id
       and v.version_number = coalesce(${versionNumber}::int, f.version_number)
      join file_content c on c.org_id = v.org_id and c.id = v.content_id
     where f.id = ${id}::uuid and f.deleted_at is null`;
  if (!content) throw notFound('The file');
  return content;
}

/** What a version holds, to be named by another one. */
export async function contentIn(
  { db }: Ctx,
  id: string,
  versionNumber: number,
): Promise<{ contentId: string; size: number; type: string; sha256: string }> {
  const version = await db.fileVersion.findFirst({
    where: { fileId: id, versionNumber },
    select: { contentId: true, size: true, type: true, sha256: true },
  });
  if (!version) throw notFound('The version');
  return { ...version, size: Number(version.size) };
}

/** Newest first; `not_found` as for the file. A client sees those since it was shared. */
export async function listVersions(ctx: Ctx, { id, page, limit }: ListVersions): Promise<Page<VersionRecord>> {
  const rows = await ctx.db.$queryRaw<(Omit<VersionRecord, 'created_at'> & { created: number; total: number })[]>`
    select v.version_number, v.size::float8 as size, v.type, v.sha256, extract(epoch from v.created_at)::float8 as created,
           case when ${ctx.actor.role === 'client'} then f.version_number - f.shared_from + 1 else f.version_number end as total,
           (select ${badge(ctx)} from member m where m.org_id = v.org_id and m.id = v.uploaded_by_id) as uploaded_by
      from file f left join file_version v on v.org_id = f.org_id and v.file_id = f.id
     where f.id = ${id}::uuid and f.deleted_at is null
     order by v.version_number desc limit ${limit}::int offset ${(page - 1) * limit}::bigint`;
  const [first] = rows;
  if (!first && page === 1) throw notFound('The file');
  const docs = rows.map(({ created, total, ...row }) => ({ ...row, created_at: instant(created) }));
  return { docs, total: first?.total ?? 0, page, limit };
}

/** How many bytes fit into the organisation's quota. */
export async function bytesLeft({ db }: Ctx): Promise<number> {
  const [row] = await db.$queryRaw<
    { left: number }[]
  >`select storage_left(${env.fileQuotaBytes}::bigint)::float8 as left`;
  return row?.left ?? env.fileQuotaBytes;
}

/** After versions that were no upload, as copies count too. Throws `full`; nothing is copied then. */
export async function mustFitQuota({ db, org }: Ctx): Promise<void> {
  const [row] = await db.$queryRaw<{ over: boolean }[]>`select storage_exceeded(${env.fileQuotaBytes}::bigint) as over`;
  if (row?.over)
    throw new DomainError('full', bidi`${org.name} has no room for a copy. Remove files for good, or ask an admin.`);
}

/** A client learns the size of what it sees, and no more. */
export async function storageUse({ db, actor }: Ctx): Promise<StorageUseRecord> {
  const [row] = await db.$queryRaw<{ files: number; bytes: number; used: number | null; quota: number | null }[]>`
    select count(*)::int as files, coalesce(sum(f.size), 0)::float8 as bytes,
           (select used_bytes::float8 from storage_use) as used, (select quota_bytes::float8 from storage_use) as quota
      from file f where f.deleted_at is null and f.draft_at is null`;
  const { files = 0, bytes = 0, used = null, quota = null } = row ?? {};
  return actor.role === 'client'
    ? { used_bytes: bytes, quota_bytes: null, file_count: files }
    : { used_bytes: used ?? 0, quota_bytes: quota ?? env.fileQuotaBytes, file_count: files };
}

/** Where contents lie that no file has any more, as many as `rows` in these storages: they are forgotten, and their bytes may go. */
export const forgottenContents = (db: Db, storages: readonly StorageKind[], rows: number): Promise<Location[]> =>
  db.$queryRaw`
    select storage_key as "storageKey", stored_in as "storedIn" from forget_contents(${rows}::int, ${[...storages]}::text[])`;

/** Those of `keys` that a content has, or an archive under import: all others are bytes without a record. */
export async function knownKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db.$queryRaw<{ key: string }[]>`
    select storage_key as key from file_content where storage_key = any(${[...keys]}::text[])
    union all select storage_key from organisation_import where storage_key = any(${[...keys]}::text[])`;
  return new Set(rows.map(({ key }) => key));
}

/** Keys of the newest contents that should lie on the disk of whoever serves them. */
export async function newestOnDisk(db: Db, rows: number): Promise<string[]> {
  const found = await db.$queryRaw<{ key: string }[]>`
    select storage_key as key from file_content where stored_in = 'local' order by id desc limit ${rows}::int`;
  return found.map(({ key }) => key);
}

/** Those of `ids` that are organisations here. */
export async function knownOrganisations(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.$queryRaw<{ id: string }[]>`select id from organisation where id = any(${[...ids]}::uuid[])`;
  return new Set(rows.map(({ id }) => id));
}

/** One step of removing what was in the bin long enough, and drafts of yesterday. @returns how many went */
export async function emptyFileBin(db: Db, rows: number): Promise<{ gone: number }[]> {
  return db.$queryRaw`select empty_file_bin(${rows}::int) as gone`;
}
