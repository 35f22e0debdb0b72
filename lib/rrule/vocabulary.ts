/** The part of RFC 5545's RRULE that tasks know: words, text and days. Days are `YYYY-MM-DD`. Runs anywhere. */

const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
export type Frequency = (typeof FREQUENCIES)[number];
/** In the order of a week. */
export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
type Weekday = (typeof WEEKDAYS)[number];
export const MODES = ['completion', 'schedule'] as const;
export type Mode = (typeof MODES)[number];

/** `nth`: which such weekday of a month, -1 the last; `monthday`: 1 to 31, -1 the last. Without both the first day decides. */
export type Rule = {
  frequency: Frequency;
  interval: number;
  weekdays: Weekday[];
  nth: number | null;
  monthday: number | null;
  until: string | null;
  /** Of all tasks of the series. */
  count: number | null;
};

const MOST_INTERVAL = 99;
const MOST_COUNT = 999;

const wholeFrom = (text: string, least: number, most: number): number | null =>
  /^-?\d{1,3}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : null;

const isOneOf = <T extends string>(all: readonly T[], value: string | undefined): value is T =>
  all.some((one) => one === value);

/** Null for what is no rule, or is one that tasks do not know. */
export function parseRule(text: string): Rule | null {
  const parts = text
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, '')
    .split(';')
    .map((part) => part.split('='));
  const given = new Map(parts.map(([name = '', value = '']) => [name, value]));
  const frequency = given.get('FREQ');
  if (given.size !== parts.length || !isOneOf(FREQUENCIES, frequency)) return null;
  const rule: Rule = { frequency, interval: 1, weekdays: [], nth: null, monthday: null, until: null, count: null };
  given.delete('FREQ');
  for (const [name, value] of given) if (!read(rule, name, value)) return null;
  return rule.until !== null && rule.count !== null ? null : rule;
}

function read(rule: Rule, name: string, value: string): boolean {
  if (name === 'INTERVAL') {
    rule.interval = wholeFrom(value, 1, MOST_INTERVAL) ?? 0;
    return rule.interval > 0;
  }
  if (name === 'COUNT') {
    rule.count = wholeFrom(value, 1, MOST_COUNT);
    return rule.count !== null;
  }
  if (name === 'UNTIL') {
    const [, year, month, day] = /^(\d{4})-?(\d\d)-?(\d\d)(?:T\d{6}Z?)?$/.exec(value) ?? [];
    rule.until = year ? `${year}-${month}-${day}` : null;
    return rule.until !== null && partsOf(rule.until) !== null;
  }
  if (name === 'WKST') return value === 'MO';
  if (name === 'BYMONTHDAY') {
    rule.monthday = value === '-1' ? -1 : wholeFrom(value, 1, 31);
    return rule.frequency === 'MONTHLY' && rule.nth === null && rule.monthday !== null;
  }
  if (name !== 'BYDAY') return false;
  if (rule.frequency === 'MONTHLY') {
    const [, nth, weekday] = /^([1-4]|-1)(\w\w)$/.exec(value) ?? [];
    if (!isOneOf(WEEKDAYS, weekday) || rule.monthday !== null) return false;
    Object.assign(rule, { nth: Number(nth), weekdays: [weekday] });
    return true;
  }
  const days = value.split(',');
  rule.weekdays = WEEKDAYS.filter((one) => days.includes(one));
  return rule.frequency === 'WEEKLY' && rule.weekdays.length > 0 && rule.weekdays.length === days.length;
}

export function printRule({ frequency, interval, weekdays, nth, monthday, until, count }: Rule): string {
  return [
    `FREQ=${frequency}`,
    interval > 1 && `INTERVAL=${interval}`,
    weekdays.length > 0 && `BYDAY=${nth ?? ''}${weekdays.join(',')}`,
    monthday !== null && `BYMONTHDAY=${monthday}`,
    until !== null && `UNTIL=${until.replaceAll('-', '')}`,
    count !== null && `COUNT=${count}`,
  ]
    .filter(Boolean)
    .join(';');
}

const DAY_MS = 86_400_000;

function partsOf(day: string): { year: number; month: number; date: number } | null {
  const at = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== day) return null;
  return { year: at.getUTCFullYear(), month: at.getUTCMonth(), date: at.getUTCDate() };
}

/** Days since 1970. */
const numberOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / DAY_MS;
const dayAt = (number: number) => new Date(number * DAY_MS).toISOString().slice(0, 10);
/** By days, which may be negative. */
export const shifted = (day: string, days: number): string => dayAt(numberOf(day) + days);
export const daysBetween = (from: string, to: string): number => numberOf(to) - numberOf(from);
/** 0: Monday. */
const weekdayOf = (number: number) => (((number + 3) % 7) + 7) % 7;

