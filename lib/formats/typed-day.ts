import type { Formats } from '@/lib/formats';

const SAMPLE = '2001-11-22';
const PART = { '22': 'dd', '11': 'mm', '2001': 'yyyy' } as const;
const DAY = 86_400_000;

/** E.g. "dd/mm/yyyy". */
export const dayPattern = (formats: Formats): string =>
  formats.day(SAMPLE, 'numeric').replace(/\d+/g, (digits) => PART[digits as keyof typeof PART] ?? digits);

const noonOf = (date: string) => Date.parse(`${date}T12:00:00Z`);

/** `YYYY-MM-DD`; null for a day that does not exist. */
function dayOf(year: number, month: number, day: number): string | null {
  const time = new Date(Date.UTC(year, month - 1, day));
  const exists = time.getUTCMonth() === month - 1 && time.getUTCDate() === day && year >= 1970 && year <= 2200;
  return exists ? time.toISOString().slice(0, 10) : null;
}

function nearest(month: number, day: number, today: string): string | null {
  const year = Number(today.slice(0, 4));
  const away = (date: string) => Math.abs(noonOf(date) - noonOf(today));
  return (
    [year - 1, year, year + 1]
      .map((one) => dayOf(one, month, day))
      .filter((date) => date !== null)
      .sort((one, other) => away(one) - away(other))[0] ?? null
  );
}

const yearOf = (digits: string) => (digits.length <= 2 ? 2000 + Number(digits) : Number(digits));

function monthNamed(word: string, formats: Formats): number | null {
  if (word.length < 3) return null;
  for (const locale of [formats.locale, 'en'])
    for (let month = 1; month <= 12; month++) {
      const name = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' }).format(
        Date.UTC(2001, month - 1, 15),
      );
      if (name.toLowerCase().startsWith(word)) return month;
    }
  return null;
}

/** As `YYYY-MM-DD`: numbers in the reader's order, a month's name, ISO, "today", "tomorrow"; null for anything else. */
export function readDay(written: string, formats: Formats, today: string): string | null {
  const text = written.trim().toLowerCase();
  const said = { yesterday: -1, today: 0, tomorrow: 1 }[text];
  if (said !== undefined) return new Date(noonOf(today) + said * DAY).toISOString().slice(0, 10);
  const numbers = text.match(/\d+/g) ?? [];
  const [first = '', second = '', third] = numbers;
  if (first.length === 4) return numbers.length === 3 ? dayOf(Number(first), Number(second), Number(third)) : null;
  const month = (text.match(/\p{L}{3,}/gu) ?? []).map((word) => monthNamed(word, formats)).find((one) => one !== null);
  if (month) {
    if (numbers.length === 0 || numbers.length > 2) return null;
    return second ? dayOf(yearOf(second), month, Number(first)) : nearest(month, Number(first), today);
  }
  if (/\p{L}/u.test(text.replace(/[年月日]/g, '')) || numbers.length < 2 || numbers.length > 3) return null;
  const order = dayPattern(formats);
  const dayFirst = order.indexOf('dd') < order.indexOf('mm');
  const [day, monthNumber] = (dayFirst ? [first, second] : [second, first]).map(Number) as [number, number];
  return third === undefined ? nearest(monthNumber, day, today) : dayOf(yearOf(third), monthNumber, day);
}
