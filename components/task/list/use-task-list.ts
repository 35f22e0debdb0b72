'use client';

import { useEffect, useMemo, useRef, useState } from 'react';
import { useUndo } from '@/components/keys/use-undo';
import { shownRow, shownRows } from '@/components/live/collection';
import { call, reasonOf } from '@/components/query/api-client';
import { useFormats } from '@/components/ui/formats';
import { showToast } from '@/components/ui/overlay/toast';
import type { InputOf } from '@/lib/api/contract';
import type { TaskCard, TaskCounts } from '@/lib/task/schema';
import { statusOf } from '@/lib/task/vocabulary';
import { countQuery, filterQuery, type TaskFilters } from '@/lib/task/vocabulary.filter';
import { changesBack, type TaskChanges, withChange } from '../task-edit';
import { taskListKey } from '../task-query';
import type { Viewer } from '../task-rights';
import { useTasks } from '../use-tasks';
import { totalsOf } from './list-groups';

/** Rows per reading, as on the server, and the most that one call answers. */
const PAGE = 50;
const MOST = 200;
const ALL = 'all';
const byStatus = { tally: ({ status }: TaskCard) => status };

export type TaskListSource = {
  viewer: Viewer;
  /** The first rows, read by the server at `loadedAt` (ms); `counts` where they are about the same rows. */
  page: { docs: readonly TaskCard[]; total: number; next_cursor?: string | null };
  counts: TaskCounts | null;
  loadedAt: number;
  filters: TaskFilters;
  projectId?: string;
  /** Projects whose live messages are followed. */
  heard: readonly string[];
  today: string;
};

export function useTaskList(source: TaskListSource) {
  const { page, counts, filters, projectId, today } = source;
  const { firstDay } = useFormats();
  const search = {
    ...filterQuery(filters, { today, firstDay }),
    sort: filters.sort ?? 'progress',
    project_id: projectId,
  };
  const [paging, setPaging] = useState(false);
  const read = async (part: InputOf<'GET taskList'>, signal?: AbortSignal) => {
    const { docs, totalDocs, next_cursor } = await call('GET taskList', { ...search, ...part }, { signal });
    return { docs, total: totalDocs, cursor: next_cursor ?? null };
  };

  const tasks = useTasks({
    ...source,
    ...byStatus,
    key: taskListKey(search),
    first: {
      lists: { [ALL]: { docs: page.docs, total: page.total, cursor: page.next_cursor ?? null } },
      counts: counts && totalsOf(counts),
    },
    list: () => ALL,
    arrives: filters.sort ? 'first' : 'last',
    read: async ({ lists }, signal) => {
      const limit = Math.min(MOST, Math.max(PAGE, lists[ALL]?.docs.length ?? 0));
      const [rows, counted] = await Promise.all([
        read({ limit }, signal),
        counts && call('GET taskcount', { project_id: projectId, ...countQuery(filters) }, { signal }),
      ]);
      return { lists: { [ALL]: rows }, counts: counted && totalsOf(counted) };
    },
  });
  const { state, now } = tasks;

  const remember = useUndo();
  const latest = useRef(edit);
  useEffect(() => {
    latest.current = edit;
  });
  async function edit(
    id: string,
    changes: TaskChanges,
    people?: TaskCard['assignees'],
    undoing = false,
  ): Promise<void> {
    const before = shownRow(now(), id, withChange);
    if (!before) return;
    const back = changesBack(before, changes);
    const step = undoing ? null : remember(() => void latest.current(id, back, before.assignees, true));
    try {
      await tasks.change({ id, kind: 'edit', changes, people });
    } catch (error) {
      step?.forget();
      showToast({ kind: 'failure', text: `${before.key} was not changed. ${reasonOf(error)}` });
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

  function more() {
    setPaging(true);
    tasks
      .more(ALL, (cursor) => read({ cursor, limit: PAGE }))
      .catch((error) => showToast({ kind: 'failure', text: `More tasks could not be loaded. ${reasonOf(error)}` }))
      .finally(() => setPaging(false));
  }

  const shown = useMemo(() => shownRows(state, ALL, withChange, byStatus), [state]);
  const list = state.lists[ALL];
  return {
    docs: shown.docs,
    totals: shown.counts,
    total: list?.total ?? 0,
    hasMore: list?.cursor != null,
    waiting: tasks.waiting,
    paging,
    edit,
    take: tasks.take,
    add: async (status: number, title: string) => {
      if (projectId) await tasks.create({ project_id: projectId, title, status });
    },
    more,
  };
}
