/** Days of a filter: `today`, `next-7-days`, `this-week`, `2026-11-22`, `2026-11-01..2026-11-30`. Runs anywhere. */
import { dayAfter, endOfWeek, monthAfter } from '@/lib/formats/days';

/** Both days count; null: no end. */
export type DayRange = { from: string | null; until: string | null };

/** The caller's calendar day, and the ISO weekday on which weeks begin. */
export type Calendar = { today: string; firstDay: number };

const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
const NUMBERED = /^(next|last)-([1-9]\d{0,3})-days$/;

const week = (at: number) => (calendar: Calendar) => {
  const until = dayAfter(endOfWeek(calendar.today, calendar.firstDay), at * 7);
  return { from: dayAfter(until, -6), until };
};
const month =
  (at: number) =>
  ({ today }: Calendar) => ({
    from: monthAfter(today, at),
    until: dayAfter(monthAfter(today, at + 1), -1),
  });
const day =
  (at: number) =>
  ({ today }: Calendar) => ({ from: dayAfter(today, at), until: dayAfter(today, at) });

const NAMED: Readonly<Record<string, (calendar: Calendar) => DayRange>> = {
  today: day(0),
  tomorrow: day(1),
  yesterday: day(-1),
  'this-week': week(0),
  'rest-of-week': ({ today, firstDay }) => ({ from: today, until: endOfWeek(today, firstDay) }),
  'next-week': week(1),
  'last-week': week(-1),
  'this-month': month(0),
  'next-month': month(1),
  'last-month': month(-1),
};
/** Ranges by name, as one chooses them. */
export const NAMED_DAYS = [...Object.keys(NAMED), 'next-7-days', 'next-30-days', 'last-7-days', 'last-30-days'];

const isDay = (text: string) =>
  DAY.test(text) && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text) && text >= '1970' && text < '2201';

/** Null where the text is none of these. Today is the first of the next, and the last of the last days. */
export function daysOf(text: string, calendar: Calendar): DayRange | null {
  if (Object.hasOwn(NAMED, text)) return NAMED[text]?.(calendar) ?? null;
  const [, side, count] = NUMBERED.exec(text) ?? [];
  if (side === 'next') return { from: calendar.today, until: dayAfter(calendar.today, Number(count) - 1) };
  if (side === 'last') return { from: dayAfter(calendar.today, 1 - Number(count)), until: calendar.today };
  const [from = '', until = from, more] = text.split('..');
  const fits = more === undefined && (from || until) && [from, until].every((end) => !end || isDay(end));
  return fits ? { from: from || null, until: until || null } : null;
}

/** `last-30-days`: "Last 30 days"; a date as `write` writes it. */
export function dayWords(text: string, write: (day: string) => string): string {
  if (Object.hasOwn(NAMED, text) || NUMBERED.test(text))
    return text.charAt(0).toUpperCase() + text.slice(1).replaceAll('-', ' ');
  const [from = '', until = from] = text.split('..');
  if (from === until) return write(from);
  if (!from) return `Until ${write(until)}`;
  return until ? `${write(from)} – ${write(until)}` : `From ${write(from)}`;
}
