/** Pages of calendars: the day, week or month that contains a date. Dates are `YYYY-MM-DD`. */
import { dayAfter, endOfWeek, monthAfter } from '@/lib/formats/days';

const DAY = 86_400_000;

/** A span that contains the day `date`. */
export type PageOfDays<Span extends string = 'day' | 'week' | 'month'> = { span: Span; date: string };

/** Whole days from one to the other. */
export const daysBetween = (from: string, until: string): number => (Date.parse(until) - Date.parse(from)) / DAY;

const isDay = (text: string) =>
  /^(?:19[7-9]\d|20\d\d|21\d\d)-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && dayAfter(text, 0) === text;

/** As an address gives it; today where it gives none that exists. */
export const dayGiven = (given: string | undefined, today: string): string => (given && isDay(given) ? given : today);

/** The days that the page shows, of a week and a month whole weeks; weeks begin on the ISO weekday `firstDay`. */
export function daysOfPage({ span, date }: PageOfDays, firstDay: number): string[] {
  if (span === 'day') return [date];
  const [first, last] = span === 'week' ? [date, date] : [monthAfter(date, 0), dayAfter(monthAfter(date, 1), -1)];
  const from = dayAfter(endOfWeek(first, firstDay), -6);
  return Array.from({ length: daysBetween(from, endOfWeek(last, firstDay)) + 1 }, (_, at) => dayAfter(from, at));
}

/** So many spans later, or earlier. */
export const pageAfter = <Span extends PageOfDays['span']>(
  { span, date }: PageOfDays<Span>,
  count: number,
): PageOfDays<Span> => ({
  span,
  date: span === 'month' ? monthAfter(date, count) : dayAfter(date, (span === 'week' ? 7 : 1) * count),
});
