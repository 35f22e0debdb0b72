import 'server-only';
import { DomainError, notFound } from '@/lib/errors';
import { portableName, withEnding } from '@/lib/file/bytes/names';
import { nameKey } from '@/lib/file/vocabulary';
import type { Ctx } from '@/lib/org';
import type { Location } from '@/lib/storage/storage';

/** A file of an archive: `path` with slashes, unique without regard to case. `size` in bytes. */
export type ArchiveEntry = Location & { path: string; size: number; type: string; changedAt: Date };

const MOST_ENTRIES = 20_000;

type Row = Omit<ArchiveEntry, 'path'> & { id: string; root: string | null; folder: string[]; name: string };

/** What the caller sees of these files and folders; `not_found` where one of them is hidden, `invalid` beyond the limit. */
export async function filesFor(
  { db }: Ctx,
  { file_ids, folder_ids }: { file_ids: readonly string[]; folder_ids: readonly string[] },
): Promise<ArchiveEntry[]> {
  const [asked] = await db.$queryRaw<{ files: number; folders: number }[]>`
    select (select count(*)::int from file where id = any(${[...file_ids]}::uuid[]) and deleted_at is null) as files,
           (select count(*)::int from folder where id = any(${[...folder_ids]}::uuid[]) and deleted_at is null) as folders`;
  if (asked?.files !== new Set(file_ids).size || asked.folders !== new Set(folder_ids).size)
    throw notFound('One of these files or folders');
  const rows = await db.$queryRaw<Row[]>`
    with recursive tree as (
      select o.id, o.id as root, array[o.name] as folder from folder o
       where o.id = any(${[...folder_ids]}::uuid[]) and o.deleted_at is null
      union all
      select o.id, tree.root, tree.folder || o.name from folder o join tree on o.parent_id = tree.id where o.deleted_at is null),
    chosen as (
      select f.*, tree.root, tree.folder from tree join file f on f.folder_id = tree.id
      union all
      select f.*, null, '{}' from file f where f.id = any(${[...file_ids]}::uuid[]))
    select f.id, f.root, f.folder, f.name, f.size::float8 as size, f.type, c.storage_key as "storageKey", c.stored_in as "storedIn", f.updated_at as "changedAt"
      from chosen f join file_content c on c.org_id = f.org_id and c.id = f.content_id
     where f.deleted_at is null and f.draft_at is null
     order by cardinality(f.folder) desc, f.folder, f.name_order, f.id limit ${MOST_ENTRIES + 1}::int`;
  if (rows.length > MOST_ENTRIES)
    throw new DomainError('invalid', `These are more than ${MOST_ENTRIES} files. Choose fewer folders.`);
  return withPaths(onlyOnce(rows));
}

/** What was chosen by itself and lies in a chosen folder too is there once, in its folder. */
const onlyOnce = (rows: readonly Row[]): Row[] => {
  const seen = new Set<string>();
  return rows.filter(({ id }) => !seen.has(id) && seen.add(id));
};

function withPaths(rows: readonly Row[]): ArchiveEntry[] {
  /** Of each path that is taken, the number to try next. */
  const taken = new Map<string, number>();
  const free = (folders: readonly string[], name: string) => {
    const under = (last: string) => [...folders, last].join('/');
    const wanted = nameKey(under(name));
    for (let number = taken.get(wanted) ?? 1; ; number++) {
      const path = under(number === 1 ? name : withEnding(name, ` (${number})`));
      if (taken.has(nameKey(path))) continue;
      taken.set(nameKey(path), 2).set(wanted, number + 1);
      return path;
    }
  };
  const tops = new Map<string, string>();
  for (const { root, folder } of rows) {
    const [top] = folder;
    if (root !== null && top !== undefined && !tops.has(root)) tops.set(root, free([], portableName(top)));
  }
  return rows.map(({ id: _id, root, folder, name, ...content }) => {
    const [, ...below] = folder.map(portableName);
    const folders = root === null ? [] : [tops.get(root) as string, ...below];
    return { path: free(folders, portableName(name)), ...content };
  });
}
