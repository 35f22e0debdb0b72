import type { Collection, Reading } from '@/components/live/collection';
import type { BoardColumn, TaskCard } from '@/lib/task/schema';
import { STATUSES } from '@/lib/task/vocabulary';
import { type Placement, type TaskChange, withChange } from '../task-edit';

/** `index` counts the column's other cards, as shown. */
export type Spot = { status: number; index: number };

export const readingOf = (columns: readonly BoardColumn[]): Reading<TaskCard> => ({
  lists: Object.fromEntries(columns.map((column) => [column.status, pageOf(column)])),
});
export const pageOf = ({ docs, total, hidden, next_cursor: cursor }: BoardColumn) => ({ docs, total, hidden, cursor });

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
      return [{ status, label, total, hidden, docs: docs as TaskCard[], next_cursor }];
    }),
  );

function afterChange(columns: readonly BoardColumn[], change: TaskChange): readonly BoardColumn[] {
  switch (change.kind) {
    case 'move':
      return afterMove(columns, change.id, change.placement);
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

/** The columns with card `id` moved to `placement`. A neighbour that is gone is ignored. */
export function afterMove(
  columns: readonly BoardColumn[],
  id: string,
  { status, after, before }: Placement,
): readonly BoardColumn[] {
  const card = cardOf(columns, id);
  if (!card) return columns;
  return withoutCard(columns, id).map((column) => {
    if (column.status !== status) return column;
    const { docs } = column;
    const above = after === undefined ? -1 : docs.findIndex(({ _id }) => _id === after);
    const below = before === undefined ? -1 : docs.findIndex(({ _id }) => _id === before);
    const index = above >= 0 ? above + 1 : below >= 0 ? below : docs.length;
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

export function spotOf(columns: readonly BoardColumn[], id: string): Spot | null {
  for (const { status, docs } of columns) {
    const index = docs.findIndex(({ _id }) => _id === id);
    if (index >= 0) return { status, index };
  }
  return null;
}

export const othersIn = (columns: readonly BoardColumn[], status: number, id: string): number =>
  columns.find((column) => column.status === status)?.docs.filter(({ _id }) => _id !== id).length ?? 0;

/** The spot of `id` as the server takes it: by its neighbours. */
export function placementAt(columns: readonly BoardColumn[], id: string, { status, index }: Spot): Placement {
  const column = columns.find((one) => one.status === status);
  const others = column?.docs.filter(({ _id }) => _id !== id) ?? [];
  return { status, after: others[index - 1]?._id, before: others[index]?._id };
}

export const endOf = (status: number): Placement => ({ status });

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
