/** What the columns and swimlanes of a board can be, and which of them a task stands in. No validator: ships to browsers. */
import { type CustomValues, type GroupRef, idOf, isGroupRef } from '@/lib/custom-field/vocabulary';
import { LIST_ORDER, PRIORITIES, PRIORITY_LABEL, STATUSES } from '@/lib/task/vocabulary';
import { BOARD_GROUPS, type BoardGroup, type Swimlane, type TaskFilters } from '@/lib/task/vocabulary.filter';
import { HIDDEN, NONE } from '@/lib/task-group/vocabulary';

/** What tasks are told apart by. */
export type Facet = BoardGroup | Swimlane;

/** A list may be in groups by more than a board. */
export const boardGroupOf = ({ group }: TaskFilters): BoardGroup =>
  BOARD_GROUPS.find((one) => one === group) ?? (group && isGroupRef(group) ? group : 'status');

/** Lanes of what the columns are already would say nothing. */
export const laneOf = (filters: TaskFilters): Swimlane | undefined =>
  filters.swimlane === boardGroupOf(filters) ? undefined : filters.swimlane;

/** The board of ranks is the plain one by status; every other shows fields and changes fields. */
export const isOfFields = (filters: TaskFilters): boolean =>
  boardGroupOf(filters) !== 'status' || laneOf(filters) !== undefined;

/** Ids with the names that everybody has for them, in their order; undefined for what has a name of its own. */
export function fixedPlaces(facet: Facet): readonly { _id: string; name: string }[] | undefined {
  if (facet === 'status') return STATUSES.map(({ code, label }) => ({ _id: `${code}`, name: label }));
  if (facet === 'priority')
    return PRIORITIES.toReversed().map((_id) => ({ _id, name: _id === 'none' ? 'No priority' : PRIORITY_LABEL[_id] }));
  return undefined;
}

/** Of tasks that have nothing of the kind, and of those whose assignees the reader may not see. */
const WITHOUT: Readonly<Record<Exclude<Facet, GroupRef>, string>> = {
  assignee: 'Nobody',
  label: 'No label',
  milestone: 'No milestone',
  parent: 'No parent',
  priority: 'No priority',
  status: '',
};
export const nameOfNone = (facet: Facet): string => (isGroupRef(facet) ? 'None' : WITHOUT[facet]);
export const HIDDEN_NAME = 'Somebody else';

type Placeable = {
  status: number;
  priority: string;
  parent: { _id: string } | null;
  assignees: readonly { _id: string }[];
  /** Where the card names only some of many: all that the reader may see. */
  assignee_ids?: readonly string[];
  more_assignees?: number;
  hidden_assignees: boolean;
  milestone?: { _id: string };
  labels?: readonly { _id: string }[];
  custom?: CustomValues;
};

/** All places of a task, at least one. Must agree with the server's. */
export function placesOf(card: Placeable, facet: Facet): readonly string[] {
  const named = (ids: readonly string[], otherwise: string = NONE) => (ids.length ? ids.toSorted() : [otherwise]);
  if (isGroupRef(facet)) return [String(card.custom?.[idOf(facet)] ?? NONE)];
  switch (facet) {
    case 'status':
      return [`${card.status}`];
    case 'priority':
      return [card.priority];
    case 'parent':
      return [card.parent?._id ?? NONE];
    case 'milestone':
      return [card.milestone?._id ?? NONE];
    case 'label':
      return named((card.labels ?? []).map(({ _id }) => _id));
    case 'assignee': {
      const ids = (card.more_assignees && card.assignee_ids) || card.assignees.map(({ _id }) => _id);
      return named(ids, card.hidden_assignees ? HIDDEN : NONE);
    }
  }
}

/** Where tasks are counted: all their columns and all their lanes. */
export type Count = { columns: string[]; lanes: string[]; total: number };
export const countKey = (columns: readonly string[], lanes: readonly string[]): string => `${columns}|${lanes}`;

type Ranked = { _id: string; status: number; rank: string };
/** As in the columns of the board by status, completed tasks last. */
export const boardOrder = (one: Ranked, other: Ranked): number =>
  LIST_ORDER.indexOf(one.status as 1) - LIST_ORDER.indexOf(other.status as 1) ||
  compared(one.rank, other.rank) ||
  compared(one._id, other._id);
const compared = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
