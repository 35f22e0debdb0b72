/** Days and order of the calendar. Runs anywhere. */
import { dayAfter, endOfWeek, monthAfter } from '@/lib/formats/days';
import type { TaskCard } from '@/lib/task/schema';
import { COMPLETED, PRIORITIES } from '@/lib/task/vocabulary';

/** Six weeks. */
export const DAYS_AT_MOST = 42;

const DAY = 86_400_000;
/** Whole days from one to the other. */
export const daysBetween = (from: string, until: string): number => (Date.parse(until) - Date.parse(from)) / DAY;

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
export type CalendarPage = { span: Span; date: string };

const isDay = (text: string) => /^(?:19[7-9]\d|20\d\d|21\d\d)-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

/** As an address gives it; today's month where it does not. */
export function calendarPage(given: Readonly<Record<string, string | undefined>>, today: string): CalendarPage {
  const date = given.date && isDay(given.date) && dayAfter(given.date, 0) === given.date ? given.date : today;
  return { span: SPANS.find((span) => span === given.span) ?? FIRST_SPAN, date };
}

/** The days that the page shows, whole weeks; weeks begin on the ISO weekday `firstDay`. */
export function daysOfPage({ span, date }: CalendarPage, firstDay: number): string[] {
  const [first, last] = span === 'week' ? [date, date] : [monthAfter(date, 0), dayAfter(monthAfter(date, 1), -1)];
  const from = dayAfter(endOfWeek(first, firstDay), -6);
  return Array.from({ length: daysBetween(from, endOfWeek(last, firstDay)) + 1 }, (_, at) => dayAfter(from, at));
}

/** So many spans later, or earlier. */
export const pageAfter = ({ span, date }: CalendarPage, count: number): CalendarPage => ({
  span,
  date: span === 'week' ? dayAfter(date, 7 * count) : monthAfter(date, count),
});

/** Of the tasks of one day. Must agree with the server's order. */
export function inDayOrder(one: TaskCard, other: TaskCard): number {
  const done = Number(one.status === COMPLETED) - Number(other.status === COMPLETED);
  const urgency = PRIORITIES.indexOf(other.priority) - PRIORITIES.indexOf(one.priority);
  return done || urgency || (one._id < other._id ? -1 : one._id > other._id ? 1 : 0);
}
