'use client';

import { useMemo } from 'react';
import type { Page } from '@/components/live/collection';
import { call } from '@/components/query/api-client';
import { useFormats } from '@/components/ui/formats';
import { useOrganisationLinks } from '@/components/viewer/shell-context';
import { useWorkflow } from '@/components/workflow/use-workflow';
import type { InputOf } from '@/lib/api/contract';
import type { BoardColumn, TaskCard } from '@/lib/task/schema';
import { filterHref, filterQuery, type TaskFilters } from '@/lib/task/vocabulary.filter';
import { columnIn } from '@/lib/workflow/vocabulary';
import { boardKey } from '../task-query';
import { mayCreateIn, rightsOn, type Viewer, whyNot } from '../task-rights';
import { useTasks } from '../use-tasks';
import { columnsOf, inOrder, pageOf, readingOf } from './board-columns';
import type { BoardStore } from './board-store';
import { useCompletedChoice } from './use-completed-choice';

/** Cards per reading, as on the server, and the most that one call answers. */
const PAGE = 50;
const MOST = 200;

export type TaskBoardSource = {
  projectId: string;
  /** Remembered, to open next time a board is asked for without a project. */
  projectKey: string;
  viewer: Viewer;
  /** Each column's first cards, read by the server at `loadedAt` (ms). */
  columns: readonly BoardColumn[];
  /** False: only the recently completed. */
  allCompleted: boolean;
  loadedAt: number;
  filters: TaskFilters;
  today: string;
};

export function useTaskBoard(source: TaskBoardSource) {
  const { projectId, viewer, columns, filters, today } = source;
  const hrefTo = useOrganisationLinks();
  const { firstDay } = useFormats();
  const search = filterQuery(filters, { today, firstDay });
  const completed = useCompletedChoice(source.allCompleted);

  const read = async (part: Partial<InputOf<'GET taskListByProject'>>, signal?: AbortSignal) => {
    const wanted = {
      ...search,
      project_id: projectId,
      group: 'status',
      completed: completed.read(),
      ...part,
    } as const;
    return (await call('GET taskListByProject', wanted, { signal })).docs.filter((one) => 'docs' in one);
  };
  /** Reads a column again, until `known` of its cards are there. */
  const whole = async (column: BoardColumn, known: number, signal: AbortSignal): Promise<BoardColumn> => {
    let result = column;
    while (result.next_cursor && result.docs.length < known) {
      const { status, next_cursor: cursor, docs } = result;
      const [next] = await read({ status, cursor, limit: MOST }, signal);
      if (!next) break;
      result = { ...next, docs: [...docs, ...next.docs] };
    }
    return result;
  };

  const tasks = useTasks({
    ...source,
    key: boardKey(projectId, search),
    first: readingOf(columns),
    heard: [projectId],
    list: ({ status }) => String(status),
    compare: inOrder,
    hides: completed.hides,
    read: async ({ lists }, signal) => {
      const loaded = await read({ limit: PAGE }, signal);
      const known = ({ status }: BoardColumn) => lists[status]?.docs.length ?? 0;
      return readingOf(await Promise.all(loaded.map((column) => whole(column, known(column), signal))));
    },
  });
  const { state, dispatch, change, create } = tasks;

  const { lists, pending } = state;
  const workflow = useWorkflow(projectId);
  const shown = useMemo(
    () =>
      columnsOf({ lists, pending }).map((column) => ({ ...column, label: columnIn(workflow, Number(column.id)).name })),
    [lists, pending, workflow],
  );
  const store: BoardStore = {
    columns: shown,
    workflow,
    limits: Object.keys(search).length === 0,
    filtered: Object.keys(search).length > 0,
    flashes: state.flashes,
    waiting: tasks.waiting,
    move: (id, { column, ...beside }, upon) =>
      change({ id, kind: 'move', placement: { status: Number(column), ...beside }, ...upon }),
    edit: (id, edit, upon) => change({ ...edit, id, kind: 'edit', ...upon }),
    take: tasks.take,
    remove: (id) => change({ id, kind: 'removal' }),
    restore: async (id) =>
      dispatch({ type: 'patched', row: await tasks.add(call('POST restoreTask', { id })), at: Date.now(), own: true }),
    rights: (card) => rightsOn(viewer, card),
    refusal: (card) => (rightsOn(viewer, card).move ? null : whyNot(viewer)),
    ...(mayCreateIn(viewer, projectId) && {
      add: (column, task) => create({ ...task, project_id: projectId, status: Number(column) }),
      projectId,
    }),
    completed: {
      all: completed.all,
      showAll: (wanted) => {
        completed.showAll(wanted);
        void tasks.reread();
      },
    },
    more: (column) => {
      const next = async (cursor: string): Promise<Page<TaskCard> | undefined> =>
        (await read({ status: column, cursor, limit: PAGE })).map(pageOf)[0];
      tasks.more(column, next).catch(() => undefined);
    },
    hold: (id) => dispatch({ type: 'held', id }),
    hrefOf: (card) => hrefTo(`taskpage?task=${card.key}`),
    // In an order, since without one the list folds what is completed.
    listHref: (column) =>
      filterHref(
        { path: hrefTo('task'), keep: { project: source.projectKey } },
        { ...filters, status: column, sort: '-created' },
      ),
  };
  return { store, failed: tasks.failed, retry: () => void tasks.reread() };
}
