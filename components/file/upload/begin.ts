import { call } from '@/components/query/api-client';
import type { FileRecord } from '@/lib/file/schema';
import { nameKey } from '@/lib/file/vocabulary';
import { cut } from '@/lib/text';
import type { Dropped } from './dropped';
import { addUploads, type UploadPlace } from './queue';

export type Target = { place: UploadPlace; where: string };

/** Files that a place has already under the names of new ones. */
export type Clash = { file: File; existing: FileRecord };

export type ClashAnswer = 'both' | 'replace' | null;

/**
 * Makes the folders that came along, asks about names that exist, and puts all files into the queue.
 * @param ask null leaves out the files whose names exist
 */
export async function beginUpload(
  dropped: readonly Dropped[],
  target: Target,
  ask: (clashes: readonly Clash[]) => Promise<ClashAnswer>,
): Promise<void> {
  const folders = new Map<string, Promise<Target>>();
  const folderFor = (path: readonly string[]): Promise<Target> => {
    if (path.length === 0) return Promise.resolve(target);
    const key = path.join('/');
    const known = folders.get(key) ?? folderFor(path.slice(0, -1)).then((above) => folderIn(above, path.at(-1) ?? ''));
    folders.set(key, known);
    return known;
  };
  const placed: { file: File; to: Target }[] = [];
  for (const { file, folders: path } of dropped) placed.push({ file, to: await folderFor(path) });
  const clashes = await clashesOf(placed);
  const answer = clashes.size > 0 ? await ask([...clashes.values()]) : 'both';
  addUploads(
    placed.flatMap(({ file, to }) => {
      const clash = clashes.get(file);
      if (clash && answer === null) return [];
      const versionOf = clash && answer === 'replace' && clash.existing.rights.edit ? clash.existing._id : undefined;
      return { file, where: to.where, place: { ...to.place, ...(versionOf && { file_id: versionOf }) } };
    }),
  );
}

/** The folder of this name, made where there is none. */
async function folderIn({ place }: Target, name: string): Promise<Target> {
  const input = { ...(place.folder_id && { parent_id: place.folder_id }), ...projectOf(place) };
  for (let page = 1; ; page++) {
    const { docs, hasNextPage } = await call('GET folderList', { ...input, limit: 200, page });
    const same = docs.find((one) => nameKey(one.name) === nameKey(name));
    if (same) return { place: { ...projectOf(place), folder_id: same._id }, where: same.name };
    if (!hasNextPage) break;
  }
  const made = await call('POST folder', { name, ...input });
  return { place: { ...projectOf(place), folder_id: made._id }, where: made.name };
}

const projectOf = ({ project_id }: UploadPlace) => (project_id ? { project_id } : {});

/** Above this many names a place is read whole instead of name by name. */
const FEW = 20;

async function clashesOf(placed: readonly { file: File; to: Target }[]): Promise<Map<File, Clash>> {
  const found = new Map<File, Clash>();
  for (const to of new Set(placed.map((one) => one.to))) {
    const files = placed.filter((one) => one.to === to).map(({ file }) => file);
    const there = new Map((await filesNamed(to.place, files)).map((one) => [nameKey(one.name), one]));
    for (const file of files) {
      const existing = there.get(nameKey(file.name));
      if (existing) found.set(file, { file, existing });
    }
  }
  return found;
}

async function filesNamed(place: UploadPlace, files: readonly File[]): Promise<FileRecord[]> {
  const there: FileRecord[] = [];
  for (const q of files.length <= FEW ? files.map(({ name }) => cut(name, 100)) : [undefined]) {
    let cursor: string | undefined;
    do {
      const answer = await call('GET fileList', { ...place, q, cursor, limit: 200 } as never);
      there.push(...answer.docs.filter(({ folder_id }) => folder_id === (place.folder_id ?? null)));
      cursor = answer.next_cursor ?? undefined;
    } while (cursor);
  }
  return there;
}
