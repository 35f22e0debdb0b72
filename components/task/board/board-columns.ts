import type { Collection, Reading } from '@/components/live/collection';
import type { BoardColumn as StatusColumn, TaskCard } from '@/lib/task/schema';
import { STATUSES } from '@/lib/task/vocabulary';
import { type TaskChange, withChange } from '../task-edit';

/** `status`: of a column by status. In swimlanes a column is one cell: `lane` and `name` say which. */
export type BoardColumn = Omit<StatusColumn, 'status'> & {
  id: string;
  status?: number;
  /** Of the whole column, in whichever lane. */
  name?: string;
  lane?: string;
  person?: string;
  /** Of a person or label. */
  pic?: string | null;
  colour?: string;
};

/** `index` counts the column's other cards, as shown. */
export type Spot = { column: string; index: number };

/** A column, and the neighbour it is put beside, its top, or where `rank` was; without any, the column's end. */
export type Target = { column: string; after?: string; before?: string; top?: true; rank?: string };

/** A card that stands in several columns is drawn in each under an id of its own. */
export const idIn = (task: string, column: string): string => `${task}~${column}`;
export const taskOf = (id: string): string => id.split('~', 1)[0] as string;

export const columnOf = (column: StatusColumn): BoardColumn => ({ ...column, id: `${column.status}` });

export const readingOf = (columns: readonly StatusColumn[]): Reading<TaskCard> => ({
  lists: Object.fromEntries(columns.map((column) => [column.status, pageOf(column)])),
});
export const pageOf = ({ docs, total, hidden, next_cursor: cursor }: StatusColumn) => ({ docs, total, hidden, cursor });

export const inOrder = (one: TaskCard, other: TaskCard) =>
  one.rank === other.rank ? compared(one._id, other._id) : compared(one.rank, other.rank);
const compared = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** The server's columns with pending changes applied. */
export const columnsOf = ({
  lists,
  pending,
}: Pick<Collection<TaskCard, TaskChange>, 'lists' | 'pending'>): readonly BoardColumn[] =>
  pending.reduce(
    afterChange,
    STATUSES.flatMap(({ code: status, label }): BoardColumn[] => {
      const list = lists[status];
      if (!list) return [];
      const { docs, cursor: next_cursor, total, hidden } = list;
      return [{ id: `${status}`, status, label, total, hidden, docs: docs as TaskCard[], next_cursor }];
    }),
  );

function afterChange(columns: readonly BoardColumn[], change: TaskChange): readonly BoardColumn[] {
  switch (change.kind) {
    case 'move': {
      const { status, ...beside } = change.placement;
      return afterMove(columns, change.id, { column: `${status}`, ...beside });
    }
    case 'edit':
      return withFields(columns, change.id, (card) => withChange(card, change) ?? card);
    case 'removal':
      return withoutCard(columns, change.id);
  }
}

export const withFields = (
  columns: readonly BoardColumn[],
  id: string,
  change: (card: TaskCard) => TaskCard,
): readonly BoardColumn[] =>
  columns.map((column) =>
    column.docs.some(({ _id }) => _id === id)
      ? { ...column, docs: column.docs.map((card) => (card._id === id ? change(card) : card)) }
      : column,
  );

/** How many tasks a column shows or can load: its total without the hidden completed ones. */
export const shownIn = ({ total, hidden }: BoardColumn): number => total - hidden;

/** The columns with card `id` moved to `target`. A neighbour that is gone is ignored. */
export function afterMove(
  columns: readonly BoardColumn[],
  id: string,
  { column: to, after, before, top, rank }: Target,
): readonly BoardColumn[] {
  const card = cardOf(columns, id);
  if (!card) return columns;
  return withoutCard(columns, id).map((column) => {
    if (column.id !== to) return column;
    const { docs, status = card.status } = column;
    const above = after === undefined ? -1 : docs.findIndex(({ _id }) => _id === after);
    const below = before === undefined ? -1 : docs.findIndex(({ _id }) => _id === before);
    const behind = rank === undefined ? -1 : docs.findIndex((one) => one.rank > rank);
    const index = top ? 0 : above >= 0 ? above + 1 : below >= 0 ? below : behind >= 0 ? behind : docs.length;
    const moved = card.status === status ? card : { ...card, status, status_label: column.label };
    return { ...column, total: column.total + 1, docs: docs.toSpliced(index, 0, moved) };
  });
}

export function cardOf(columns: readonly BoardColumn[], id: string): TaskCard | undefined {
  for (const { docs } of columns) {
    const card = docs.find(({ _id }) => _id === id);
    if (card) return card;
  }
  return undefined;
}

/** The task of a card, wherever it stands by now. */
export const cardOfTask = (columns: readonly BoardColumn[], id: string): TaskCard | undefined =>
  cardOf(columns, id) ?? columns.flatMap(({ docs }) => docs).find(({ _id }) => taskOf(_id) === taskOf(id));

export function spotOf(columns: readonly BoardColumn[], id: string): Spot | null {
  for (const { id: column, docs } of columns) {
    const index = docs.findIndex(({ _id }) => _id === id);
    if (index >= 0) return { column, index };
  }
  return null;
}

export const othersIn = (columns: readonly BoardColumn[], within: string, id: string): number =>
  columns.find((column) => column.id === within)?.docs.filter(({ _id }) => _id !== id).length ?? 0;

/** Whether the column has cards that are not among those shown, whatever is loaded. */
export const leavesOut = (column: BoardColumn | undefined, filtered: boolean | undefined): boolean =>
  Boolean(filtered || column?.hidden);

/**
 * The spot of `id` as the server takes it: by its neighbours. Where a column leaves cards out, its first and last spots are
 * the column's own top and end, not those beside the cards that happen to be shown.
 */
export function targetAt(
  columns: readonly BoardColumn[],
  id: string,
  { column: at, index }: Spot,
  filtered?: boolean,
): Target {
  const column = columns.find((one) => one.id === at);
  const others = column?.docs.filter(({ _id }) => _id !== id) ?? [];
  if (leavesOut(column, filtered)) {
    if (index === 0) return { column: at, top: true };
    if (index >= others.length && !column?.next_cursor) return { column: at };
  }
  return { column: at, after: others[index - 1]?._id, before: others[index]?._id };
}

export function withoutCard(columns: readonly BoardColumn[], id: string): readonly BoardColumn[] {
  return columns.map((column) => {
    const docs = column.docs.filter(({ _id }) => _id !== id);
    return docs.length === column.docs.length ? column : { ...column, docs, total: Math.max(0, column.total - 1) };
  });
}

export const withCardAt = (columns: readonly BoardColumn[], card: TaskCard, index: number): readonly BoardColumn[] =>
  columns.map((column) =>
    column.status === card.status
      ? { ...column, total: column.total + 1, docs: column.docs.toSpliced(index, 0, card) }
      : column,
  );
