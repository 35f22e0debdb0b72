import { queryOptions } from '@tanstack/react-query';
import { call } from '@/components/query/api-client';
import type { StorageUseRecord } from '@/lib/file/schema';
import { type FolderItem, fileItem, folderItem, type Item } from './item';
import { type Place, placeInput } from './place';

/** As many as one call may bring. */
const NEXT_PAGE = 200;

export type Asked = { place: Place; sort: string; q: string; type: string; owner: string };

export const folderKey = ({ place: { project, folder }, sort, q, type, owner }: Asked) =>
  ['files', project?._id ?? null, folder?._id ?? null, sort, q, type, owner] as const;

/** One page of files. */
export async function readFiles({ place, sort, q, type, owner }: Asked, cursor: string | null, signal?: AbortSignal) {
  const input = {
    ...placeInput(place),
    sort,
    q,
    type,
    uploaded_by: owner,
    limit: NEXT_PAGE,
    ...(cursor && { cursor }),
  };
  const { docs, totalDocs, next_cursor } = await call('GET fileList', input as never, { signal });
  return { docs: docs.map(fileItem) as Item[], total: totalDocs, cursor: next_cursor ?? null };
}

/** All folders of one place; with words, those below it whose names contain them. */
export async function readFolders({ place, q, type, owner }: Asked, signal?: AbortSignal) {
  const docs = type || owner ? [] : await foldersIn(place.project?._id ?? null, place.folder?._id ?? null, signal, q);
  return { docs: docs as Item[], total: docs.length, cursor: null };
}

async function foldersIn(project: string | null, parent: string | null, signal?: AbortSignal, q?: string) {
  const found: FolderItem[] = [];
  for (let page = 1; ; page++) {
    const input = {
      ...(parent && { parent_id: parent }),
      ...(project && { project_id: project }),
      q,
      limit: 200,
      page,
    };
    const { docs, hasNextPage } = await call('GET folderList', input, { signal });
    found.push(...docs.map(folderItem));
    if (!hasNextPage) return found;
  }
}

/** The folders below a place, for the tree and "Move to…". */
export const subfoldersQuery = (project: string | null, parent: string | null) =>
  queryOptions({
    queryKey: ['subfolders', project, parent],
    queryFn: ({ signal }) => foldersIn(project, parent, signal),
    staleTime: 10_000,
  });

/** What is stored, read again whenever there are more or fewer files. */
export const storageQuery = (first: StorageUseRecord, files: number, shown: number) =>
  queryOptions({
    queryKey: ['storage-use', files],
    queryFn: ({ signal }) => call('GET storageUse', {}, { signal }),
    placeholderData: (before) => before ?? first,
    enabled: files !== shown,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
