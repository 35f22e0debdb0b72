'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { api, newIdempotencyKey, queryOf } from '@/components/query/api-client';
import { useOrganisationLinks } from '@/components/shell/shell-context';
import { useFormats } from '@/components/ui/formats';
import { showToast } from '@/components/ui/toast';
import type { BoardColumn, TaskCard, TaskDetail } from '@/lib/task/schema';
import { filterQuery, matchesFilters, type TaskFilters } from '../task-filters';
import { boardKey } from '../task-query';
import { mayCreateIn, rightsOn, type Viewer, whyNot } from '../task-rights';
import { useTaskNews } from '../use-task-news';
import { useWaiting } from '../use-waiting';
import { type BoardEvent, type BoardState, boardAfter, boardOf, cardOf, type Move, shownColumns } from './board-state';
import type { BoardStore } from './board-store';

/** Cards of a column that are read at a time, as on the server; and the most that one call answers. */
const PAGE = 50;
const MOST = 200;

export type TaskBoardSource = {
  projectId: string;
  viewer: Viewer;
  /** The first cards of each column, read by the server at `loadedAt` (ms). */
  columns: readonly BoardColumn[];
  loadedAt: number;
  filters: TaskFilters;
  today: string;
};

/** The board of a project: server-rendered first, then kept true by what the server answers and announces. */
export function useTaskBoard({ projectId, viewer, columns, loadedAt, filters, today }: TaskBoardSource) {
  const hrefTo = useOrganisationLinks();
  const client = useQueryClient();
  const { firstDay } = useFormats();
  const search = filterQuery(filters, today, firstDay);
  const key = boardKey(projectId, search);
  const held = useRef<{ id: string | null; later: BoardEvent[] }>({ id: null, later: [] });
  const paging = useRef(new Set<number>());
  const { waiting, begin, end } = useWaiting();

  const read = (part: Record<string, string | number>, signal?: AbortSignal) =>
    api.list<BoardColumn>(
      `taskListByProject${queryOf({ project_id: projectId, group: 'status', ...search, ...part })}`,
      { signal },
    );
  const now = () => client.getQueryData<BoardState>(key) ?? boardOf(columns);
  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const most = Math.max(PAGE, ...now().columns.map(({ docs }) => docs.length));
      const { docs } = await read({ limit: Math.min(MOST, most) }, signal);
      const event: BoardEvent = { type: 'loaded', columns: docs };
      if (held.current.id === null) return boardAfter(now(), event);
      held.current.later.push(event);
      return now();
    },
    initialData: () => boardOf(columns),
    initialDataUpdatedAt: loadedAt,
    structuralSharing: false,
    // Each visit begins with what the server has just rendered.
    gcTime: 0,
  });

  function happen(event: BoardEvent): void {
    const { id, later } = held.current;
    // Taking a card away from under the pointer would end the drag.
    const meant = 'card' in event ? event.card._id : 'id' in event ? event.id : null;
    if (id !== null && meant === id) later.push(event);
    else client.setQueryData<BoardState>(key, (state) => boardAfter(state ?? boardOf(columns), event));
  }

  useTaskNews({
    projectIds: [projectId],
    versionOf: (id) => cardOf(now().columns, id)?.version,
    onCard: (card) => {
      const known = cardOf(now().columns, card._id) !== undefined;
      const shows = matchesFilters(card, filters, viewer.memberId, today, firstDay);
      happen(shows ? { type: 'patched', card, at: Date.now() } : { type: 'removed', id: card._id });
      // It may have left the unloaded part of a column: only the server can count that.
      if (!known && now().columns.some(({ next_cursor }) => next_cursor)) void query.refetch();
    },
    onGone: (id) => happen({ type: 'removed', id }),
    onCatchUp: () => void query.refetch(),
  });

  const mutation = useMutation({
    // One after the other: the next move may name this card as its neighbour.
    scope: { id: `board-${projectId}` },
    mutationFn: ({ id, placement }: Move) =>
      api.post<TaskCard>('changeTaskStatus', {
        task_id: id,
        status: placement.status,
        ...(placement.after ? { after_id: placement.after } : placement.before ? { before_id: placement.before } : {}),
      }),
    onMutate: ({ id }) => begin(id),
    onSuccess: (card, { token }) => happen({ type: 'settled', token, card }),
    onError: (_error, { token }) => happen({ type: 'refused', token }),
    onSettled: (_card, _error, { id }) => end(id),
  });
  const send = async (move: Move) => {
    happen({ type: 'moved', move, at: Date.now() });
    await mutation.mutateAsync(move);
  };

  const creation = useMutation({
    mutationFn: ({ idempotencyKey, ...task }: NewCard) => api.post<TaskDetail>('Task', task, { idempotencyKey }),
  });
  const create = async (status: number, title: string) => {
    const card = await creation.mutateAsync({
      project_id: projectId,
      title,
      status,
      ...(filters.mine && { assignee_ids: [viewer.memberId] }),
      idempotencyKey: newIdempotencyKey(),
    });
    if (matchesFilters(card, filters, viewer.memberId, today, firstDay))
      happen({ type: 'patched', card, at: Date.now() });
    else showToast({ kind: 'info', text: `${card.key} was added. The filters of this view hide it.` });
  };

  const shown = useMemo(() => shownColumns(query.data), [query.data]);
  const store: BoardStore = {
    columns: shown,
    flashes: query.data.flashes,
    waiting,
    move: (id, placement) => send({ token: newIdempotencyKey(), id, placement }),
    refusal: (card) => (rightsOn(viewer, card).move ? null : whyNot(viewer)),
    ...(mayCreateIn(viewer, projectId) && { add: create }),
    more: (status) => {
      const cursor = now().columns.find((column) => column.status === status)?.next_cursor;
      if (!cursor || paging.current.has(status)) return;
      paging.current.add(status);
      read({ status, cursor, limit: PAGE })
        .then(({ docs: [column] }) => column && happen({ type: 'paged', column }))
        .catch(() => undefined)
        .finally(() => paging.current.delete(status));
    },
    hold: (id) => {
      const { later } = held.current;
      held.current = { id, later: [] };
      if (id === null) for (const event of later) happen(event);
    },
    hrefOf: (card) => hrefTo(`taskpage?task=${card.key}`),
  };
  return { store, failed: query.isError, retry: () => void query.refetch() };
}

type NewCard = { project_id: string; title: string; status: number; assignee_ids?: string[]; idempotencyKey: string };
