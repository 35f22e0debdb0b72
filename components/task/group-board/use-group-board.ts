'use client';

import { useMemo, useRef, useState } from 'react';
import { shownRows } from '@/components/live/collection';
import { call } from '@/components/query/api-client';
import { useFormats } from '@/components/ui/formats';
import { useOrganisationLinks } from '@/components/viewer/shell-context';
import { useWorkflow } from '@/components/workflow/use-workflow';
import type { InputOf } from '@/lib/api/contract';
import { parseFilter, printFilter } from '@/lib/filter/format';
import type { TaskCard } from '@/lib/task/schema';
import { filterHref, filterQuery, type TaskFilters } from '@/lib/task/vocabulary.filter';
import type { BoardCard, GroupedBoard } from '@/lib/task-board/schema';
import { boardGroupOf, boardOrder, laneOf } from '@/lib/task-board/vocabulary';
import { HIDDEN } from '@/lib/task-group/vocabulary';
import { columnIn } from '@/lib/workflow/vocabulary';
import { taskOf } from '../board/board-columns';
import type { BoardStore } from '../board/board-store';
import { useCompletedChoice } from '../board/use-completed-choice';
import { type GivenFields, withFields } from '../quick/with-fields';
import { withChange } from '../task-edit';
import { boardKey } from '../task-query';
import { mayCreateIn, rightsOn, type Viewer, whyNot } from '../task-rights';
import { useTasks } from '../use-tasks';
import { boardOf, cellId, cellsOf, countsOf, isCut, type Layout, layoutOf, partsOf, tallyOf } from './cells';
import { changeBetween, fieldsIn, mayChange } from './field-changes';

const PAGE = 50;
const MOST = 200;
const ALL = 'all';

export type GroupBoardSource = {
  projectId: string;
  projectKey: string;
  viewer: Viewer;
  /** Read by the server at `loadedAt` (ms). */
  board: GroupedBoard;
  allCompleted: boolean;
  loadedAt: number;
  filters: TaskFilters;
  today: string;
};

