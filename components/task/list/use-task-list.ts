'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { call, newIdempotencyKey, reasonOf } from '@/components/query/api-client';
import { QUEUED } from '@/components/query/change-queue';
import { useFormats } from '@/components/ui/formats';
import { showToast } from '@/components/ui/overlay/toast';
import type { InputOf } from '@/lib/api/contract';
import type { TaskCard, TaskCounts } from '@/lib/task/schema';
import { statusOf } from '@/lib/task/vocabulary';
import { countQuery, filterQuery, includes, type TaskFilters } from '@/lib/task/vocabulary.filter';
import { type NewTask, sendTask } from '../send-change';
import { basisNow, basisOf, changesBack, EditConflict, editCard, type TaskChanges } from '../task-edit';
import { taskListKey } from '../task-query';
import type { Viewer } from '../task-rights';
import { useTaskSubscription } from '../use-task-subscription';
import { useUndo } from '../use-undo';
import { useWaiting } from '../use-waiting';
import {
  type Edit,
  type KeptEdit,
  type ListEvent,
  type ListState,
  listReducer,
  shownRows,
  totalsOf,
} from './list-state';

/** Rows read at a time, as on the server; and the most that one call answers. */
const PAGE = 50;
const MOST = 200;

export type TaskListSource = {
  viewer: Viewer;
  /** The first rows, read by the server at `loadedAt` (ms); `counts` where they are about the same rows. */
  page: { docs: readonly TaskCard[]; total: number; next_cursor?: string | null };
  counts: TaskCounts | null;
  loadedAt: number;
  filters: TaskFilters;
  /** The one project that the list is of. */
  projectId?: string;
  /** Projects whose changes are heard. */
  heard: readonly string[];
  today: string;
};

