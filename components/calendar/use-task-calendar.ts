'use client';

import { useEffect, useMemo, useRef, useState } from 'react';
import { type Step, useUndo } from '@/components/keys/use-undo';
import { shownRow } from '@/components/live/collection';
import { call } from '@/components/query/api-client';
import { undoOf } from '@/components/task/change/undo-of';
import { refusalOf } from '@/components/task/refusal';
import { type TaskChanges, type Upon, withChange } from '@/components/task/task-edit';
import { calendarKey } from '@/components/task/task-query';
import type { Viewer } from '@/components/task/task-rights';
import { useTasks } from '@/components/task/use-tasks';
import { useFormats } from '@/components/ui/formats';
import { showToast } from '@/components/ui/overlay/toast';
import { filterQuery, type TaskFilters } from '@/lib/task/vocabulary.filter';
import type { CalendarDay } from '@/lib/task-plan/schema';
import { inDayOrder } from '@/lib/task-plan/vocabulary';
import { movedTo, readingOf, shownDays } from './shown-days';

export type TaskCalendarSource = {
  viewer: Viewer;
  /** Of the page, in order. */
  days: readonly string[];
  /** What the server read of them at `loadedAt` (ms), so many tasks a day. */
  answered: readonly CalendarDay[];
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
  const { days, limit, projectId, today } = source;
  const formats = useFormats();
  const filters = { ...source.filters, sort: undefined, group: undefined };
  const search = {
    ...filterQuery(filters, { today, firstDay: formats.firstDay }),
    project_id: projectId,
    from: days[0] ?? today,
    until: days.at(-1) ?? today,
    limit,
  };
  const tasks = useTasks({
    ...source,
    filters,
    key: calendarKey(search),
    first: readingOf(days, source.answered),
    list: ({ due_date }) => due_date ?? '',
    compare: inDayOrder,
    hides: ({ due_date }) => due_date === null || !days.includes(due_date),
    read: async (_now, signal) => readingOf(days, (await call('GET taskCalendar', search, { signal })).days),
  });
  const { state, now } = tasks;
  const shown = useMemo(() => shownDays(state, days), [state, days]);

  const [moved, setMoved] = useState<string | null>(null);
  const remember = useUndo();
  const latest = useRef(edit);
  useEffect(() => {
    latest.current = edit;
  });

  function tell(text: string, step: Step | null) {
    if (step) showToast({ kind: 'success', text, action: { label: 'Undo', onAction: step.undo } });
    else showToast({ kind: 'info', text: `The change was undone: ${text}` });
  }

  async function edit(id: string, changes: TaskChanges, upon?: Upon): Promise<void> {
    const before = shownRow(now(), id, withChange);
    if (!before) return;
    const back = undoOf(before, changes);
    const step = upon ? null : remember(() => void latest.current(id, back.changes, back.upon));
    const text = `${before.key} is due ${changes.due_date ? formats.day(changes.due_date, 'short') : 'on no day'}.`;
    setMoved(id);
    say(`${before.title}: ${changes.due_date ? formats.day(changes.due_date, 'heading') : 'no due date'}`);
    try {
      await tasks.change({ id, kind: 'edit', changes, ...upon });
      tell(text, step);
    } catch (error) {
      step?.forget();
      const what = upon ? `The change of ${before.key} was not undone.` : `${before.key} was put back.`;
      const words = `${what} ${await refusalOf(error, upon ? null : changes)}`;
      showToast({ kind: 'failure', text: words });
      say(words);
    }
  }

  return {
    days: shown,
    moved,
    waiting: tasks.waiting,
    failed: tasks.failed,
    retry: () => void tasks.reread(),
    hold: (id: string | null) => tasks.dispatch({ type: 'held', id }),
    /** Nothing if it is due then already. */
    move: (id: string, day: string) => {
      const card = shownRow(now(), id, withChange);
      if (card && card.due_date !== day) void edit(id, movedTo(card, day));
    },
  };
}
