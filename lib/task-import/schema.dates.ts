/** Dates as other programs write them. Runs anywhere. */
import { plainDigits } from '@/lib/fold';

/** `day`: `YYYY-MM-DD`; `at`: ISO 8601, if there is a time of day. */
export type ReadDate = { day: string; at: string | null };
/** How `03/04/2026` is read. */
export type DayOrder = 'dmy' | 'mdy';

const LOCALES = [
  ...['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'sv', 'da', 'nb', 'fi', 'cs', 'ru'],
  ...['tr', 'ro', 'hu', 'uk', 'id', 'zh'],
];
const bare = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}.]+/gu, '')
    .toLowerCase();

/** As it is called alone and beside a day, in short and whole. */
const NAMES: readonly (readonly [string, number])[] = LOCALES.flatMap((locale) =>
  (['short', 'long'] as const).flatMap((month) =>
    [{ month }, { month, day: 'numeric' } as const].flatMap((options) => {
      const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
      return Array.from({ length: 12 }, (_, at) => {
        const parts = format.formatToParts(new Date(Date.UTC(2026, at, 15)));
        return [bare(parts.find(({ type }) => type === 'month')?.value ?? ''), at + 1] as const;
      });
    }),
  ),
);

const BEGINNING = 3;

/** Names and short names of months, in the languages these programs are mostly used in, and what those begin with. */
const MONTHS: ReadonlyMap<string, number> = new Map([
  ...NAMES.map(([name, month]) => [name.slice(0, BEGINNING), month] as const).toReversed(),
  ...NAMES.toReversed(),
]);

const monthOf = (name: string): number | undefined => {
  const word = bare(name);
  if (word === 'mrz') return 3;
  return MONTHS.get(word) ?? MONTHS.get(word.slice(0, BEGINNING));
};

const MERIDIEM = '[AaPp]\\.? ?[Mm]\\.?|[上下]午|午[前後]|오[전후]';
const AFTER_NOON = /[p下後후]/i;
const TIME = `(?:[T ,]+(?:at )?(\\d{1,2})[:.](\\d{2})(?:[:.](\\d{2})(?:[.,](\\d+))?)?\\s*(${MERIDIEM})?\\s*(Z|(?:UTC|GMT)?[+-]\\d{2}:?\\d{2}|UTC|GMT)?)?`;
const shape = (date: string) => new RegExp(`^${date}${TIME}$`, 'u');
const YEAR_FIRST = shape('(\\d{4})[-/.年] ?(\\d{1,2})[-/.月] ?(\\d{1,2})日?');
const DAY_MONTH = shape(
  '(?:\\p{L}+,? )?(\\d{1,2})(?:\\.?[-/ ]|\\.)(\\d{1,2}月|[\\p{L}.]{2,12}?)[-/ ,.]+(\\d{4}|\\d{2})',
);
const MONTH_DAY = shape('(?:\\p{L}+,? )?([\\p{L}.]{3,12})[ -](\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4}|\\d{2})');
const NUMBERS = shape('(\\d{1,2})([./-])(\\d{1,2})[./-](\\d{4}|\\d{2})');
const LONGEST = 60;

/** With the digits and signs of English; empty where it is too long for a date. */
function plainText(given: string): string {
  const text = given.trim();
  if (text.length > LONGEST) return '';
  return plainDigits(text.normalize('NFKC').replace(/[\u061c\u200e\u200f]/g, ''));
}

type Parts = (string | undefined)[];

/** Null for what is no date. A time that says its zone is that moment, and its day the one in `zone`. */
export function readDate(given: string, order: DayOrder = 'dmy', zone = 'UTC'): ReadDate | null {
  const text = plainText(given);
  if (text.length < 6) return null;
  let match = YEAR_FIRST.exec(text) as Parts | null;
  if (match) return dateOf(match[1], Number(match[2]), match[3], match.slice(4), zone);
  match = NUMBERS.exec(text);
  if (match) {
    const [, first, sign, second, year, ...time] = match;
    const monthFirst = sign !== '.' && order === 'mdy';
    return dateOf(year, Number(monthFirst ? first : second), monthFirst ? second : first, time, zone);
  }
  match = DAY_MONTH.exec(text);
  if (match) return dateOf(match[3], monthOf(match[2] as string), match[1], match.slice(4), zone);
  match = MONTH_DAY.exec(text);
  return match && dateOf(match[3], monthOf(match[1] as string), match[2], match.slice(4), zone);
}

function dateOf(
  y: string | undefined,
  month: number | undefined,
  d: string | undefined,
  time: Parts,
  zone: string,
): ReadDate | null {
  const short = Number(y);
  const year = short >= 100 ? short : short + (short < 70 ? 2000 : 1900);
  const day = Number(d);
  const date = new Date(Date.UTC(year, (month ?? 0) - 1, day));
  if (!month || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day || year < 1970 || year > 2200)
    return null;
  const written = date.toISOString().slice(0, 10);
  const [hours, minutes, seconds = '0', fraction = '', meridiem, offset] = time;
  if (hours === undefined) return { day: written, at: null };
  let hour = Number(hours);
  if (meridiem) hour = (hour % 12) + (AFTER_NOON.test(meridiem) ? 12 : 0);
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null;
  date.setUTCHours(hour, Number(minutes), Number(seconds), Number(fraction.padEnd(3, '0').slice(0, 3)));
  if (offset === undefined) return { day: written, at: date.toISOString() };
  const [, sign, oh, om] = /^(?:UTC|GMT)?([+-])(\d{2}):?(\d{2})$/.exec(offset) ?? [];
  if (sign) date.setTime(date.getTime() - (sign === '-' ? -1 : 1) * (Number(oh) * 60 + Number(om)) * 60_000);
  return { day: dayIn(date, zone), at: date.toISOString() };
}

/** Noon where only the day is known, as in Asana's tables; of today not later than now. */
export const momentOf = (read: ReadDate | null): string | null =>
  read && (read.at ?? new Date(Math.min(Date.parse(`${read.day}T12:00:00.000Z`), Date.now())).toISOString());

const days = new Map<string, Intl.DateTimeFormat>();
function dayIn(date: Date, zone: string): string {
  const format = days.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone });
  days.set(zone, format);
  return format.format(date);
}

/** What the dates of a column tell: a number above 12 is a day. `unclear`: the first that may be either, if none tells. */
export function orderIn<T extends { text: string }>(dates: Iterable<T>): { order: DayOrder | null; unclear: T | null } {
  let unclear: T | null = null;
  for (const date of dates) {
    const [, first, second] = /^(\d{1,2})[/-](\d{1,2})[/-]\d{2,4}(?!\d)/.exec(plainText(date.text)) ?? [];
    if (Number(first) > 12) return { order: 'dmy', unclear: null };
    if (Number(second) > 12) return { order: 'mdy', unclear: null };
    if (first !== undefined && Number(first) !== Number(second)) unclear ??= date;
  }
  return { order: null, unclear };
}
