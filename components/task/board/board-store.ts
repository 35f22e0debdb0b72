import type { BoardColumn, TaskCard, TaskRights } from '@/lib/task/schema';
import type { Placement, TaskChanges } from '../task-edit';

/**
 * What a board is drawn from, and what it does with a change. One implementation speaks to the server, another keeps the
 * try-out board in the browser; the board itself knows neither. What changes a card shows at once; it resolves when it
 * is kept, or takes the change back and rejects with the reason.
 */
export type BoardStore = {
  /** As shown: changes that are on their way have been made already. */
  columns: readonly BoardColumn[];
  /** When a card was moved or changed under the viewer's eyes (ms), by id. */
  flashes: Readonly<Record<string, number>>;
  /** Cards whose change waits for the connection. */
  waiting: ReadonlySet<string>;
  /** What the viewer may do with a card. */
  rights: (card: TaskCard) => TaskRights;
  /** Why the viewer may not move this card; null if they may. */
  refusal: (card: TaskCard) => string | null;
  move: (id: string, placement: Placement) => Promise<void>;
  /** `people` draws assignees before the server has answered. */
  edit: (id: string, changes: TaskChanges, people?: TaskCard['assignees']) => Promise<void>;
  /** Takes in a card that was read again, with all it has. */
  take?: (card: TaskCard) => void;
  /** Off to the bin, and back. */
  remove: (id: string) => Promise<void>;
  restore: (id: string) => Promise<void>;
  /** Adds a task at the end of a column; absent where the viewer may not. Rejects with the reason. */
  add?: (status: number, title: string) => Promise<void>;
  /** Loads more of a column; absent where everything is there. */
  more?: (status: number) => void;
  /** What was completed long ago: whether it is shown, and a way to change that. Absent where nothing is hidden. */
  completed?: { all: boolean; showAll: (all: boolean) => void };
  /** A card is in the hand (null: none): what others do to it waits until it is put down. */
  hold: (id: string | null) => void;
  /** Where a card's title leads. */
  hrefOf: (card: TaskCard) => string;
  /** Opens a task in place, where it has no page of its own: there is no link to copy either. */
  open?: (id: string) => void;
};
