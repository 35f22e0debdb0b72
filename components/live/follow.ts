import {
  type Collection,
  type CollectionEvent,
  isPartial,
  type Pending,
  type Row,
  rowOf,
  type Shape,
  versionOf,
} from './collection';

/** Above this, everything is read again instead of row by row. */
const MANY = 20;

/** What a message says about a collection: no content, only what is to be read. */
export type Nudge =
  | {
      id: string;
      version?: number;
      gone?: true;
      /** Only rows that are already here are concerned. */
      known?: true;
    }
  | 'everything'
  | null;

export type Follower<R extends Row, P extends Pending> = {
  now: () => Collection<R, P>;
  dispatch: (event: CollectionEvent<R, P>) => void;
  shape: () => Pick<Shape<R>, 'includes' | 'compare'>;
  /** null: it is gone; undefined: it was taken in otherwise. Rejects if it could not be read. */
  fetchOne: (id: string) => Promise<R | null | undefined>;
  /** Settles when it has come, or was given up for a newer one. */
  reread: () => Promise<unknown>;
  /** Whether a pending answer will bring this row, or a new one. */
  expects: (id: string) => boolean;
  clock: () => number;
  /** Some seconds from now. */
  later: (work: () => void) => void;
};

/** Reads what is announced: each row once, and none whose answer is pending. */
export function follow<R extends Row, P extends Pending>(tools: Follower<R, P>) {
  const { now, dispatch, shape, fetchOne, reread, expects, clock, later } = tools;
  const running = new Map<string, { again?: number }>();
  const waiting = new Map<string, number>();
  let readingAll = false;
  let readAllAgain = false;
  let stopped = false;

  function heard(nudge: Nudge): void {
    if (nudge === 'everything') readAll();
    else if (nudge?.gone) dispatch({ type: 'removed', id: nudge.id, version: nudge.version });
    else if (nudge && (!nudge.known || rowOf(now(), nudge.id))) changed(nudge.id, nudge.version);
  }

  function changed(id: string, version = Number.POSITIVE_INFINITY): void {
    if ((versionOf(now(), id) ?? 0) >= version) return;
    if (expects(id)) waiting.set(id, Math.max(version, waiting.get(id) ?? 0));
    else load(id, version);
  }

  function load(id: string, version: number): void {
    const before = running.get(id);
    if (before) {
      before.again = Math.max(version, before.again ?? 0);
      return;
    }
    if (running.size >= MANY) {
      readAll();
      return;
    }
    const state: { again?: number } = {};
    running.set(id, state);
    // The version for a deletion: any newer one heard while the answer is pending wins.
    const asked = Math.max(versionOf(now(), id) ?? 0, Number.isFinite(version) ? version : 0);
    fetchOne(id)
      .then(
        (row) => !stopped && row !== undefined && answered(id, row, asked),
        // Refused or not reached: nothing else would bring it before its next change.
        () => {
          waiting.set(id, Math.max(version, waiting.get(id) ?? 0));
          later(recheck);
        },
      )
      .finally(() => {
        running.delete(id);
        if (state.again !== undefined && !stopped) load(id, state.again);
      });
  }

  /** Reads a row whatever is pending; settles when it is taken in, or is to be asked for again. */
  const refresh = (id: string): Promise<void> =>
    fetchOne(id).then(
      (row) => {
        if (!stopped && row !== undefined) answered(id, row, versionOf(now(), id) ?? 0);
      },
      () => {
        waiting.set(id, Number.POSITIVE_INFINITY);
        later(recheck);
      },
    );

  function answered(id: string, row: R | null, asked: number): void {
    const known = rowOf(now(), id);
    if (!row) {
      dispatch({ type: 'removed', id, version: asked });
      return;
    }
    const { includes, compare } = shape();
    dispatch({ type: 'patched', row, at: clock() });
    // It may have come from or gone to where nothing is loaded: only the server can count and place that.
    if (!known && row.version > 1 && (isPartial(now()) || (!compare && includes(row)))) readAll();
  }

  /** One at a time; whatever asks while it is under way is answered by one more. */
  function readAll(): void {
    readAllAgain = readingAll;
    if (readingAll) return;
    readingAll = true;
    void reread()
      .catch(() => undefined)
      .finally(() => {
        readingAll = false;
        if (readAllAgain && !stopped) readAll();
      });
  }

  function recheck(): void {
    if (stopped) return;
    const due = [...waiting].filter(([id]) => !expects(id));
    for (const [id] of due) waiting.delete(id);
    for (const [id, version] of due) changed(id, version);
  }

  return {
    heard,
    recheck,
    refresh,
    start: () => {
      stopped = false;
    },
    stop: () => {
      stopped = true;
    },
  };
}
