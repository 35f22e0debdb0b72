/** Days and order of the calendar. Runs anywhere. */
import { dayGiven, type PageOfDays } from '@/lib/formats/calendar';
import type { TaskCard } from '@/lib/task/schema';
import { COMPLETED, PRIORITIES } from '@/lib/task/vocabulary';

/** Six weeks. */
export const DAYS_AT_MOST = 42;

export const SPANS = ['month', 'week'] as const;
export type Span = (typeof SPANS)[number];
export const FIRST_SPAN = 'month' satisfies Span;

/** How long what a timeline's head names is, and what its rows are in groups by. */
export const ZOOM_NAMES = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type Zoom = (typeof ZOOM_NAMES)[number];
export const FIRST_ZOOM = 'week' satisfies Zoom;
export const LANES = ['project', 'assignee', 'none'] as const;
export type Lanes = (typeof LANES)[number];
/** Of a timeline as it opens. */
export const firstLanes = (ofProject: boolean): Lanes => (ofProject ? 'none' : 'project');

/** A span that contains the day `date`. */
export type CalendarPage = PageOfDays<Span>;

/** As an address gives it; today's month where it does not. */
export const calendarPage = (given: Readonly<Record<string, string | undefined>>, today: string): CalendarPage => ({
  span: SPANS.find((span) => span === given.span) ?? FIRST_SPAN,
  date: dayGiven(given.date, today),
});

/** Of the tasks of one day. Must agree with the server's order. */
export function inDayOrder(one: TaskCard, other: TaskCard): number {
  const done = Number(one.status === COMPLETED) - Number(other.status === COMPLETED);
  const urgency = PRIORITIES.indexOf(other.priority) - PRIORITIES.indexOf(one.priority);
  return done || urgency || (one._id < other._id ? -1 : one._id > other._id ? 1 : 0);
}