/** A board whose columns, or lanes, are what tasks have: a drop changes that, and the order of cards is not its own. */
export function useGroupBoard(source: GroupBoardSource) {
  const { projectId, projectKey, viewer, filters, today } = source;
  const hrefTo = useOrganisationLinks();
  const { firstDay } = useFormats();
  const facets = { group: boardGroupOf(filters), lane: laneOf(filters) };
  const { group, lane } = facets;
  const { sort: _order, ...search } = filterQuery(filters, { today, firstDay });
  const completed = useCompletedChoice(source.allCompleted);
  const [layout, setLayout] = useState(() => layoutOf(source.board));
  const paging = useRef(new Set<string>());

  const read = (part: Partial<InputOf<'GET taskBoard'>>, signal?: AbortSignal) =>
    call(
      'GET taskBoard',
      { ...search, project_id: projectId, group, ...(lane && { lanes: lane }), completed: completed.read(), ...part },
      { signal },
    );
  const readingOf = (docs: readonly BoardCard[], counts: GroupedBoard['counts'], cut: boolean) => ({
    lists: { [ALL]: { docs, total: docs.length, cursor: null, hidden: cut ? 1 : 0 } },
    counts: countsOf(counts),
  });

  const tasks = useTasks({
    ...source,
    key: [...boardKey(projectId, search), group, lane],
    first: readingOf(source.board.docs, source.board.counts, isCut(layout)),
    heard: [projectId],
    list: () => ALL,
    compare: boardOrder,
    tally: (card) => tallyOf(card, facets),
    hides: completed.hides,
    read: async ({ lists }, signal) => {
      const known = new Map<string, number>();
      for (const card of lists[ALL]?.docs ?? [])
        for (const cell of cellsOf(card, facets)) known.set(cell, (known.get(cell) ?? 0) + 1);
      const answer = await read({ limit: PAGE }, signal);
      const docs = new Map(answer.docs.map((card) => [card._id, card]));
      const next = new Map(layoutOf(answer).cells);
      // As far down as it was read.
      for (const { column, lane: along, ids, next_cursor: first } of answer.cells) {
        const id = cellId(column, along);
        let [cursor, count] = [first, ids.length];
        while (cursor && count < (known.get(id) ?? 0)) {
          const more = await read({ column, ...(along !== null && { lane: along }), cursor, limit: MOST }, signal);
          for (const card of more.docs) docs.set(card._id, card);
          cursor = more.cells[0]?.next_cursor ?? null;
          count += more.docs.length || MOST;
        }
        next.set(id, { hidden: next.get(id)?.hidden ?? 0, cursor });
      }
      const now = { ...layoutOf(answer), cells: next };
      setLayout(now);
      return readingOf([...docs.values()].sort(boardOrder), answer.counts, isCut(now));
    },
  });
  const { state, dispatch, change, create, now } = tasks;

  const workflow = useWorkflow(projectId);
  const shown = useMemo(() => {
    const { docs, counts } = shownRows(state, ALL, withChange, { tally: (card) => tallyOf(card, { group, lane }) });
    return boardOf(docs, counts ?? {}, layout, { group, lane }, (status) => columnIn(workflow, status).name);
  }, [state, layout, group, lane, workflow]);

  async function more(id: string) {
    const cursor = layout.cells.get(id)?.cursor;
    if (!cursor || paging.current.has(id)) return;
    paging.current.add(id);
    const { column, lane: along } = partsOf(id);
    try {
      const answer = await read({ column, ...(along !== null && { lane: along }), cursor, limit: PAGE });
      const left = answer.cells[0]?.next_cursor ?? null;
      const after = (known: Layout): Layout => ({
        ...known,
        cells: new Map(known.cells).set(id, { hidden: known.cells.get(id)?.hidden ?? 0, cursor: left }),
      });
      const total = now().lists[ALL]?.total ?? 0;
      const hidden = isCut(after(layout)) ? 1 : 0;
      dispatch({ type: 'paged', list: ALL, page: { docs: answer.docs, total, cursor: null, hidden } });
      setLayout(after);
    } finally {
      paging.current.delete(id);
    }
  }

  const store: BoardStore = {
    columns: shown.columns,
    lanes: shown.lanes,
    workflow,
    flashes: state.flashes,
    waiting: tasks.waiting,
    move: async () => null,
    edit: (id, edit, upon) => change({ ...edit, id: taskOf(id), kind: 'edit', ...upon }),
    take: tasks.take,
    whole: async (id) => tasks.take(await call('GET taskCard/{id}', { id: taskOf(id) })),
    fields: (card, from, to) => {
      const places = [...layout.columns, ...layout.lanes];
      if (partsOf(to).column === HIDDEN || partsOf(to).lane === HIDDEN) return 'Choose somebody by name.';
      const wanted = changeBetween(card, from, to, facets, places);
      if (wanted.changes.assignee_ids && card.more_assignees) return null;
      return mayChange(card, wanted, rightsOn(viewer, card), viewer.memberId) ? wanted : whyNot(viewer);
    },
    remove: (id) => change({ id: taskOf(id), kind: 'removal' }),
    restore: async (id) =>
      dispatch({
        type: 'patched',
        row: await tasks.add(call('POST restoreTask', { id: taskOf(id) })),
        at: Date.now(),
        own: true,
      }),
    rights: (card) => rightsOn(viewer, card),
    refusal: (card) => {
      const { edit, move, assign, assign_self } = rightsOn(viewer, card);
      const by = [group, lane];
      const may = edit || (move && by.includes('status')) || ((assign || assign_self) && by.includes('assignee'));
      return may ? null : whyNot(viewer);
    },
    ...(mayCreateIn(viewer, projectId) && {
      add: (column, task) => {
        const fields = fieldsIn(column, facets) as GivenFields;
        return create({ ...withFields(fields, task), project_id: projectId });
      },
      projectId,
    }),
    completed: {
      all: completed.all,
      showAll: (wanted) => {
        completed.showAll(wanted);
        void tasks.reread();
      },
    },
    more: (id) => void more(id).catch(() => undefined),
    hold: (id) => dispatch({ type: 'held', id: id && taskOf(id) }),
    hrefOf: (card: TaskCard) => hrefTo(`taskpage?task=${card.key}`),
    listHref: (id) => {
      const rest = parseFilter(filters.filter ?? '');
      const { column } = partsOf(id);
      const of = { field: group, not: false, values: [column] };
      const filter = printFilter({ join: 'all', not: false, of: [of, ...(rest.join === 'all' ? rest.of : [rest])] });
      const { group: _columns, swimlane: _lanes, ...narrow } = filters;
      return filterHref(
        { path: hrefTo('task'), keep: { project: projectKey } },
        { ...narrow, filter, sort: '-created' },
      );
    },
  };
  return { store, moreLanes: layout.more_lanes, failed: tasks.failed, retry: () => void tasks.reread() };
}