/** Days of one period (day, week, month or year) that begins at `start`'s, `periods` later. */
function daysIn({ frequency, interval, weekdays, nth, monthday }: Rule, start: string, period: number): number[] {
  const first = numberOf(start);
  if (frequency === 'DAILY') return [first + period * interval];
  if (frequency === 'WEEKLY') {
    const monday = first - weekdayOf(first) + period * interval * 7;
    return (weekdays.length ? weekdays.map((one) => WEEKDAYS.indexOf(one)) : [weekdayOf(first)]).map(
      (at) => monday + at,
    );
  }
  const { year = 0, month = 0, date = 1 } = partsOf(start) ?? {};
  const months = frequency === 'MONTHLY' ? period * interval : period * interval * 12;
  const [begin, end] = [0, 1].map((more) => Date.UTC(year, month + months + more, 1) / DAY_MS) as [number, number];
  if (nth !== null) {
    const wanted = WEEKDAYS.indexOf(weekdays[0] as Weekday);
    const earliest = begin + ((wanted - weekdayOf(begin) + 7) % 7);
    return [nth > 0 ? earliest + (nth - 1) * 7 : end - 1 - ((weekdayOf(end - 1) - wanted + 7) % 7)];
  }
  const at = monthday === -1 ? end - 1 : begin + (monthday ?? date) - 1;
  return at < end ? [at] : [];
}

/** About how many days a period has, rather too many. */
const LENGTH: Record<Frequency, number> = { DAILY: 1, WEEKLY: 7, MONTHLY: 31, YEARLY: 366 };
const MOST_PERIODS = 5_000;

/** The first day of the rule after `after`; null: there is none, or none that comes soon enough to matter. */
export function nextDay(rule: Rule, start: string, after: string): string | null {
  const [first, last] = [numberOf(start), numberOf(after)];
  const from = Math.max(0, Math.floor((last - first) / (LENGTH[rule.frequency] * rule.interval)) - 1);
  for (let period = from; period < from + MOST_PERIODS; period++)
    for (const number of daysIn(rule, start, period)) {
      if (number <= last || number < first) continue;
      const day = dayAt(number);
      return (rule.until !== null && day > rule.until) || day > '2200-12-31' ? null : day;
    }
  return null;
}

const NAMES: Record<Weekday, string> = {
  ...{ MO: 'Monday', TU: 'Tuesday', WE: 'Wednesday', TH: 'Thursday', FR: 'Friday', SA: 'Saturday', SU: 'Sunday' },
};
export const weekdayName = (day: Weekday): string => NAMES[day];
const UNIT: Record<Frequency, string> = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' };
const NTH: Record<number, string> = { 1: 'first', 2: 'second', 3: 'third', 4: 'fourth', [-1]: 'last' };
const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
];

const every = (interval: number, unit: string) =>
  interval === 1 ? `Every ${unit}` : interval === 2 ? `Every second ${unit}` : `Every ${interval} ${unit}s`;
const listed = (names: readonly string[]) =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? '');
const dated = (day: string) => {
  const { year, month, date } = partsOf(day) ?? { year: 0, month: 0, date: 0 };
  return `${date} ${MONTHS[month]} ${year}`;
};

/** “Every second Tuesday, until 1 May 2027”. `start`: the first day. */
export function ruleWords(rule: Rule, start: string): string {
  const { until, count } = rule;
  const end = until !== null ? `, until ${dated(until)}` : count !== null ? `, ${count} times` : '';
  return `${rhythm(rule, start)}${end}`;
}

function rhythm({ frequency, interval, weekdays, nth, monthday }: Rule, start: string): string {
  const { month = 0, date = 1 } = partsOf(start) ?? {};
  if (frequency === 'DAILY') return every(interval, 'day');
  if (frequency === 'YEARLY') return `${every(interval, 'year')} on ${date} ${MONTHS[month]}`;
  if (frequency === 'MONTHLY') {
    const on = nth === null ? ((monthday ?? date) === -1 ? 'the last day' : `day ${monthday ?? date}`) : '';
    return `${every(interval, 'month')} on ${on || `the ${NTH[nth ?? 1]} ${NAMES[weekdays[0] as Weekday]}`}`;
  }
  const days = weekdays.length ? weekdays : [WEEKDAYS[weekdayOf(numberOf(start))] as Weekday];
  if (days.join() === 'MO,TU,WE,TH,FR')
    return interval === 1 ? 'Every weekday' : `${every(interval, 'week')} on weekdays`;
  if (days.length === 1 && interval < 3) return every(interval, NAMES[days[0] as Weekday]);
  return `${every(interval, UNIT.WEEKLY)} on ${listed(days.map((one) => NAMES[one]))}`;
}
