'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { call, newIdempotencyKey } from '@/components/query/api-client';
import { QUEUED } from '@/components/query/change-queue';
import { useFormats } from '@/components/ui/formats';
import { showToast } from '@/components/ui/overlay/toast';
import { useOrganisationLinks } from '@/components/viewer/shell-context';
import type { InputOf } from '@/lib/api/contract';
import type { BoardColumn, TaskCard } from '@/lib/task/schema';
import { RECENT_DAYS } from '@/lib/task/vocabulary';
import { filterQuery, includes, type TaskFilters } from '@/lib/task/vocabulary.filter';
import { type NewTask, sendBoardChange, sendTask } from '../send-change';
import { basisNow, basisOf, EditConflict, type TaskBase } from '../task-edit';
import { boardKey } from '../task-query';
import { mayCreateIn, rightsOn, type Viewer, whyNot } from '../task-rights';
import { useTaskSubscription } from '../use-task-subscription';
import { useWaiting } from '../use-waiting';
import {
  type BoardEvent,
  type BoardState,
  boardOf,
  boardReducer,
  cardOf,
  type Pending,
  shownColumns,
} from './board-state';
import type { BoardStore } from './board-store';
import { keepShowsCompleted } from './completed-choice';

/** Cards of a column that are read at a time, as on the server; and the most that one call answers. */
const PAGE = 50;
const MOST = 200;
const DAY = 86_400_000;

export type TaskBoardSource = {
  projectId: string;
  viewer: Viewer;
  /** The first cards of each column, read by the server at `loadedAt` (ms). */
  columns: readonly BoardColumn[];
  /** They hold all that is completed; otherwise what was completed lately. */
  allCompleted: boolean;
  loadedAt: number;
  filters: TaskFilters;
  today: string;
};

