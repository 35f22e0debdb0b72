import type { Formats } from '@/lib/formats';
import { dayAfter, endOfWeek } from '@/lib/formats/days';
import { readDay } from '@/lib/formats/typed-day';

export const WEEKDAY_NAMES = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** A word without the marks that end it. */
export const bare = (word: string): string => word.replace(/(?<![,.;:?)])[,.;:?)]+$/, '');

/** A day in one to three words: today, friday, next week, next monday, in 3 days, 3 Dec, 2026-12-03. */
export function dayInWords(
  words: readonly string[],
  { formats, today }: { formats: Formats; today: string },
): string | null {
  const text = words.map(bare).join(' ').toLowerCase();
  const week = endOfWeek(today, formats.firstDay);
  const weekdayAfter = (day: string, name: string) => {
    const at = WEEKDAY_NAMES.indexOf(name);
    if (at < 0) return null;
    const from = new Date(`${day}T12:00:00Z`).getUTCDay();
    return dayAfter(day, ((at - from + 6) % 7) + 1);
  };
  const [, count, unit] = /^in (\d{1,3}) (day|week)s?$/.exec(text) ?? [];
  if (count) return dayAfter(today, Number(count) * (unit === 'week' ? 7 : 1));
  if (text === 'next week') return dayAfter(week, 1);
  if (text.startsWith('next ')) return weekdayAfter(week, text.slice(5));
  const isDate = /^(today|tomorrow|\d{4}-\d{2}-\d{2}|\d{1,2}\.? \p{L}{3,}|\p{L}{3,} \d{1,2})$/u.test(text);
  return weekdayAfter(today, text) ?? (isDate ? readDay(text, formats, today) : null);
}
