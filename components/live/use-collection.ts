'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError } from '@/components/query/api-client';
import { QUEUED } from '@/components/query/change-queue';
import {
  type Collection,
  type CollectionEvent,
  collectionOf,
  type Page,
  type PageAfter,
  type Pending,
  type Reading,
  type Row,
  rowOf,
  type Shape,
  withPages,
} from './collection';
import { collectionReducer } from './collection-reducer';
import { follow, type Nudge } from './follow';
import { useCatchUp, useLiveEvents } from './live-provider';
import type { LiveMessage } from './subscriptions';

/** Until a row that could not be read is asked for again. */
const RETRY_MS = 15_000;

/** The functions may change between renders. */
export type CollectionSource<R extends Row, P extends Pending> = Shape<R> & {
  key: readonly unknown[];
  /** Rendered by the server at `loadedAt` (ms). */
  first: Reading<R>;
  loadedAt: number;
  /** Reads everything again, as far down as `now` is loaded. */
  read: (now: Collection<R, P>, signal: AbortSignal) => Promise<Reading<R>>;
  channels: readonly string[];
  nudge: (message: LiveMessage) => Nudge;
  /** Rejects with `not_found` if it is gone. undefined: it was taken in otherwise. */
  fetchOne: (id: string, reread: () => Promise<void>) => Promise<R | undefined>;
  /** Sends a change upon the row as known then; null: the row is gone by it. Waits for the connection. */
  send: (change: P, row: R | undefined) => Promise<R | null>;
  /** The kind of `send` in the queue (`components/shell/queued-changes.ts`). */
  kind: string;
};

export function useCollection<R extends Row, P extends Pending>(source: CollectionSource<R, P>) {
  const { key, loadedAt } = source;
  const client = useQueryClient();
  const [first] = useState(() => collectionOf<R, P>(source.first));
  const latest = useRef(source);
  latest.current = source;
  const paging = useRef(new Map<string, Promise<void>>());
  const [adding, setAdding] = useState(0);
  const awaited = useRef(0);
  const readAgain = useRef(new Map<string, Promise<void>>());
  const meanwhile = useRef<PageAfter<R>[]>([]);
  awaited.current = adding;

  const now = () => client.getQueryData<Collection<R, P>>(key) ?? first;
  // After the page is left a late answer must not bring the old rows back.
  const dispatch = (event: CollectionEvent<R, P>) =>
    void client.setQueryData<Collection<R, P>>(
      key,
      (state) => state && collectionReducer(state, event, latest.current),
    );

  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      for (;;) {
        const pages: PageAfter<R>[] = [];
        meanwhile.current = pages;
        const since = now().moment;
        const reading = withPages(await source.read(now(), signal), pages);
        if (reading) return collectionReducer(now(), { type: 'loaded', reading, since }, latest.current);
      }
    },
    initialData: () => first,
    initialDataUpdatedAt: loadedAt,
    structuralSharing: false,
    // Each visit begins with what the server has just rendered.
    gcTime: 0,
  });
  const reread = () => query.refetch().then(() => undefined);
  const rereadAgain = () => client.isFetching({ queryKey: key, exact: true }) > 0 && void reread();

  const tools = useRef({ now, dispatch, reread });
  tools.current = { now, dispatch, reread };
  const [follower] = useState(() =>
    follow<R, P>({
      now: () => tools.current.now(),
      dispatch: (event) => tools.current.dispatch(event),
      shape: () => latest.current,
      reread: () => tools.current.reread(),
      fetchOne: (id) =>
        latest.current
          .fetchOne(id, () => tools.current.reread())
          .catch((error) => {
            if (error instanceof ApiError && error.code === 'not_found') return null;
            throw error;
          }),
      expects: (id) => {
        const state = tools.current.now();
        return state.pending.some((change) => change.id === id) || (awaited.current > 0 && !rowOf(state, id));
      },
      clock: Date.now,
      later: (work) => setTimeout(work, RETRY_MS),
    }),
  );
  useEffect(() => {
    follower.start();
    return follower.stop;
  }, [follower]);
  useLiveEvents(source.channels, (message) => follower.heard(source.nudge(message)), true);
  useCatchUp(() => void reread());
  const { pending } = query.data;
  const answered = useEffectEvent(() => follower.recheck());
  useEffect(() => {
    if (pending.length === 0 || adding === 0) answered();
  }, [pending, adding]);

  // Changes of a view before this one, which the server rendered without them.
  const adopt = useEffectEvent(() => {
    const cache = client.getMutationCache();
    const ends = cache.findAll({ mutationKey: [source.kind], status: 'pending' }).flatMap((before) => {
      const change = before.state.variables as P;
      if (!rowOf(now(), change.id)) return [];
      if (!now().pending.some(({ token }) => token === change.token))
        dispatch({ type: 'changed', change, at: Date.now() });
      const end = cache.subscribe((event) => {
        if (event.mutation !== before || before.state.status === 'pending') return;
        end();
        const read = follower.refresh(change.id).finally(() => dispatch({ type: 'refused', token: change.token }));
        readAgain.current.set(change.id, read);
      });
      return end;
    });
    return () => {
      for (const end of ends) end();
    };
  });
  useEffect(() => adopt(), []);

  const mutation = useMutation({
    ...QUEUED,
    mutationKey: [source.kind],
    // One after the other: the next may name this row as its neighbour, or need the version that this one leaves.
    scope: { id: source.kind },
    mutationFn: async (change: P) => {
      await readAgain.current.get(change.id);
      return source.send(change, rowOf(now(), change.id));
    },
    onSuccess: (row, { token }) => dispatch({ type: 'settled', token, row }),
    onError: (_error, { token }) => dispatch({ type: 'refused', token }),
  });

  return {
    state: query.data,
    now,
    dispatch,
    reread,
    /** Restarts a reading under way: it was sent before what was just written. */
    rereadAgain,
    failed: query.isError,
    /** Answers the row, or undoes the change and rejects with the reason. */
    change: (change: P): Promise<R | null> => {
      dispatch({ type: 'changed', change, at: Date.now() });
      return mutation.mutateAsync(change);
    },
    /** Messages about the new row wait for the answer of `creation`. */
    add: async <T>(creation: Promise<T>): Promise<T> => {
      setAdding((count) => count + 1);
      awaited.current++;
      return creation.finally(() => setAdding((count) => count - 1));
    },
    /** Asked for twice, a page is fetched once; and again, where it follows no longer what was read meanwhile. */
    more: (list: string, load: (cursor: string) => Promise<Page<R> | undefined>): Promise<void> => {
      const next = async (): Promise<void> => {
        const cursor = now().lists[list]?.cursor;
        const page = cursor && (await load(cursor));
        if (!page) return;
        if (now().lists[list]?.cursor !== cursor) return next();
        meanwhile.current.push({ list, page, last: now().lists[list]?.docs.at(-1) });
        dispatch({ type: 'paged', list, page, after: cursor });
      };
      const running = paging.current.get(list) ?? next().finally(() => paging.current.delete(list));
      paging.current.set(list, running);
      return running;
    },
  };
}
