import 'server-only';
import { getJob } from '@/lib/job/queries';
import type { Ctx } from '@/lib/org';
import type { LatestImport, OrganisationImport } from '@/lib/organisation-archive/schema';
import type { Location } from '@/lib/storage/storage';

export type Import = Location & {
  id: string;
  fileName: string;
  size: number;
  mask: string;
  kept: Record<string, unknown[]>;
  known: Record<string, string>;
  lacks: string[];
  counts: Record<string, number>;
};

/** The one that is not finished; null where there is none. */
export async function importUnderWay({ db }: Ctx, id?: string): Promise<Import | null> {
  const [row] = await db.$queryRaw<Import[]>`
    select id, file_name as "fileName", size::float8 as size, storage_key as "storageKey", stored_in as "storedIn", mask, kept, known, lacks, counts
      from organisation_import where finished_at is null and (${id ?? null}::uuid is null or id = ${id ?? null}::uuid)`;
  return row ?? null;
}

export const insertImport = (
  { db, actor }: Ctx,
  one: Pick<Import, 'id' | 'fileName' | 'size' | 'storageKey' | 'storedIn' | 'mask' | 'kept' | 'known' | 'lacks'>,
) => db.$executeRaw`
  insert into organisation_import (id, created_by_id, file_name, size, storage_key, stored_in, mask, kept, known, lacks)
  values (${one.id}::uuid, ${actor.memberId}::uuid, ${one.fileName}, ${one.size}::bigint, ${one.storageKey}, ${one.storedIn}, ${one.mask},
          ${JSON.stringify(one.kept)}::jsonb, ${JSON.stringify(one.known)}::jsonb, ${JSON.stringify(one.lacks)}::jsonb)`;

export const saveImport = (
  { db }: Ctx,
  { id, known, lacks, counts }: Pick<Import, 'id' | 'known' | 'lacks' | 'counts'>,
) =>
  db.$executeRaw`update organisation_import set known = ${JSON.stringify(known)}::jsonb, lacks = ${JSON.stringify(lacks)}::jsonb,
    counts = ${JSON.stringify(counts)}::jsonb where id = ${id}::uuid`;

export const endImport = ({ db }: Ctx, id: string, problem: string | null) =>
  db.$executeRaw`update organisation_import set finished_at = now(), problem = ${problem}, storage_key = null where id = ${id}::uuid`;

export const hasProjects = async ({ db }: Ctx): Promise<boolean> =>
  (await db.$queryRaw<{ some: boolean }[]>`select keys <> '[]' as some from archive_present(array['project'])`)[0]
    ?.some ?? true;

/** The keys of the rows that tables have here. */
export async function presentKeys({ db }: Ctx, tables: readonly string[]): Promise<Map<string, unknown[]>> {
  const rows = await db.$queryRaw<{ name: string; keys: unknown[] }[]>`
    select name, keys from archive_present(${[...tables]}::text[])`;
  return new Map(rows.map(({ name, keys }) => [name, keys]));
}

export type Refused = { at: number; state: string; reason: string };

export const restoreRows = (
  { db }: Ctx,
  table: string,
  rows: readonly object[],
  { later, again }: { later: readonly string[]; again: boolean },
): Promise<Refused[]> =>
  db.$queryRaw`select at, state, reason from restore_rows(${table}, ${JSON.stringify(rows)}::jsonb, ${[...later]}::text[], ${again})`;

export async function unrestoreRows(
  { db }: Ctx,
  table: string,
  kept: readonly unknown[],
  later: readonly string[],
  most: number,
) {
  const [row] = await db.$queryRaw<{ gone: number }[]>`
    select unrestore_rows(${table}, ${JSON.stringify(kept)}::jsonb, ${[...later]}::text[], ${most}::int) as gone`;
  return row?.gone ?? 0;
}

/** What is here under a name of its own, which an archive may have too: people by email, categories and labels by name, the room of all. */
export const namedHere = ({ db }: Ctx): Promise<{ kind: string; name: string; id: string }[]> => db.$queryRaw`
  select 'member' as kind, lower(email) as name, id from member
  union all select 'category', name, id from category
  union all select 'label', name, id from label where deleted_at is null
  union all select 'room', kind, id from room where kind = 'organisation'`;

type Row = Omit<OrganisationImport, 'job' | 'created_at' | 'finished_at'> & {
  id: string;
  created_at: Date;
  finished_at: Date | null;
};

/** The latest import, and whether there may be one. */
export async function latestImport(ctx: Ctx): Promise<LatestImport> {
  const [row] = await ctx.db.$queryRaw<Row[]>`
    select id, file_name, counts, lacks, created_at, finished_at, problem from organisation_import order by created_at desc limit 1`;
  const possible = !(await hasProjects(ctx));
  if (!row) return { latest: null, possible };
  const { id, created_at, finished_at, ...rest } = row;
  const job = await getJob(ctx, { id }).catch(() => null);
  return {
    latest: { ...rest, job, created_at: created_at.toISOString(), finished_at: finished_at?.toISOString() ?? null },
    possible,
  };
}
