import { type Collection, type Reading, shownRow } from '@/components/live/collection';
import { type TaskChange, withChange } from '@/components/task/task-edit';
import { daysBetween } from '@/lib/formats/calendar';
import { dayAfter } from '@/lib/formats/days';
import type { TaskCard } from '@/lib/task/schema';
import type { CalendarDay } from '@/lib/task-plan/schema';
import { inDayOrder } from '@/lib/task-plan/vocabulary';

/** `docs` as they are known; `total` of all, known or not. */
export type ShownDay = { day: string; total: number; docs: readonly TaskCard[] };

/** Every day of the page, also those on which nothing is due. */
export const readingOf = (days: readonly string[], answered: readonly CalendarDay[]): Reading<TaskCard> => {
  const known = new Map(answered.map((one) => [one.day, one]));
  return {
    lists: Object.fromEntries(
      days.map((day) => {
        const { docs = [], total = 0 } = known.get(day) ?? {};
        return [day, { docs, total, cursor: null, hidden: total - docs.length }];
      }),
    ),
  };
};

/** The days with pending changes applied: a task that moves is already where it goes. */
export function shownDays(state: Collection<TaskCard, TaskChange>, days: readonly string[]): readonly ShownDay[] {
  const changed = new Map(state.pending.map(({ id }) => [id, shownRow(state, id, withChange)]));
  const shown = new Map(days.map((day) => [day, { total: state.lists[day]?.total ?? 0, docs: [] as TaskCard[] }]));
  const arrived = new Set<string>();
  for (const [day, here] of shown)
    for (const row of state.lists[day]?.docs ?? []) {
      const card = changed.has(row._id) ? changed.get(row._id) : row;
      if (card?.due_date === day) {
        here.docs.push(card);
        continue;
      }
      here.total -= 1;
      const there = card?.due_date ? shown.get(card.due_date) : undefined;
      if (!card?.due_date || !there) continue;
      there.docs.push(card);
      there.total += 1;
      arrived.add(card.due_date);
    }
  return [...shown].map(([day, { docs, total }]) => ({
    day,
    total,
    docs: arrived.has(day) ? docs.sort(inDayOrder) : docs,
  }));
}

/** What makes a task due on another day: its length stays. */
export function movedTo({ start_date, due_date }: TaskCard, day: string) {
  const by = due_date ? daysBetween(due_date, day) : 0;
  return { due_date: day, ...(start_date && { start_date: dayAfter(start_date, by) }) };
}
