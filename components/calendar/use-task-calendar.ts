'use client';

import { useEffect, useMemo, useRef, useState } from 'react';
import { showUndoable } from '@/components/keys/show-undoable';
import { type Step, useUndo } from '@/components/keys/use-undo';
import { shownRow } from '@/components/live/collection';
import { call } from '@/components/query/api-client';
import { undoOf } from '@/components/task/change/undo-of';
import { useChangeWords } from '@/components/task/change/use-change-words';
import { refusalOf } from '@/components/task/refusal';
import { type Looks, type TaskChanges, type Upon, withChange } from '@/components/task/task-edit';
import { calendarKey } from '@/components/task/task-query';
import type { Viewer } from '@/components/task/task-rights';
import { useTasks } from '@/components/task/use-tasks';
import { useFormats } from '@/components/ui/formats';
import { showToast } from '@/components/ui/overlay/toast';
import { bidi } from '@/lib/bidi';
import { type LeanCard, wholeCard } from '@/lib/task/lean-card';
import type { TaskCard } from '@/lib/task/schema';
import { filterQuery, type TaskFilters } from '@/lib/task/vocabulary.filter';
import type { CalendarDay } from '@/lib/task-plan/schema';
import { inDayOrder } from '@/lib/task-plan/vocabulary';
import { movedTo, readingOf, shownDays } from './shown-days';

/** A day on its way into a page. */
type LeanDay = Omit<CalendarDay, 'docs'> & { docs: readonly LeanCard[] };

export type TaskCalendarSource = {
  viewer: Viewer;
  /** Of the page, in order. */
  days: readonly string[];
  /** What the server read of them at `loadedAt` (ms), so many tasks a day. */
  answered: readonly LeanDay[];
  limit: number;
  loadedAt: number;
  filters: TaskFilters;
  projectId?: string;
  /** Projects whose live messages are followed. */
  heard: readonly string[];
  today: string;
};

/** `say` is heard by screen readers. */
export function useTaskCalendar(source: TaskCalendarSource, say: (words: string) => void) {
  const { days, answered, limit, projectId, today } = source;
  const formats = useFormats();
  const filters = { ...source.filters, sort: undefined, group: undefined };
  const search = {
    ...filterQuery(filters, { today, firstDay: formats.firstDay }),
    project_id: projectId,
    from: days[0] ?? today,
    until: days.at(-1) ?? today,
    limit,
  };
  const first = useMemo(
    () =>
      readingOf(
        days,
        answered.map((day) => ({ ...day, docs: day.docs.map(wholeCard) })),
      ),
    [days, answered],
  );
  const tasks = useTasks({
    ...source,
    filters,
    key: calendarKey(search),
    first,
    list: ({ due_date }) => due_date ?? '',
    compare: inDayOrder,
    hides: ({ due_date }) => due_date === null || !days.includes(due_date),
    read: async (_now, signal) => readingOf(days, (await call('GET taskCalendar', search, { signal })).days),
  });
  const { state, now } = tasks;
  const shown = useMemo(() => shownDays(state, days), [state, days]);

  const [moved, setMoved] = useState<string | null>(null);
  const remember = useUndo();
  const wordsOf = useChangeWords();
  const latest = useRef(edit);
  useEffect(() => {
    latest.current = edit;
  });

  function tell(text: string, step: Step | null) {
    if (step) showUndoable(text, step);
    else showToast({ kind: 'info', text: bidi`The change was undone: ${text}` });
  }

  /** Answers why not, where it is refused. */
  async function edit(
    id: string,
    changes: TaskChanges,
    looks: Looks = {},
    upon?: Upon,
    known?: TaskCard,
  ): Promise<string | undefined> {
    // An undo may come when the page was left, and its rows with it.
    const before = shownRow(now(), id, withChange) ?? known;
    if (!before) return;
    const back = undoOf(before, changes);
    const { assignees: people, labels } = before;
    const step = upon
      ? null
      : remember(() => void latest.current(id, back.changes, { people, labels }, back.upon, before));
    const moves = changes.due_date !== undefined;
    if (moves) {
      setMoved(id);
      say(bidi`${before.title}: ${changes.due_date ? formats.day(changes.due_date, 'heading') : 'no due date'}`);
    }
    try {
      await tasks.change({ id, kind: 'edit', changes, ...looks, ...upon });
    } catch (error) {
      step?.forget();
      const what = upon
        ? `The change of ${before.key} was not undone.`
        : `${before.key} was ${moves ? 'put back' : 'not changed'}.`;
      const why = await refusalOf(error, upon ? null : changes, formats, looks);
      showToast({ kind: 'failure', text: `${what} ${why}` });
      say(`${what} ${why}`);
      return why;
    }
    const text = moves
      ? `${before.key} is due ${changes.due_date ? formats.day(changes.due_date, 'short') : 'on no day'}.`
      : await wordsOf(before, changes, looks);
    tell(text, step);
  }

  return {
    days: shown,
    moved,
    waiting: tasks.waiting,
    failed: tasks.failed,
    retry: () => void tasks.reread(),
    edit,
    take: tasks.take,
    hold: (id: string | null) => tasks.dispatch({ type: 'held', id }),
    /** Nothing if it is due then already. */
    move: (id: string, day: string) => {
      const card = shownRow(now(), id, withChange);
      if (card && card.due_date !== day) void edit(id, movedTo(card, day));
    },
  };
}
