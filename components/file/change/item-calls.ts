import { fileItem, folderItem, type Item } from '@/components/file/item';
import { call } from '@/components/query/api-client';

type Changes = { name?: string; audience?: 'internal' | 'client' };
export type Destination = { folder_id: string | null; project_id: string | null };

/** The item with these changes, and what is to be said of its name; throws ApiError. */
export async function changeItem(
  { kind, _id: id, version }: Item,
  changes: Changes,
): Promise<Item & { notes: readonly string[] }> {
  if (kind === 'file') return fileItem(await call('PATCH file/{id}', { id, version, ...changes }));
  const { notes, ...folder } = await call('PATCH folder/{id}', { id, version, ...changes });
  return { ...folderItem(folder), notes };
}

export async function moveItem({ kind, _id: id, version }: Item, to: Destination): Promise<Item> {
  return kind === 'file'
    ? fileItem(await call('PATCH file/{id}', { id, version, ...to }))
    : folderItem(await call('PATCH folder/{id}', { id, version, ...placeOf(to) }));
}

export const copyItem = async ({ kind, _id: id }: Item, to: Destination): Promise<Item> =>
  kind === 'file'
    ? fileItem(await call('POST copyFile/{id}', { id, ...to }))
    : folderItem(await call('POST copyFolder/{id}', { id, ...placeOf(to) }));

const placeOf = ({ folder_id, project_id }: Destination) => ({ parent_id: folder_id, project_id });

/** Into the bin. */
export async function deleteItem({ kind, _id: id }: Item): Promise<void> {
  await (kind === 'file' ? call('DELETE file/{id}', { id }) : call('DELETE folder/{id}', { id }));
}

export const restoreItem = async ({ _id }: Pick<Item, '_id'>): Promise<void> =>
  void (await call('POST restoreFile', { _id }));

export const countWords = (items: readonly Pick<Item, 'name'>[]): string =>
  items.length === 1 ? `“${items[0]?.name}”` : `${items.length} items`;
