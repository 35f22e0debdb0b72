import type { TaskLabel } from '@/lib/label/schema';
import type { TaskCard, TaskMilestone, TaskRights } from '@/lib/task/schema';
import type { Workflow } from '@/lib/workflow/vocabulary';
import type { QuickTask } from '../quick/quick-add';
import type { TaskChanges, Upon } from '../task-edit';
import type { BoardColumn, Target } from './board-columns';

/** A change of fields, and how what it names looks before the server has answered. */
export type FieldChange = {
  changes: TaskChanges;
  people?: TaskCard['assignees'];
  labels?: readonly TaskLabel[];
  parent?: TaskCard['parent'];
  milestone?: TaskMilestone | null;
};

/** Across the columns; each has a cell of every column. */
export type BoardLane = { id: string; label: string; total: number; pic?: string | null };

/**
 * What a board is drawn from. Changes show at once; the promise resolves once saved, with the card as it is then where
 * others may change it too, or rejects and undoes the change. `upon`: of an undo, which leaves what others did since.
 * Two implementations: the server's, and the try-out board in the browser.
 */
export type BoardStore = {
  /** Pending changes are applied already. */
  columns: readonly BoardColumn[];
  /** Absent where every move is allowed and nothing is limited. `limits` only where all tasks of a column are counted. */
  workflow?: Workflow;
  limits?: boolean;
  /** Filters leave cards out of the columns. */
  filtered?: boolean;
  /** The columns are cells of these, lane by lane. */
  lanes?: readonly BoardLane[];
  /**
   * Where columns are not in the order of ranks: what a move from one to another changes, or why it cannot be. Null: the
   * task has to be read whole first.
   */
  fields?: (card: TaskCard, from: string, to: string) => FieldChange | string | null;
  /** Reads a task whole. */
  whole?: (id: string) => Promise<void>;
  /** Closed columns and lanes, kept for the viewer. Absent where nothing folds. */
  fold?: { closed: ReadonlySet<string>; toggle: (id: string) => void };
  /** When a card was moved or changed on screen (ms), by id. */
  flashes: Readonly<Record<string, number>>;
  /** Cards whose change waits for the connection. */
  waiting: ReadonlySet<string>;
  rights: (card: TaskCard) => TaskRights;
  /** Why the viewer may not move this card; null if they may. */
  refusal: (card: TaskCard) => string | null;
  move: (id: string, target: Target, upon?: Upon) => Promise<TaskCard | null>;
  edit: (id: string, change: FieldChange, upon?: Upon) => Promise<TaskCard | null>;
  /** Takes in a card that was read again in full. */
  take?: (card: TaskCard) => void;
  /** Moves to the bin, and back. */
  remove: (id: string) => Promise<unknown>;
  restore: (id: string) => Promise<void>;
  /** Adds to a column, at its end if that is ordered; absent where not allowed. Rejects with the reason. */
  add?: (column: string, task: QuickTask) => Promise<void>;
  /** Whose people a new task may name; absent where tasks have no project. */
  projectId?: string;
  /** Absent where everything is loaded. */
  more?: (column: string) => void;
  /** Whether long completed tasks are shown. Absent where nothing is hidden. */
  completed?: { all: boolean; showAll: (all: boolean) => void };
  /** While a card is held (null: none), what others do to it waits. */
  hold: (id: string | null) => void;
  hrefOf: (card: TaskCard) => string;
  /** A page with all tasks of a column, for those that are not drawn whole yet. */
  listHref?: (column: string) => string;
  /** Opens in place where a task has no page; then there is no link to copy either. */
  open?: (id: string) => void;
};
