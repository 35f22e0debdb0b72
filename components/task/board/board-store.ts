import type { BoardColumn, TaskCard } from '@/lib/task/schema';
import type { Placement } from './board-state';

/**
 * What a board is drawn from, and what it does with a move. One implementation speaks to the server, another keeps the
 * try-out board in the browser; the board itself knows neither.
 */
export type BoardStore = {
  /** As shown: moves that are on their way have been made already. */
  columns: readonly BoardColumn[];
  /** When a card was moved or changed under the viewer's eyes (ms), by id. */
  flashes: Readonly<Record<string, number>>;
  /** Cards whose move waits for the connection. */
  waiting: ReadonlySet<string>;
  /** Moves a card on screen at once. Resolves when it is kept; takes it back and rejects with the reason if refused. */
  move: (id: string, placement: Placement) => Promise<void>;
  /** Why the viewer may not move this card; null if they may. */
  refusal: (card: TaskCard) => string | null;
  /** Adds a task at the end of a column; absent where the viewer may not. Rejects with the reason. */
  add?: (status: number, title: string) => Promise<void>;
  /** Loads more of a column; absent where everything is there. */
  more?: (status: number) => void;
  /** A card is in the hand (null: none): what others do to it waits until it is put down. */
  hold: (id: string | null) => void;
  /** Where a card's title leads. */
  hrefOf: (card: TaskCard) => string;
  /** Opens a task in place, where it has no page of its own. */
  open?: (id: string) => void;
};
