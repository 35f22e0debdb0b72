import { addressWith, type Search } from '@/components/page/search-params';

/** Files of the first page, as the server renders them. */
export const FIRST_PAGE = 50;

/** Where the manager stands. `project` null: the organisation's own space. */
export type Place = {
  project: { _id: string; key: string; name: string } | null;
  folder: { _id: string; name: string; audience: 'internal' | 'client' } | null;
  /** The folders above, outermost first. */
  path: readonly { _id: string; name: string }[];
};

/** The page's own URL. In a project's tab `fixed` names the project and the tab, and places outside it have none. */
export type PlaceUrl = { path: string; search: Search; tab: boolean };

/** What a URL of another place drops: it belonged to this one. */
const LEFT = { q: null, type: null, owner: null, cursor: null, file: null };

export const folderHref = ({ path, search }: PlaceUrl, folder: string | null, project?: string | null): string =>
  addressWith(path, search, { ...LEFT, folder, ...(project !== undefined && { project }) });

export const viewHref = ({ path, search }: PlaceUrl, changes: Record<string, string | null>): string =>
  addressWith(path, search, { cursor: null, file: null, ...changes });

/** What the API calls the place, for lists and uploads. */
export const placeInput = ({ project, folder }: Pick<Place, 'project' | 'folder'>) => ({
  ...(folder && { folder_id: folder._id }),
  ...(project && { project_id: project._id }),
});
