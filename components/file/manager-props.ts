import type { ReactNode } from 'react';
import type { StorageUseRecord } from '@/lib/file/schema';
import type { FileItem, FolderItem, Item } from './item';
import type { Place, PlaceUrl } from './place';

export type PlaceProject = { _id: string; key: string; name: string };

export type ManagerProps = {
  /** The page's heading, where the manager is the page. */
  heading?: ReactNode;
  /** The other tabs of the project whose tab it is. */
  segments?: ReactNode;
  place: Place;
  url: PlaceUrl;
  sort: string;
  q: string;
  type: string;
  /** Only files by this person. */
  owner: string;
  me: string;
  view: 'list' | 'grid';
  /** `marks`: sees which items are visible to clients. `add`: in this place. */
  rights: { add: boolean; marks: boolean; client: boolean };
  first: {
    folders: readonly FolderItem[];
    files: readonly Item[];
    total: number;
    cursor: string | null;
    loadedAt: number;
  };
  /** Named by the URL, and perhaps not on the first page. */
  opened: FileItem | null;
  /** All projects, where the manager is not limited to one. */
  projects: readonly PlaceProject[];
  use: StorageUseRecord;
  binHref?: string;
  /** The next page for those without scripts. */
  moreHref?: string;
};
