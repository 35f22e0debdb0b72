import type { TaskCard, TaskCounts } from '@/lib/task/schema';
import { COMPLETED, LIST_ORDER, statusOf } from '@/lib/task/vocabulary';
import { newerOf, type TaskBase, type TaskChanges, withChanges } from '../task-edit';

type Person = TaskCard['assignees'][number];

/** A change that shows already and has not been confirmed. `people`: those it names, for their pictures. */
export type Edit = { token: string; id: string; changes: TaskChanges; people?: readonly Person[] };

/** An edit with what it was made to, as it waits for the connection. */
export type KeptEdit = Edit & { basis: TaskBase };

/** A list of tasks: what the server said, and the changes on top of it. */
export type ListState = {
  docs: readonly TaskCard[];
  total: number;
  cursor: string | null;
  /** Tasks by status code, where the server counted them. */
  totals: Readonly<Record<number, number>> | null;
  edits: readonly Edit[];
};

export type ListEvent =
  | { type: 'loaded'; docs: readonly TaskCard[]; total: number; cursor: string | null; totals: ListState['totals'] }
  | { type: 'paged'; docs: readonly TaskCard[]; total: number; cursor: string | null }
  /** A task as the server has it now; one that is new comes first or last. */
  | { type: 'patched'; card: TaskCard; at?: 'first' | 'last' }
  | { type: 'removed'; id: string }
  | { type: 'edited'; edit: Edit }
  | { type: 'settled'; token: string; card: TaskCard }
  | { type: 'refused'; token: string };

/** What becomes of a list when something happens to it. Pure. */
export function listReducer(state: ListState, event: ListEvent): ListState {
  switch (event.type) {
    case 'loaded': {
      const { docs, total, cursor, totals } = event;
      const known = new Map(state.docs.map((card) => [card._id, card]));
      return { ...state, docs: docs.map((card) => newerOf(card, known.get(card._id))), total, cursor, totals };
    }
    case 'paged': {
      const known = new Set(state.docs.map(({ _id }) => _id));
      const fresh = event.docs.filter(({ _id }) => !known.has(_id));
      return { ...state, docs: [...state.docs, ...fresh], total: event.total, cursor: event.cursor };
    }
    case 'patched': {
      const { card } = event;
      const before = state.docs.find(({ _id }) => _id === card._id);
      if (before && before.version > card.version) return state;
      if (before)
        return {
          ...state,
          docs: state.docs.map((one) => (one === before ? card : one)),
          totals: shifted(state.totals, before.status, card.status),
        };
      return {
        ...state,
        docs: event.at === 'first' ? [card, ...state.docs] : [...state.docs, card],
        total: state.total + 1,
        totals: shifted(state.totals, null, card.status),
      };
    }
    case 'removed': {
      const before = state.docs.find(({ _id }) => _id === event.id);
      if (!before) return state;
      return {
        ...state,
        docs: state.docs.filter((one) => one !== before),
        total: state.total - 1,
        totals: shifted(state.totals, before.status, null),
      };
    }
    case 'edited':
      return { ...state, edits: [...state.edits, event.edit] };
    case 'settled':
      return listReducer(
        { ...state, edits: state.edits.filter(({ token }) => token !== event.token) },
        { type: 'patched', card: event.card },
      );
    case 'refused':
      return { ...state, edits: state.edits.filter(({ token }) => token !== event.token) };
  }
}

/** The rows as they are shown: changes that are on their way already made, and counted. */
export function shownRows(state: ListState): Pick<ListState, 'docs' | 'totals'> {
  let { totals } = state;
  const docs = state.docs.map((card) =>
    state.edits
      .filter(({ id }) => id === card._id)
      .reduce((now, { changes, people }) => {
        if (changes.status) totals = shifted(totals, now.status, changes.status);
        return withChanges(now, changes, people);
      }, card),
  );
  return { docs, totals };
}

export type Group = { status: number; label: string; docs: readonly TaskCard[]; total: number | null };

/**
 * Rows by status in the order of lists, without empty groups; what is completed has its group as soon as it is counted,
 * loaded or not. `total` is null where nobody counted and more may come.
 */
export function groupsOf({ docs, totals }: Pick<ListState, 'docs' | 'totals'>, more: boolean): Group[] {
  return LIST_ORDER.map((status) => {
    const rows = docs.filter((card) => card.status === status);
    const total = totals ? (totals[status] ?? 0) : more ? null : rows.length;
    return { status, label: statusOf(status).label, docs: rows, total };
  }).filter(
    ({ status, docs: rows, total }) => rows.length > 0 || (status === COMPLETED && total !== null && total > 0),
  );
}

/** Whether more rows would show: not while all that is missing belongs to groups that are folded. */
export function moreWouldShow(
  { docs, totals }: Pick<ListState, 'docs' | 'totals'>,
  folded: ReadonlySet<number>,
): boolean {
  const last = docs.at(-1);
  if (totals)
    return LIST_ORDER.some(
      (code) => !folded.has(code) && (totals[code] ?? 0) > docs.filter(({ status }) => status === code).length,
    );
  // In the order of lists nothing but completed tasks follows a completed one.
  return last?.status !== COMPLETED || !folded.has(COMPLETED);
}

/** The counts of the endpoint by status code. */
export const totalsOf = (counts: TaskCounts): Record<number, number> => ({
  1: counts.pending,
  2: counts.in_process,
  3: counts.testing,
  4: counts.completed,
  5: counts.backlogs,
});

function shifted(totals: ListState['totals'], from: number | null, to: number | null): ListState['totals'] {
  if (!totals || from === to) return totals;
  const next: Record<number, number> = { ...totals };
  if (from !== null) next[from] = Math.max(0, (next[from] ?? 0) - 1);
  if (to !== null) next[to] = (next[to] ?? 0) + 1;
  return next;
}
