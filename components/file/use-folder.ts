import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { onUploaded } from '@/components/file/upload/queue';
import type { Collection, Pending } from '@/components/live/collection';
import type { Nudge } from '@/components/live/follow';
import { useLive } from '@/components/live/live-provider';
import { readDown } from '@/components/live/read-down';
import type { LiveMessage } from '@/components/live/subscriptions';
import { useCollection } from '@/components/live/use-collection';
import { call } from '@/components/query/api-client';
import { nameOrder } from '@/lib/file/vocabulary';
import { textFilter } from '@/lib/fold';
import { type Asked, folderKey, readFiles, readFolders, subfoldersQuery } from './folder-query';
import { type FolderItem, fileItem, folderItem, type Item, parentOf } from './item';

export type FirstPage = {
  folders: readonly FolderItem[];
  files: readonly Item[];
  total: number;
  cursor: string | null;
  loadedAt: number;
};

type Never = Pending & { never: true };

const keyOf: Record<string, (item: Item) => string | number> = {
  name: ({ name }) => nameOrder(name),
  size: (item) => (item.kind === 'file' ? item.size : 0),
  changed: ({ updated_at }) => updated_at,
  type: (item) => (item.kind === 'file' ? item.type : ''),
  uploaded_by: (item) => (item.kind === 'file' ? (item.uploaded_by?.name ?? '') : ''),
};

function comparing(sort: string): (one: Item, other: Item) => number {
  const down = sort.startsWith('-');
  const by = keyOf[sort.replace('-', '')] ?? (({ name }: Item) => name);
  const known = new WeakMap<Item, string | number>();
  const keyFor = (item: Item) => {
    const key = known.get(item) ?? by(item);
    known.set(item, key);
    return key;
  };
  return (one, other) => {
    // Folders always stand by name: they have no size and no type.
    if (one.kind === 'folder' || other.kind === 'folder') return nameOrder(one.name) < nameOrder(other.name) ? -1 : 1;
    const [a, b] = [keyFor(one), keyFor(other)];
    return (a === b ? (one._id < other._id ? -1 : 1) : a < b ? -1 : 1) * (down ? -1 : 1);
  };
}

/** After a change below one of the folders, until they are counted again; what changes meanwhile is counted with it (ms). */
const COUNT_AFTER = 400;

/** The rows of one place: read in pages, followed live. Changes are sent by `item-calls`, which answer the new rows. */
export function useFolder(asked: Asked, first: FirstPage) {
  const { channels } = useLive();
  const { project, folder } = asked.place;
  const channel = project ? channels.project(project._id) : channels.organisation;
  const kinds = useRef(new Map<string, Item['kind']>());
  const here = (item: Item) =>
    // With words everything below is listed: what is changed there is read again.
    (asked.q !== '' || parentOf(item) === (folder?._id ?? null)) &&
    item.project_id === (project?._id ?? null) &&
    (item.kind === 'folder' || !item.task_id) &&
    !(asked.owner && (item.kind === 'folder' || item.uploaded_by?._id !== asked.owner)) &&
    textFilter(asked.q)(item.name);

  const collection = useCollection<Item, Never>({
    key: folderKey(asked),
    first: {
      lists: {
        folder: { docs: first.folders, total: first.folders.length, cursor: null },
        file: { docs: first.files, total: first.total, cursor: first.cursor },
      },
    },
    loadedAt: first.loadedAt,
    // Whether a new file is of the wanted type only the server says: what is narrowed by type is read again.
    includes: (item) => here(item) && !(asked.type && item.kind === 'file'),
    list: ({ kind }) => kind,
    compare: comparing(asked.sort),
    read: async (now: Collection<Item, Never>, signal) => {
      const folders = readFolders(asked, signal);
      // It is awaited after the files; if they fail, or it does before, that is one failure.
      folders.catch(() => undefined);
      const wanted = now.lists.file?.docs.length ?? 0;
      const first = await readFiles(asked, null, signal);
      const files = await readDown(first, wanted, (cursor) => readFiles(asked, cursor, signal));
      return { lists: { folder: await folders, file: files } };
    },
    channels: channel ? [channel] : [],
    nudge: ({ event, data }: LiveMessage): Nudge => {
      if (event === 'files.changed') return 'everything';
      // What hangs on a task lies in no folder.
      if (!/^(?:file|folder)\.(?:changed|deleted)$/.test(event) || data.task_id) return null;
      countAgain();
      if (asked.type) return 'everything';
      const { id, version } = data;
      if (event.endsWith('.deleted')) return { id, version, gone: true };
      kinds.current.set(id, event === 'file.changed' ? 'file' : 'folder');
      return { id, version };
    },
    fetchOne: async (id) => {
      const kind = kinds.current.get(id) ?? 'file';
      const item =
        kind === 'file'
          ? fileItem(await call('GET file/{id}', { id }))
          : folderItem(await call('GET folder/{id}', { id }));
      return item;
    },
    send: () => Promise.reject(new TypeError('Files are changed by their own calls')),
    kind: 'changeFile',
  });
  const { state, dispatch, more } = collection;
  const client = useQueryClient();
  const folders = state.lists.folder?.docs;
  const known = useRef(folders);
  // The tree and "Move to…" show the same folders.
  useEffect(() => {
    if (known.current !== folders)
      void client.invalidateQueries({ queryKey: subfoldersQuery(project?._id ?? null, folder?._id ?? null).queryKey });
    known.current = folders;
  }, [folders, client, project, folder]);
  // A folder's own version stays when something is put into it or taken out, and nothing tells of which folder it was.
  const count = useEffectEvent(async () => {
    const shown = new Map(folders?.map((one) => [one._id, one as FolderItem]));
    if (shown.size === 0) return;
    for (const item of (await readFolders(asked)).docs as FolderItem[]) {
      const before = shown.get(item._id);
      if (before && (before.file_count !== item.file_count || before.folder_count !== item.folder_count))
        dispatch({ type: 'patched', row: item, own: true });
    }
  });
  const counting = useRef<ReturnType<typeof setTimeout>>(undefined);
  function countAgain(): void {
    counting.current ??= setTimeout(() => {
      counting.current = undefined;
      // The next change counts them anyway.
      count().catch(() => undefined);
    }, COUNT_AFTER);
  }
  useEffect(() => () => clearTimeout(counting.current), []);

  const take = (item: Item) => {
    dispatch({ type: 'patched', row: item, at: Date.now(), own: here(item) });
    countAgain();
  };
  const arrived = useEffectEvent(take);
  useEffect(() => onUploaded((file) => arrived(fileItem(file))), []);

  return {
    folders: (folders ?? []) as readonly FolderItem[],
    files: state.lists.file?.docs ?? [],
    total: state.lists.file?.total ?? 0,
    partial: Boolean(state.lists.file?.cursor),
    failed: collection.failed,
    reread: collection.reread,
    more: () => more('file', (cursor) => readFiles(asked, cursor)),
    take,
    drop: (id: string, version?: number) => {
      dispatch({ type: 'removed', id, version });
      countAgain();
    },
  };
}

export type Folder = ReturnType<typeof useFolder>;
