'use client';

import { useMemo, useState } from 'react';
import { tellChange } from '@/components/keys/show-undoable';
import { shownRow } from '@/components/live/collection';
import { call } from '@/components/query/api-client';
import { useChangeWords } from '@/components/task/change/use-change-words';
import { withChange } from '@/components/task/task-edit';
import { calendarKey } from '@/components/task/task-query';
import type { Viewer } from '@/components/task/task-rights';
import { useTaskEdits } from '@/components/task/use-task-edits';
import { useTasks } from '@/components/task/use-tasks';
import { useFormats } from '@/components/ui/formats';
import { bidi } from '@/lib/bidi';
import { type LeanCard, wholeCard } from '@/lib/task/lean-card';
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
  const wordsOf = useChangeWords();
  const { edit } = useTaskEdits(tasks, {
    begun: ({ _id, title }, { due_date: due }) => {
      if (due === undefined) return false;
      setMoved(_id);
      say(bidi`${title}: ${due ? formats.day(due, 'heading') : 'no due date'}`);
      return true;
    },
    done: async (before, changes, looks, step) => {
      const due = changes.due_date;
      const text =
        due === undefined
          ? await wordsOf(before, changes, looks)
          : `${before.key} is due ${due ? formats.day(due, 'short') : 'on no day'}.`;
      tellChange(text, step);
    },
    refused: say,
  });

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
