'use client';

import { useMemo, useState } from 'react';
import { showUndoable } from '@/components/keys/show-undoable';
import { type Page, shownRows } from '@/components/live/collection';
import { readDown } from '@/components/live/read-down';
import { call, reasonOf } from '@/components/query/api-client';
import { useFormats } from '@/components/ui/formats';
import { showToast } from '@/components/ui/overlay/toast';
import type { InputOf } from '@/lib/api/contract';
import { bidi } from '@/lib/bidi';
import type { TaskCard } from '@/lib/task/schema';
import { statusOf } from '@/lib/task/vocabulary';
import { columnsIn, extrasShown, filterQuery, listOrder, type TaskFilters } from '@/lib/task/vocabulary.filter';
import type { TaskGroupRecord } from '@/lib/task-group/schema';
import { groupingOf, groupOf } from '@/lib/task-group/vocabulary';
import type { QuickTask } from '../quick/quick-add';
import { type GivenFields, withFields } from '../quick/with-fields';
import { withChange } from '../task-edit';
import { taskListKey } from '../task-query';
import type { Viewer } from '../task-rights';
import { useTaskEdits } from '../use-task-edits';
import { useTasks } from '../use-tasks';
import { totalsOf } from './list-groups';

/** Rows of the first reading, as on the server, and of each that follows: the most that one call answers. */
const PAGE = 50;
const MOST = 200;
const ALL = 'all';

export type TaskListSource = {
  viewer: Viewer;
  /** The first rows, read by the server at `loadedAt` (ms), and what they are in groups by; null: an order of their own. */
  page: { docs: readonly TaskCard[]; total: number; next_cursor?: string | null };
  groups: readonly TaskGroupRecord[] | null;
  loadedAt: number;
  filters: TaskFilters;
  projectId?: string;
  /** Projects whose live messages are followed. */
  heard: readonly string[];
  today: string;
  onMade: (card: TaskCard) => void;
};

export function useTaskList(source: TaskListSource) {
  const { page, groups, filters, projectId, today, viewer } = source;
  const { firstDay } = useFormats();
  const group = groupingOf(filters);
  const { memberId } = viewer;
  const tally = useMemo(
    () => (group ? (card: TaskCard) => groupOf(card, group, { today, firstDay, memberId }) : undefined),
    [group, today, firstDay, memberId],
  );
  const [known, learn] = useState(groups);
  const { sort: _order, ...narrow } = filterQuery(filters, { today, firstDay });
  const narrowed = { ...narrow, project_id: projectId };
  const included = extrasShown(columnsIn(filters.columns));
  const include = included.length ? included : undefined;
  const search = { ...narrowed, sort: listOrder(filters), include };
  const [paging, setPaging] = useState(false);
  const read = async (part: InputOf<'GET taskList'>, signal?: AbortSignal) => {
    const { docs, totalDocs, next_cursor } = await call('GET taskList', { ...search, ...part }, { signal });
    return { docs, total: totalDocs, cursor: next_cursor ?? null };
  };
  const readOn = (from: Page<TaskCard>, known: number, signal?: AbortSignal) =>
    readDown(from, known, (cursor, missing) => read({ cursor, limit: Math.min(MOST, missing) }, signal));

  const tasks = useTasks({
    ...source,
    tally,
    key: taskListKey(search),
    first: {
      lists: { [ALL]: { docs: page.docs, total: page.total, cursor: page.next_cursor ?? null } },
      counts: groups && totalsOf(groups),
    },
    list: () => ALL,
    arrives: group === 'status' ? 'last' : 'first',
    read: async ({ lists }, signal) => {
      const known = Math.max(PAGE, lists[ALL]?.docs.length ?? 0);
      const [rows, counted] = await Promise.all([
        read({ limit: Math.min(MOST, known) }, signal).then((first) => readOn(first, known, signal)),
        group && call('GET taskGroups', { ...narrowed, group }, { signal }),
      ]);
      if (counted) learn(counted.groups);
      return { lists: { [ALL]: rows }, counts: counted && totalsOf(counted.groups) };
    },
  });
  const { state, now } = tasks;

  const { edit, remember } = useTaskEdits(tasks, {
    done: ({ key }, { status }, _looks, step) => {
      if (!step) showToast({ kind: 'info', text: `The change of ${key} was undone.` });
      else if (status) showUndoable(bidi`${key} moved to ${statusOf(status).label}.`, step);
    },
  });

  function more() {
    setPaging(true);
    tasks
      .more(ALL, (cursor) => read({ cursor, limit: MOST }))
      .catch((error) => showToast({ kind: 'failure', text: `More tasks could not be loaded. ${reasonOf(error)}` }))
      .finally(() => setPaging(false));
  }

  const shown = useMemo(() => shownRows(state, ALL, withChange, { tally }), [state, tally]);
  const list = state.lists[ALL];
  return {
    docs: shown.docs,
    totals: shown.counts,
    names: new Map(known?.map(({ _id, name }) => [_id, name])),
    total: list?.total ?? 0,
    hasMore: list?.cursor != null,
    waiting: tasks.waiting,
    paging,
    edit,
    bulk: {
      now,
      dispatch: tasks.dispatch,
      reread: tasks.reread,
      projectId,
      remember,
      below: (most: number) => readOn({ docs: [], total: 0, cursor: now().lists[ALL]?.cursor ?? null }, most),
    },
    take: tasks.take,
    add: (fields: GivenFields, task: QuickTask, project_id: string) =>
      tasks.create({ ...withFields(fields, task), project_id }),
    more,
  };
}
