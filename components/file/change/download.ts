import type { Item } from '@/components/file/item';

/** One file as it is; several, or a folder, as a zip that begins at once. The browser itself keeps it and shows how far it is. */
export function download(items: readonly Item[]): void {
  const [first] = items;
  if (!first) return;
  const of = (kind: Item['kind']) => items.flatMap((item) => (item.kind === kind ? item._id : [])).join(',');
  const ids = { file_ids: of('file'), folder_ids: of('folder') };
  const zip = new URLSearchParams(Object.entries(ids).filter(([, list]) => list));
  const single = items.length === 1 && first.kind === 'file';
  const href = single ? `${first.content_url}?download=1` : `/api/zip?${zip}`;
  Object.assign(document.createElement('a'), { href, download: '' }).click();
}
