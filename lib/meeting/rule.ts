/** The rules by which meetings repeat: RFC 5545's RRULE by days, weeks, months and years, with everything it limits them by. */
import { cut } from '@/lib/text';

const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
type Frequency = (typeof FREQUENCIES)[number];

/** `core`: without COUNT and UNTIL. */
export type MeetingRule = {
  frequency: Frequency;
  core: string;
  count: number | null;
  /** As it was written: `20270501`, `20270501T090000` or `20270501T090000Z`. */
  until: string | null;
};
export type Refused = { refused: string };

const MOST_COUNT = 1_000;
const MOST_INTERVAL = 999;
const MOST_A_DAY = 24;
const LONGEST = 400;

/** Numbers of a part: from 1 to `most`, below zero too where they count from the end. */
const within = (least: number, most: number, fromEnd: boolean) => (value: string) =>
  value.split(',').every((one) => {
    if (!/^[+-]?\d{1,3}$/.test(one)) return false;
    const number = Number(one);
    return (number >= least && number <= most) || (fromEnd && number < 0 && number >= -most);
  });

const PARTS: Record<string, (value: string) => boolean> = {
  INTERVAL: within(1, MOST_INTERVAL, false),
  BYMONTH: within(1, 12, false),
  BYMONTHDAY: within(1, 31, true),
  BYYEARDAY: within(1, 366, true),
  BYWEEKNO: within(1, 53, true),
  BYSETPOS: within(1, 366, true),
  BYHOUR: within(0, 23, false),
  BYMINUTE: within(0, 59, false),
  BYSECOND: (value) => value === '0',
  BYDAY: (value) =>
    value.split(',').every((one) => {
      const match = /^([+-]?\d{0,2})(?:MO|TU|WE|TH|FR|SA|SU)$/.exec(one);
      const nth = match?.[1] ?? '99';
      return nth === '' || (Math.abs(Number(nth)) >= 1 && Math.abs(Number(nth)) <= 53);
    }),
  WKST: (value) => /^(?:MO|TU|WE|TH|FR|SA|SU)$/.test(value),
  COUNT: (value) => /^\d{1,4}$/.test(value) && Number(value) >= 1 && Number(value) <= MOST_COUNT,
  UNTIL: (value) => {
    const [, day = '', time = '000000'] = /^(\d{8})(?:T(\d{6})Z?)?$/.exec(value) ?? [];
    // A day that its month does not have is read as one of the next.
    const at = new Date(isoOf(day, time));
    return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === isoOf(day, time).slice(0, 10);
  },
};

const isoOf = (day: string, time: string) =>
  `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T${time.slice(0, 2)}:${time.slice(2, 4)}:${time.slice(4)}Z`;

/** What the written end of a rule shows on a clock, as if it were UTC; a day alone counts to its end. */
export function untilWall(until: string): { wall: number; utc: boolean } {
  const [day = '', time] = until.replace('Z', '').split('T');
  return { wall: Date.parse(isoOf(day, time ?? '235959')), utc: until.endsWith('Z') };
}

/** Which numbers RFC 5545 leaves without a meaning for a frequency. */
const NOT_WITH: Record<string, readonly Frequency[]> = {
  BYWEEKNO: ['DAILY', 'WEEKLY', 'MONTHLY'],
  BYYEARDAY: ['DAILY', 'WEEKLY', 'MONTHLY'],
  BYMONTHDAY: ['WEEKLY'],
};

const refuse = (refused: string): Refused => ({ refused });
const size = (parts: Map<string, string>, name: string) => parts.get(name)?.split(',').length ?? 1;

