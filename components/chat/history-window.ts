import type { MessageRecord } from '@/lib/message/schema';

/** The part of a room's history that is in the page, oldest first. A cursor is null where there is no more. */
export type HistoryWindow = { docs: readonly MessageRecord[]; prev: string | null; next: string | null };
export type HistoryPage = { docs: MessageRecord[]; prev_cursor: string | null; next_cursor: string | null };

/** More than this are let go at the other end, so that a history of any length costs the same. */
export const MOST_SHOWN = 300;

export const windowOf = ({ docs, prev_cursor, next_cursor }: HistoryPage): HistoryWindow => ({
  ...{ docs, prev: prev_cursor, next: next_cursor },
});

const without = (docs: readonly MessageRecord[], others: readonly MessageRecord[]) => {
  const known = new Set(others.map(({ _id }) => _id));
  return docs.filter(({ _id }) => !known.has(_id));
};

export function withOlder(now: HistoryWindow, page: HistoryPage): HistoryWindow {
  const docs = [...without(page.docs, now.docs), ...now.docs];
  const shown = docs.slice(0, MOST_SHOWN);
  return {
    docs: shown,
    prev: page.prev_cursor,
    next: shown.length < docs.length ? (shown.at(-1)?._id ?? null) : now.next,
  };
}

export function withNewer(now: HistoryWindow, page: HistoryPage): HistoryWindow {
  const docs = [...now.docs, ...without(page.docs, now.docs)];
  const shown = docs.slice(-MOST_SHOWN);
  return {
    docs: shown,
    prev: shown.length < docs.length ? (shown[0]?._id ?? null) : now.prev,
    next: page.next_cursor,
  };
}

/** With these as they are now, and no quote of what was deleted; older answers that come late change nothing. */
export function withChanged(now: HistoryWindow, changed: readonly MessageRecord[]): HistoryWindow {
  const byId = new Map(changed.map((one) => [one._id, one]));
  const docs = now.docs.map((one) => {
    const fresh = byId.get(one._id);
    const shown = fresh && fresh.version >= one.version ? fresh : one;
    const { quoted } = shown;
    return quoted?.body && byId.get(quoted._id)?.deleted_at ? { ...shown, quoted: { ...quoted, body: '' } } : shown;
  });
  return { ...now, docs };
}

export type HistoryState = { window: HistoryWindow | null; failed: boolean; gone: boolean; opened: number };
export const UNOPENED: HistoryState = { window: null, failed: false, gone: false, opened: 0 };

export type HistoryChange =
  | { type: 'opened'; page: HistoryPage }
  | { type: 'older' | 'newer'; page: HistoryPage; from: string }
  | { type: 'changed'; docs: MessageRecord[] }
  | { type: 'failed'; gone: boolean }
  | { type: 'more' };

/** What an answer or a live message makes of it; `opened` counts how often it began anew. */
export function historyReducer(state: HistoryState, change: HistoryChange): HistoryState {
  const { window } = state;
  if (change.type === 'opened')
    return { ...state, window: windowOf(change.page), failed: false, opened: state.opened + 1 };
  if (change.type === 'failed') return { ...state, failed: true, gone: change.gone };
  if (!window) return state;
  // An answer that comes after the window has moved elsewhere would leave a gap.
  if (change.type === 'older')
    return window.docs[0]?._id === change.from
      ? { ...state, window: withOlder(window, change.page), failed: false }
      : state;
  if (change.type === 'newer')
    return window.docs.at(-1)?._id === change.from
      ? { ...state, window: withNewer(window, change.page), failed: false }
      : state;
  if (change.type === 'changed') return { ...state, window: withChanged(window, change.docs) };
  return { ...state, window: { ...window, next: window.next ?? window.docs.at(-1)?._id ?? null } };
}

const MINUTES = 5;

/** Follows the one before closely, by the same person: shown without a name. */
export function goesOn(message: MessageRecord, before: MessageRecord | undefined): boolean {
  return (
    before !== undefined &&
    before.author !== null &&
    before.author._id === message.author?._id &&
    before.deleted_at === null &&
    message.reply_to === null &&
    Date.parse(message.created_at) - Date.parse(before.created_at) < MINUTES * 60_000
  );
}
