import 'server-only';
import { fileItem, folderItem, type Item } from '@/components/file/item';
import type { ManagerProps, PlaceProject } from '@/components/file/manager-props';
import { FIRST_PAGE, type PlaceUrl, viewHref } from '@/components/file/place';
import { addressWith, textOf } from '@/components/page/search-params';
import { notFound } from '@/lib/errors';
import { canAddFile } from '@/lib/file/policy';
import { listFiles } from '@/lib/file/queries';
import { storageUse } from '@/lib/file/queries.content';
import { getFile } from '@/lib/file/queries.record';
import { FileReference, ListFiles } from '@/lib/file/schema';
import { FILE_KINDS, FILE_SORTS } from '@/lib/file/vocabulary';
import { getFolder, listFolders } from '@/lib/folder/queries';
import { FolderReference, ListFolders } from '@/lib/folder/schema';
import type { Ctx } from '@/lib/org';
import { mayEver } from '@/lib/permission/policy';
import { listProjectNames } from '@/lib/project/queries.names';
import { parse } from '@/lib/session/transport';
import { cut } from '@/lib/text';

const oneOf = <T extends string>(given: string, allowed: readonly T[]): T | undefined =>
  allowed.find((one) => one === given);

/**
 * What the manager shows first.
 * @param within the project of a tab; otherwise the URL names it
 */
export async function readManager(
  ctx: Ctx,
  { url, within }: { url: PlaceUrl; within?: PlaceProject },
): Promise<ManagerProps> {
  const { search } = url;
  const { actor } = ctx;
  const client = actor.role === 'client';
  const sort = oneOf(textOf(search, 'sort'), FILE_SORTS) ?? 'name';
  const type = oneOf(textOf(search, 'type'), FILE_KINDS) ?? '';
  const owner = textOf(search, 'owner') === 'me' ? actor.memberId : textOf(search, 'owner');
  const q = cut(textOf(search, 'q'), 100);
  const folderId = textOf(search, 'folder');
  const folder = folderId ? await getFolder(ctx, parse(FolderReference, { id: folderId })) : null;
  const key = textOf(search, 'project').toUpperCase();
  // A link may name the folder alone, of a project that is not among the first.
  const names = within ? [] : await listProjectNames(ctx, folder?.project_id ?? key);
  const projects = names.map(({ _id, key, name }): PlaceProject => ({ _id, key, name }));
  const named = projects.find((one) => (folder ? one._id === folder.project_id : one.key === key));
  const project = within ?? named ?? null;
  if ((key && !project) || (folder && folder.project_id !== (project?._id ?? null))) throw notFound('The folder');

  const place = { ...(folder && { folder_id: folder._id }), ...(project && { project_id: project._id }) };
  // A client sees nothing of the organisation's own space: its first page is its projects.
  const blank = client && !project;
  const words = { ...(q && { q }) };
  const folders =
    blank || type || owner
      ? []
      : (
          await listFolders(
            ctx,
            parse(ListFolders, {
              ...(folder && { parent_id: folder._id }),
              ...(project && { project_id: project._id }),
              ...words,
              limit: 200,
            }),
          )
        ).docs;
  const cursor = textOf(search, 'cursor');
  const narrowed = { ...(type && { type }), ...(owner && { uploaded_by: owner }) };
  const asked = { ...place, ...words, ...narrowed, sort, limit: FIRST_PAGE, ...(cursor && { cursor }) };
  const files = blank ? { docs: [], total: 0, next_cursor: null } : await listFiles(ctx, parse(ListFiles, asked));
  const openedId = textOf(search, 'file');
  const opened = openedId ? await getFile(ctx, parse(FileReference, { id: openedId })) : null;
  const audience = folder ? folder.audience : client ? 'client' : 'internal';
  return {
    place: {
      project,
      folder: folder && { _id: folder._id, name: folder.name, audience: folder.audience },
      path: folder?.path ?? [],
    },
    url,
    sort,
    q,
    type,
    owner,
    me: actor.memberId,
    view: textOf(search, 'view') === 'grid' ? 'grid' : 'list',
    rights: { add: !blank && canAddFile(actor, { projectId: project?._id ?? null, audience }), marks: !client, client },
    first: {
      folders: folders.map(folderItem),
      files: files.docs.map((file): Item => fileItem(file)),
      total: files.total,
      cursor: files.next_cursor ?? null,
      loadedAt: Date.now(),
    },
    opened: opened && fileItem(opened),
    projects,
    use: await storageUse(ctx),
    binHref: mayEver(actor, 'file.edit') ? addressWith(url.path, search, { ...NOWHERE, view: 'bin' }) : undefined,
    moreHref: files.next_cursor ? viewHref(url, { cursor: files.next_cursor }) : undefined,
  };
}

const NOWHERE = { folder: null, q: null, type: null, owner: null, cursor: null, file: null, sort: null };

/** What makes it another place, and so another instance of the manager. */
export const managerKey = ({ place, sort, q, type, owner, first }: ManagerProps): string =>
  [place.project?._id, place.folder?._id, sort, q, type, owner, first.cursor].join(' ');
