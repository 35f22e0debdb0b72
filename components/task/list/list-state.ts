import type { TaskCard, TaskCounts } from '@/lib/task/schema';
import { STATUSES } from '@/lib/task/vocabulary';
import { type TaskChanges, withChanges } from '../task-edit';

type Person = TaskCard['assignees'][number];

/** A change that shows already and has not been confirmed. `people`: those it names, for their pictures. */
export type Edit = { token: string; id: string; changes: TaskChanges; people?: readonly Person[] };

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
export function listAfter(state: ListState, event: ListEvent): ListState {
  switch (event.type) {
    case 'loaded': {
      const { docs, total, cursor, totals } = event;
      const known = new Map(state.docs.map((card) => [card._id, card]));
      const newest = (card: TaskCard) => {
        const before = known.get(card._id);
        return before && before.version > card.version ? before : card;
      };
      return { ...state, docs: docs.map(newest), total, cursor, totals };
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
      return listAfter(
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
 * Rows by status, in board order, without empty groups. `total` is null where nobody counted
 * and more may come.
 */
export function groupsOf({ docs, totals }: Pick<ListState, 'docs' | 'totals'>, more: boolean): Group[] {
  return STATUSES.map(({ code, label }) => {
    const rows = docs.filter(({ status }) => status === code);
    return { status: code, label, docs: rows, total: totals ? (totals[code] ?? 0) : more ? null : rows.length };
  }).filter((group) => group.docs.length > 0);
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