/** Rows of tasks: server-rendered first, then kept true by what the server answers and announces. */
export function useTaskList({ viewer, page, counts, loadedAt, filters, projectId, heard, today }: TaskListSource) {
  const client = useQueryClient();
  const { firstDay } = useFormats();
  const reading = { memberId: viewer.memberId, today, firstDay };
  const search = { ...filterQuery(filters, reading), sort: filters.sort ?? 'progress', project_id: projectId };
  const key = taskListKey(search);
  const waiting = useWaiting();
  const [paging, setPaging] = useState(false);
  const first: ListState = {
    docs: page.docs,
    total: page.total,
    cursor: page.next_cursor ?? null,
    totals: counts && totalsOf(counts),
    edits: [],
  };

  const now = () => client.getQueryData<ListState>(key) ?? first;
  // Once the page is left there is no list: an answer that comes late must not bring the old one back.
  const dispatch = (event: ListEvent) =>
    client.setQueryData<ListState>(key, (state) => state && listReducer(state, event));
  const read = (part: InputOf<'GET taskList'>, signal?: AbortSignal) =>
    call('GET taskList', { ...search, ...part }, { signal });

  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const limit = Math.min(MOST, Math.max(PAGE, now().docs.length));
      const [rows, counted] = await Promise.all([
        read({ limit }, signal),
        counts &&
          call(
            'GET taskcount',
            { project_id: projectId, ...countQuery(filters) },
            {
              signal,
            },
          ),
      ]);
      return listReducer(now(), {
        type: 'loaded',
        docs: rows.docs,
        total: rows.totalDocs,
        cursor: rows.next_cursor ?? null,
        totals: counted && totalsOf(counted),
      });
    },
    initialData: () => first,
    initialDataUpdatedAt: loadedAt,
    structuralSharing: false,
    // Each visit begins with what the server has just rendered.
    gcTime: 0,
  });

  useTaskSubscription({
    projectIds: heard,
    versionOf: (id) => now().docs.find(({ _id }) => _id === id)?.version,
    onCard: (card) => {
      if (!includes(card, filters, reading)) dispatch({ type: 'removed', id: card._id });
      else if (now().docs.some(({ _id }) => _id === card._id) || card.version === 1) arrived(card);
      // It was changed further down, where it is not loaded.
      else if (counts) void query.refetch();
    },
    onGone: (id) => dispatch({ type: 'removed', id }),
    onCatchUp: () => void query.refetch(),
  });
  const arrived = (card: TaskCard) => dispatch({ type: 'patched', card, at: filters.sort ? 'first' : 'last' });

  const mutation = useMutation({
    ...QUEUED,
    mutationKey: ['editTask'],
    // One after the other, so that each change knows the version the one before has left.
    scope: { id: 'task-edits' },
    mutationFn: ({ id, basis, changes }: KeptEdit) =>
      editCard(
        basisNow(
          now().docs.find(({ _id }) => _id === id),
          basis,
        ),
        changes,
      ),
    onSuccess: (card, { token }) => dispatch({ type: 'settled', token, card }),
    onError: (error, { token, id }) => {
      const card = now().docs.find(({ _id }) => _id === id);
      dispatch({ type: 'refused', token });
      if (error instanceof EditConflict) dispatch({ type: 'patched', card: error.current });
      const why = error instanceof EditConflict ? 'Somebody else changed it in the meantime.' : reasonOf(error);
      showToast({ kind: 'failure', text: `${card?.key ?? 'The task'} was not changed. ${why}` });
    },
  });
  const remember = useUndo();
  const latest = useRef(edit);
  useEffect(() => {
    latest.current = edit;
  });
  /** Changes a row at once; takes it back with the reason if it is refused. */
  async function edit(id: string, changes: TaskChanges, people?: Edit['people'], undoing = false): Promise<void> {
    const before = shownRows(now()).docs.find(({ _id }) => _id === id);
    if (!before) return;
    const back = changesBack(before, changes);
    const step = undoing ? null : remember(() => void latest.current(id, back, before.assignees, true));
    const change: Edit = { token: newIdempotencyKey(), id, changes, people };
    dispatch({ type: 'edited', edit: change });
    try {
      await mutation.mutateAsync({ ...change, basis: basisOf(before, changes) });
    } catch {
      step?.forget();
      return;
    }
    if (!step) showToast({ kind: 'info', text: `The change of ${before.key} was undone.` });
    else if (changes.status)
      showToast({
        kind: 'success',
        text: `${before.key} moved to ${statusOf(changes.status).label}.`,
        action: { label: 'Undo', onAction: step.undo },
      });
  }

  const creation = useMutation({
    ...QUEUED,
    mutationKey: ['addTask'],
    scope: { id: `add-${projectId}` },
    mutationFn: (task: NewTask) => sendTask(task),
  });
  async function add(status: number, title: string) {
    if (!projectId) return;
    const card = await creation.mutateAsync({
      title,
      status,
      project_id: projectId,
      ...(filters.assignee === 'me' && { assignee_ids: [viewer.memberId] }),
      idempotencyKey: newIdempotencyKey(),
    });
    if (includes(card, filters, reading)) arrived(card);
    else showToast({ kind: 'info', text: `${card.key} was added. The filters of this view hide it.` });
  }

  function more() {
    const { cursor } = now();
    if (!cursor || paging) return;
    setPaging(true);
    read({ cursor, limit: PAGE })
      .then(
        ({ docs, totalDocs, next_cursor }) =>
          dispatch({ type: 'paged', docs, total: totalDocs, cursor: next_cursor ?? null }),
        (error) => showToast({ kind: 'failure', text: `More tasks could not be loaded. ${reasonOf(error)}` }),
      )
      .finally(() => setPaging(false));
  }

  const rows = useMemo(() => shownRows(query.data), [query.data]);
  /** A row that was read again. */
  const take = (card: TaskCard) => dispatch({ type: 'patched', card });
  return {
    ...rows,
    total: query.data.total,
    hasMore: query.data.cursor !== null,
    waiting,
    paging,
    edit,
    add,
    more,
    take,
  };
}
