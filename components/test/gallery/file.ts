import { type FileItem, type FolderItem, fileItem, folderItem, type Item, parentOf } from '@/components/file/item';
import type { FileRecord } from '@/lib/file/schema';
import type { FolderRecord } from '@/lib/folder/schema';
import { live } from '../connection';
import { list, Refusal, server } from '../server';
import { CLIENT, LEADER } from './people';
import { PROJECT } from './project';

const MADE_AT = '2026-11-02T09:00:00.000Z';
const MINE = { edit: true, share: true };

export function fileRecord(number: number, part: Partial<FileRecord> = {}): FileRecord {
  const _id = part._id ?? `f-${number}`;
  return {
    _id,
    name: `File ${number}.txt`,
    size: 2048,
    type: 'text/plain',
    sha256: '0'.repeat(64),
    folder_id: null,
    folder_name: null,
    project_id: PROJECT._id,
    task_id: null,
    comment_id: null,
    message_id: null,
    request_id: null,
    audience: 'internal',
    version_number: 1,
    uploaded_by: LEADER,
    created_at: MADE_AT,
    updated_at: MADE_AT,
    version: 1,
    content_url: `/api/fileContent/${_id}`,
    thumbnail_url: null,
    rights: MINE,
    notes: [],
    ...part,
  };
}

function folderRecord(number: number, part: Partial<FolderRecord> = {}): FolderRecord {
  return {
    _id: `d-${number}`,
    name: `Folder ${number}`,
    parent_id: null,
    parent_name: null,
    project_id: PROJECT._id,
    audience: 'internal',
    folder_count: 0,
    file_count: 0,
    created_by: LEADER,
    created_at: MADE_AT,
    updated_at: MADE_AT,
    version: 1,
    rights: MINE,
    ...part,
  };
}

export const aFile = (number: number, part?: Partial<FileRecord>): FileItem => fileItem(fileRecord(number, part));
export const aFolder = (number: number, part?: Partial<FolderRecord>): FolderItem =>
  folderItem(folderRecord(number, part));

type Fields = Record<string, unknown>;

/** Keeps files and folders as the server would for what the file manager asks. */
export function serveFiles(first: readonly Item[]) {
  let items: Item[] = [...first];
  let bin: Item[] = [];
  let made = 0;
  const at = (id: string): Item => {
    const found = items.find(({ _id }) => _id === id);
    if (!found) throw new Refusal(404, 'not_found', 'It was not found.');
    return found;
  };
  const file = (id: string) => at(id) as FileItem;
  const folder = (id: string) => at(id) as FolderItem;
  const put = <One extends Item>(item: One): One => {
    items = [...items.filter(({ _id }) => _id !== item._id), item];
    return item;
  };
  const given = (fields: Fields) =>
    Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const edit = ({ id, version, ...fields }: Fields & { id: string; version: number | string }) => {
    const before = at(id);
    if (Number(version) !== before.version)
      throw new Refusal(409, 'conflict', 'Somebody changed it meanwhile.', { current: before });
    return put({ ...before, ...given(fields), version: before.version + 1 } as Item);
  };
  const copy = (id: string, to: Fields) =>
    put({ ...at(id), ...given(to), _id: `${id}-copy-${++made}`, version: 1 } as Item);
  const counted = (item: FolderItem): FolderItem => {
    const inside = items.filter((one) => parentOf(one) === item._id);
    const folder_count = inside.filter(({ kind }) => kind === 'folder').length;
    return { ...item, folder_count, file_count: inside.length - folder_count };
  };
  const within = (place: { folder?: string | null; project?: string | null; q?: string }) => (item: Item) =>
    item.project_id === (place.project ?? (place.folder ? item.project_id : null)) &&
    (place.q ? item.name.toLowerCase().includes(place.q.toLowerCase()) : parentOf(item) === (place.folder ?? null));

  server.on('GET fileList', ({ folder_id, project_id, q, uploaded_by }) =>
    list(
      items
        .filter((item): item is FileItem => item.kind === 'file')
        .filter(within({ folder: folder_id, project: project_id, q }))
        .filter((item) => !uploaded_by || item.uploaded_by?._id === uploaded_by)
        .toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    ),
  );
  server.on('GET folderList', ({ parent_id, project_id, q }) =>
    list(
      items
        .filter((item): item is FolderItem => item.kind === 'folder')
        .filter(within({ folder: parent_id, project: project_id, q }))
        .map(counted),
    ),
  );
  server.on('GET file/{id}', ({ id }) => file(id));
  server.on('GET folder/{id}', ({ id }) => ({ ...counted(folder(id)), path: [], notes: [] }));
  server.on('PATCH file/{id}', (input) => edit(input) as FileItem);
  server.on('PATCH folder/{id}', (input) => ({ ...(edit(input) as FolderItem), changed_count: 0, notes: [] }));
  server.on('POST copyFile/{id}', ({ id, ...to }) => copy(id, to) as FileItem);
  server.on('POST copyFolder/{id}', ({ id, ...to }) => ({ ...(copy(id, to) as FolderItem), path: [], notes: [] }));
  server.on('POST folder', ({ name, parent_id = null, project_id = null }) => ({
    ...put(aFolder(100 + ++made, { name, parent_id, project_id })),
    path: [],
    notes: [],
  }));
  const remove = ({ id }: { id: string }) => {
    const { kind, _id, name } = at(id);
    bin = [...bin, at(id)];
    items = items.filter((item) => item._id !== id);
    return { kind, _id, name };
  };
  server.on('DELETE file/{id}', remove);
  server.on('DELETE folder/{id}', remove);
  server.on('POST restoreFile', ({ _id }) => {
    const found = bin.find((item) => item._id === _id);
    if (!found) throw new Refusal(404, 'not_found', 'It was not found.');
    bin = bin.filter((item) => item !== found);
    const { kind, name } = put({ ...found, version: found.version + 1 });
    return { kind, _id, name };
  });
  server.on('GET storageUse', () => ({ used_bytes: 1024, quota_bytes: 1_048_576, file_count: items.length }));
  server.onAny('GET projectMembers', () => list([{ ...CLIENT, email: 'client@acme.test' }]));

  return {
    item: at,
    get all(): readonly Item[] {
      return items;
    },
    put,
    /** Somebody else changes it, and the page hears of it. */
    changedByOther(id: string, fields: Fields): void {
      const after = put({ ...at(id), ...fields, version: at(id).version + 1 } as Item);
      live.say(`private-project-${PROJECT._id}`, `${after.kind}.changed`, { id, version: after.version });
    },
    /** Somebody else adds it, and the page hears of it. */
    addedByOther(item: Item): void {
      put(item);
      live.say(`private-project-${PROJECT._id}`, `${item.kind}.changed`, { id: item._id, version: item.version });
    },
    removedByOther(id: string): void {
      const { kind, version } = at(id);
      remove({ id });
      live.say(`private-project-${PROJECT._id}`, `${kind}.deleted`, { id, version: version + 1 });
    },
  };
}