/** In a few words, if it is none that meetings know. */
export function parseMeetingRule(text: string): MeetingRule | Refused {
  if (text.length > LONGEST) return refuse(`A rule has ${LONGEST} characters at most.`);
  const written = text
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, '')
    .replace(/;$/, '')
    .split(';')
    .map((part) => part.split('='));
  const parts = new Map(written.map(([name = '', value = '']) => [name.trim(), value.trim()]));
  const frequency = FREQUENCIES.find((one) => one === parts.get('FREQ'));
  if (!frequency)
    return refuse(
      /^(?:SECOND|MINUTE|HOUR)LY$/.test(parts.get('FREQ') ?? '')
        ? 'A meeting repeats by days, weeks, months or years, not by hours, minutes or seconds.'
        : 'Write a rule as FREQ=WEEKLY;BYDAY=TU: daily, weekly, monthly or yearly.',
    );
  if (parts.size !== written.length || written.some((part) => part.length !== 2))
    return refuse('Each part of a rule stands in it once, as NAME=VALUE.');
  parts.delete('FREQ');
  for (const [name, value] of parts) {
    const check = Object.hasOwn(PARTS, name) ? PARTS[name] : undefined;
    if (!check) return refuse(`Rules of meetings have no part ${cut(name, 20)}.`);
    if (name === 'COUNT' && !check(value))
      return refuse(`A series has 1 to ${MOST_COUNT} meetings, or an end by date.`);
    if (!check(value)) return refuse(`${name} cannot be ${cut(value, 40) || 'empty'}.`);
    if (NOT_WITH[name]?.includes(frequency))
      return refuse(`${name} has no meaning in a rule that is ${frequency.toLowerCase()}.`);
  }
  const nth = /\d/.test(parts.get('BYDAY') ?? '');
  if (nth && (frequency === 'DAILY' || frequency === 'WEEKLY' || parts.has('BYWEEKNO')))
    return refuse('Only months and years have a first, second or last weekday.');
  if (parts.has('COUNT') && parts.has('UNTIL')) return refuse('A rule ends by COUNT or by UNTIL, not by both.');
  if (size(parts, 'BYHOUR') * size(parts, 'BYMINUTE') > MOST_A_DAY)
    return refuse(`A series has ${MOST_A_DAY} meetings a day at most.`);
  if (parts.has('BYSETPOS') && ![...parts.keys()].some((name) => name.startsWith('BY') && name !== 'BYSETPOS'))
    return refuse('BYSETPOS chooses among what another part names, such as BYDAY.');
  if (parts.has('BYSETPOS') && (parts.has('BYHOUR') || parts.has('BYMINUTE')))
    return refuse('BYSETPOS chooses among days, so such a series has one time of day.');
  const [count, until] = [parts.get('COUNT'), parts.get('UNTIL')];
  for (const name of ['COUNT', 'UNTIL', 'BYSECOND']) parts.delete(name);
  if (parts.get('INTERVAL') === '1') parts.delete('INTERVAL');
  const core = [`FREQ=${frequency}`, ...[...parts].map(([name, value]) => `${name}=${value}`)].join(';');
  return { frequency, core, count: count ? Number(count) : null, until: until ?? null };
}

const partOf = (core: string, name: string) =>
  core
    .split(';')
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/** Several times of one day: no single time of which to say that it moves. */
export const hasTimesOfDay = (core: string): boolean =>
  partOf(core, 'BYHOUR') !== undefined || partOf(core, 'BYMINUTE') !== undefined;

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const DAY = 86_400_000;

/** The same rule for a series whose meetings move by so many days; null where only a person can say what is meant. */
export function movedRule(core: string, days: number, first: number): string | null {
  if (days === 0) return core;
  const names = core.split(';').map((part) => part.split('=')[0] ?? '');
  const limits = names.filter((name) => name.startsWith('BY'));
  // Then the first meeting alone says on which day.
  if (limits.length === 0) return core;
  const write = (name: string, value: string) => core.replace(new RegExp(`${name}=[^;]*`), `${name}=${value}`);
  const by = partOf(core, limits[0] ?? '') ?? '';
  if (limits.length !== 1) return null;
  if (core.startsWith('FREQ=WEEKLY') && limits[0] === 'BYDAY')
    return write(
      'BYDAY',
      by
        .split(',')
        .map((day) => WEEKDAYS[(((WEEKDAYS.indexOf(day) + days) % 7) + 7) % 7] as string)
        .sort((a, b) => WEEKDAYS.indexOf(a) - WEEKDAYS.indexOf(b))
        .join(','),
    );
  if (!core.startsWith('FREQ=MONTHLY') || by.includes(',')) return null;
  const at = new Date(first);
  const date = at.getUTCDate();
  const lastOfMonth = new Date(first + 7 * DAY).getUTCMonth() !== at.getUTCMonth();
  if (limits[0] === 'BYMONTHDAY') return Number(by) > 0 ? write('BYMONTHDAY', String(date)) : null;
  if (limits[0] !== 'BYDAY' || !/\d/.test(by)) return null;
  const weekday = WEEKDAYS[(at.getUTCDay() + 6) % 7] as string;
  if (by.startsWith('-')) return by.startsWith('-1') && lastOfMonth ? write('BYDAY', `-1${weekday}`) : null;
  return write('BYDAY', `${Math.ceil(date / 7)}${weekday}`);
}
