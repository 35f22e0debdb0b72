import type { BoardColumn, TaskCard, TaskRights } from '@/lib/task/schema';
import type { Placement, TaskChanges } from '../task-edit';

/**
 * What a board is drawn from. Changes show at once; the promise resolves once saved, or rejects and undoes the change.
 * Two implementations: the server's, and the try-out board in the browser.
 */
export type BoardStore = {
  /** Pending changes are applied already. */
  columns: readonly BoardColumn[];
  /** When a card was moved or changed on screen (ms), by id. */
  flashes: Readonly<Record<string, number>>;
  /** Cards whose change waits for the connection. */
  waiting: ReadonlySet<string>;
  rights: (card: TaskCard) => TaskRights;
  /** Why the viewer may not move this card; null if they may. */
  refusal: (card: TaskCard) => string | null;
  move: (id: string, placement: Placement) => Promise<void>;
  /** `people` shows assignees before the server has answered. */
  edit: (id: string, changes: TaskChanges, people?: TaskCard['assignees']) => Promise<void>;
  /** Takes in a card that was read again in full. */
  take?: (card: TaskCard) => void;
  /** Moves to the bin, and back. */
  remove: (id: string) => Promise<void>;
  restore: (id: string) => Promise<void>;
  /** Adds at the end of a column; absent where not allowed. Rejects with the reason. */
  add?: (status: number, title: string) => Promise<void>;
  /** Absent where everything is loaded. */
  more?: (status: number) => void;
  /** Whether long completed tasks are shown. Absent where nothing is hidden. */
  completed?: { all: boolean; showAll: (all: boolean) => void };
  /** While a card is held (null: none), what others do to it waits. */
  hold: (id: string | null) => void;
  hrefOf: (card: TaskCard) => string;
  /** A page with all tasks of a status, for columns that are not drawn whole yet. */
  listHref?: (status: number) => string;
  /** Opens in place where a task has no page; then there is no link to copy either. */
  open?: (id: string) => void;
};