/** The board of a project: server-rendered first, then kept true by what the server answers and announces. */
export function useTaskBoard(source: TaskBoardSource) {
  const { projectId, viewer, columns, loadedAt, filters, today } = source;
  const hrefTo = useOrganisationLinks();
  const client = useQueryClient();
  const { firstDay } = useFormats();
  const reading = { memberId: viewer.memberId, today, firstDay };
  const search = filterQuery(filters, reading);
  const key = boardKey(projectId, search);
  const held = useRef<{ id: string | null; later: BoardEvent[] }>({ id: null, later: [] });
  const paging = useRef(new Set<number>());
  const waiting = useWaiting();
  const [all, setAll] = useState(source.allCompleted);
  const completed = useRef<'all' | 'recent'>(all ? 'all' : 'recent');

  const read = async (part: Partial<InputOf<'GET taskListByProject'>>, signal?: AbortSignal) => {
    const wanted = {
      ...search,
      project_id: projectId,
      group: 'status',
      completed: completed.current,
      ...part,
    } as const;
    return (await call('GET taskListByProject', wanted, { signal })).docs.filter((one) => 'docs' in one);
  };
  const now = () => client.getQueryData<BoardState>(key) ?? boardOf(columns);
  /** A column read again, as far down as it is loaded. */
  const whole = async (column: BoardColumn, signal?: AbortSignal): Promise<BoardColumn> => {
    const known = now().columns.find(({ status }) => status === column.status)?.docs.length ?? 0;
    let result = column;
    while (result.next_cursor && result.docs.length < known) {
      const { status, next_cursor: cursor, docs } = result;
      const [next] = await read({ status, cursor, limit: MOST }, signal);
      if (!next) break;
      result = { ...next, docs: [...docs, ...next.docs] };
    }
    return result;
  };
  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const loaded = await read({ limit: PAGE }, signal);
      const event: BoardEvent = { type: 'loaded', columns: await Promise.all(loaded.map((one) => whole(one, signal))) };
      if (held.current.id === null) return boardReducer(now(), event);
      held.current.later.push(event);
      return now();
    },
    initialData: () => boardOf(columns),
    initialDataUpdatedAt: loadedAt,
    structuralSharing: false,
    // Each visit begins with what the server has just rendered.
    gcTime: 0,
  });

  function dispatch(event: BoardEvent): void {
    const { id, later } = held.current;
    // Taking a card away from under the pointer would end the drag.
    const meant = 'card' in event ? event.card?._id : 'id' in event ? event.id : null;
    if (id !== null && meant === id) later.push(event);
    // Once the page is left there is no board: an answer that comes late must not bring the old one back.
    else client.setQueryData<BoardState>(key, (state) => state && boardReducer(state, event));
  }

  useTaskSubscription({
    projectIds: [projectId],
    versionOf: (id) => cardOf(now().columns, id)?.version,
    onCard: (card) => {
      const known = cardOf(now().columns, card._id) !== undefined;
      const shows = includes(card, filters, reading) && !isHidden(card);
      dispatch(shows ? { type: 'patched', card, at: Date.now() } : { type: 'removed', id: card._id });
      // It may have left a part of a column that is not loaded: only the server can count that.
      const more = now().columns.some(({ next_cursor, hidden }) => next_cursor || hidden);
      if (!known && more && card.version > 1) void query.refetch();
    },
    onGone: (id) => dispatch({ type: 'removed', id }),
    onCatchUp: () => void query.refetch(),
  });

  const isHidden = ({ completed_at: at }: TaskCard) =>
    completed.current === 'recent' && at !== null && Date.parse(at) < Date.now() - RECENT_DAYS * DAY;

  const mutation = useMutation({
    ...QUEUED,
    mutationKey: ['changeTask'],
    // One after the other: the next may name this card as its neighbour, or needs the version that this one leaves.
    scope: { id: `board-${projectId}` },
    mutationFn: ({ basis, ...change }: KeptChange) =>
      sendBoardChange(change, basisNow(cardOf(now().columns, change.id), basis)),
    onSuccess: (card, { token }) => dispatch({ type: 'settled', token, card }),
    onError: (error, { token }) => {
      dispatch({ type: 'refused', token });
      if (error instanceof EditConflict) dispatch({ type: 'patched', card: error.current });
    },
  });
  const send = async (change: Pending) => {
    const card = cardOf(now().columns, change.id);
    const basis = change.kind === 'edit' && card ? basisOf(card, change.changes) : undefined;
    dispatch({ type: 'changed', change, at: Date.now() });
    await mutation.mutateAsync({ ...change, basis });
  };

  const restoration = useMutation({ mutationFn: (id: string) => call('POST restoreTask', { id }) });
  const creation = useMutation({
    ...QUEUED,
    mutationKey: ['addTask'],
    scope: { id: `add-${projectId}` },
    mutationFn: (task: NewTask) => sendTask(task),
  });
  const create = async (status: number, title: string) => {
    const card = await creation.mutateAsync({
      project_id: projectId,
      title,
      status,
      ...(filters.assignee === 'me' && { assignee_ids: [viewer.memberId] }),
      idempotencyKey: newIdempotencyKey(),
    });
    if (includes(card, filters, reading)) dispatch({ type: 'patched', card, at: Date.now() });
    else showToast({ kind: 'info', text: `${card.key} was added. The filters of this view hide it.` });
  };

  const shown = useMemo(() => shownColumns(query.data), [query.data]);
  const store: BoardStore = {
    columns: shown,
    flashes: query.data.flashes,
    waiting,
    move: (id, placement) => send({ token: newIdempotencyKey(), id, kind: 'move', placement }),
    edit: (id, changes, people) => send({ token: newIdempotencyKey(), id, kind: 'edit', changes, people }),
    take: (card) => dispatch({ type: 'patched', card }),
    remove: (id) => send({ token: newIdempotencyKey(), id, kind: 'removal' }),
    restore: async (id) => dispatch({ type: 'patched', card: await restoration.mutateAsync(id), at: Date.now() }),
    rights: (card) => rightsOn(viewer, card),
    refusal: (card) => (rightsOn(viewer, card).move ? null : whyNot(viewer)),
    ...(mayCreateIn(viewer, projectId) && { add: create }),
    completed: {
      all,
      showAll: (wanted) => {
        setAll(wanted);
        completed.current = wanted ? 'all' : 'recent';
        keepShowsCompleted(wanted);
        void query.refetch();
      },
    },
    more: (status) => {
      const cursor = now().columns.find((column) => column.status === status)?.next_cursor;
      if (!cursor || paging.current.has(status)) return;
      paging.current.add(status);
      read({ status, cursor, limit: PAGE })
        .then(([column]) => column && dispatch({ type: 'paged', column }))
        .catch(() => undefined)
        .finally(() => paging.current.delete(status));
    },
    hold: (id) => {
      const { later } = held.current;
      held.current = { id, later: [] };
      if (id === null) for (const event of later) dispatch(event);
    },
    hrefOf: (card) => hrefTo(`taskpage?task=${card.key}`),
  };
  return { store, failed: query.isError, retry: () => void query.refetch() };
}

/** A change with what it is made to, as it waits for the connection. */
type KeptChange = Pending & { basis?: TaskBase };
