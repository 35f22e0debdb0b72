/** Dates, times and numbers for one reader. Runs anywhere; server and browser write the same. */

export type Reader = { locale: string; timeZone: string };

/** For pages without a signed-in reader. */
export const ANYBODY: Reader = { locale: 'en-GB', timeZone: 'UTC' };

/** Those of lib/account/vocabulary.locale.ts whose week begins on a Sunday. */
const FROM_SUNDAY = 'en-US en-CA en-IN en-ZA es-MX fr-CA pt-PT pt-BR hi-IN ja-JP ko-KR';

export const firstDayOf = (locale: string): number => (FROM_SUNDAY.split(' ').includes(locale) ? 7 : 1);

/** en-GB for `en` (accounts that never chose) and for unknown locales. */
function localeOf(stored: string): string {
  try {
    return stored === 'en' ? ANYBODY.locale : (Intl.DateTimeFormat.supportedLocalesOf(stored)[0] ?? ANYBODY.locale);
  } catch {
    return ANYBODY.locale;
  }
}

/** Time zone names only; offsets such as `+01:00` do not count. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+){0,2}$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const STYLES = {
  /** 18 Nov */
  tiny: { day: 'numeric', month: 'short' },
  /** Wed 18 Nov */
  short: { weekday: 'short', day: 'numeric', month: 'short' },
  /** 18 Nov 2026 */
  medium: { day: 'numeric', month: 'short', year: 'numeric' },
  /** 18 November 2026 */
  long: { dateStyle: 'long' },
  /** Wed, 18 November 2026 */
  named: { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' },
  /** Wednesday 18 November 2026 */
  full: { dateStyle: 'full' },
  /** Wednesday 18 November */
  heading: { weekday: 'long', day: 'numeric', month: 'long' },
  /** 18/11/2026 */
  numeric: { day: '2-digit', month: '2-digit', year: 'numeric' },
  /** November 2026 */
  month: { month: 'long', year: 'numeric' },
  /** Wed */
  weekday: { weekday: 'short' },
  /** Wednesday */
  weekdayLong: { weekday: 'long' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;
export type DayStyle = keyof typeof STYLES;

export type Formats = {
  readonly locale: string;
  readonly timeZone: string;
  readonly firstDay: number;
  /** A calendar day, `YYYY-MM-DD`; no time zone applies. */
  day(date: string, style?: DayStyle): string;
  /** The reader's day at a moment (ISO 8601 or ms since 1970). */
  dayOf(moment: string | number, style?: DayStyle): string;
  /** The reader's day and time; `exact` to the second. */
  moment(moment: string | number, style?: 'full' | 'long' | 'medium' | 'exact'): string;
  time(moment: string | number): string;
  number(value: number): string;
  today(now?: number): string;
};

const known = new Map<string, Formats>();

/** The same object for the same choices. */
export function formatsFor({ locale, timeZone }: Reader): Formats {
  const asked = `${locale} ${timeZone}`;
  const before = known.get(asked);
  if (before) return before;
  // Asked for by every date of a page: looking a locale and a time zone up takes longer than drawing the date.
  const tag = localeOf(locale);
  const zone = isTimeZone(timeZone) ? timeZone : 'UTC';
  const key = `${tag} ${zone}`;
  const made = known.get(key) ?? makeFormats(tag, zone);
  if (known.size >= 500) known.clear();
  known.set(key, made).set(asked, made);
  return made;
}

function makeFormats(locale: string, timeZone: string): Formats {
  const kept = new Map<string, Intl.DateTimeFormat>();
  const writer = (name: string, options: Intl.DateTimeFormatOptions, zone: string) => {
    const found = kept.get(`${name} ${zone}`) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: zone });
    kept.set(`${name} ${zone}`, found);
    return found;
  };
  const at = (moment: string | number) => (typeof moment === 'number' ? moment : Date.parse(moment));
  const inZone = (style: DayStyle, moment: number, zone: string) => {
    const text = writer(style, STYLES[style], zone).format(moment);
    // English has no comma after a short weekday.
    return style === 'short' && locale === 'en-GB' ? text.replace(',', '') : text;
  };
  const numbers = new Intl.NumberFormat(locale);
  const days = new Intl.DateTimeFormat('en-GB', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone });
  return {
    locale,
    timeZone,
    firstDay: firstDayOf(locale),
    day: (date, style = 'medium') => inZone(style, Date.parse(`${date}T00:00:00Z`), 'UTC'),
    dayOf: (moment, style = 'medium') => inZone(style, at(moment), timeZone),
    moment: (moment, style = 'full') =>
      writer(
        `moment ${style}`,
        style === 'exact' ? { dateStyle: 'medium', timeStyle: 'medium' } : { dateStyle: style, timeStyle: 'short' },
        timeZone,
      ).format(at(moment)),
    time: (moment) => writer('time', { timeStyle: 'short' }, timeZone).format(at(moment)),
    number: (value) => numbers.format(value),
    today: (now = Date.now()) => {
      const parts = days.formatToParts(now);
      const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
      return `${part('year')}-${part('month')}-${part('day')}`;
    },
  };
}
