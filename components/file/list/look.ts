import type { ItemActions } from '@/components/file/change/use-item-actions';
import type { FileItem, Item } from '@/components/file/item';
import type { PlaceProject } from '@/components/file/manager-props';
import type { PlaceUrl } from '@/components/file/place';
import type { Selection } from './use-selection';

/** What the list and the grid draw, and what their rows can do. */
export type Look = {
  items: readonly Item[];
  caption: string;
  url: PlaceUrl;
  selection: Selection;
  /** Waiting to be pasted elsewhere. */
  cut: ReadonlySet<string>;
  /** Whether this person may ever move something here. */
  moves: boolean;
  /** What is listed may lie in other folders. */
  tellsPlace: boolean;
  projects: readonly PlaceProject[];
  /** False for clients: all they see is visible to them. */
  marksAudience: boolean;
  renaming: string | null;
  actions: ItemActions;
  open: (file: FileItem) => void;
  onNear: (last: number) => void;
  /** Called once other rows are drawn. */
  onDrawn: () => void;
};
