/**
 * When the meetings of a series are. The library counts what the clock shows; which moments those are is said here, by
 * one rule for every screen, call, feed and email: a meeting whose time the clock leaves out does not take place and
 * does not count, and of a time that comes twice the first is meant.
 */
import { RRuleTemporal } from 'rrule-temporal';
import { toText } from 'rrule-temporal/totext';
import { hasTimesOfDay, type MeetingRule, parseMeetingRule, type Refused, untilWall } from '@/lib/meeting/rule';
import { clockChanges, momentAt, momentsAt, offsetAt, wallAt } from '@/lib/meeting/zones';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Moments in ms. A meeting that takes place once has no `core`. */
export type Series = {
  startsAt: number;
  zone: string;
  minutes: number;
  allDay: boolean;
  /** Its rule without an end. */
  core: string | null;
  /** When the last one begins; null: there is no last one. */
  endsAt: number | null;
};

/** One meeting of a series that is not as the others, by the moment at which it would have begun. */
export type Exception = {
  start: number;
  cancelled: boolean;
  /** Null: as the series says. */
  startsAt: number | null;
  minutes: number | null;
};

/** `start` names it for ever: when the series says that it begins, whatever became of it. */
export type Occurrence = { start: number; startsAt: number; endsAt: number; cancelled: boolean; moved: boolean };

/** How far the library looks for a first meeting, by what it counts; enough for 29 February. */
const TRIES = { DAILY: 4_000, WEEKLY: 600, MONTHLY: 200, YEARLY: 60 } as const;
const MOST_CANDIDATES = 50_000;
const MOST_STEPS = 80_000;
const MOST_AT_ONCE = 5_000;
const LATEST = Date.UTC(2200, 0, 1);

type Limits = { maxIterations: number; maxCandidateEvaluations?: number };

/** Counts on a clock that is never put forward or back: its instants are walls. */
function countedFrom(wall: number, core: string, limits: Limits = { maxIterations: MOST_STEPS }): RRuleTemporal {
  const start = new Date(wall).toISOString().replace('Z', '+00:00[UTC]');
  return new RRuleTemporal({
    rruleString: `RRULE:${core}`,
    dtstart: { timeZoneId: 'UTC', toString: () => start },
    cache: false,
    ...limits,
  });
}

/** Rules are few and asked for by every list: the counting of each begins once. */
const counted = new Map<string, RRuleTemporal>();
function countingOf(series: Series & { core: string }): RRuleTemporal {
  const wall = shownAt(series.startsAt, series);
  const key = `${wall} ${series.core}`;
  const kept = counted.get(key) ?? countedFrom(wall, series.core);
  if (counted.size >= 2_000) counted.clear();
  counted.set(key, kept);
  return kept;
}

/** What the clock shows at the beginning of a meeting; of a whole day its midnight, even if the clock left that out. */
export const shownAt = (moment: number, { zone, allDay }: Pick<Series, 'zone' | 'allDay'>): number => {
  const wall = wallAt(moment, zone);
  return allDay ? Math.floor(wall / DAY) * DAY : wall;
};

const hasRule = (series: Series): series is Series & { core: string } => series.core !== null;

/** Days begin even where the clock leaves midnight out. */
const startsOf = (wall: number, { zone, allDay }: Pick<Series, 'zone' | 'allDay'>): number | undefined =>
  allDay ? momentAt(wall, zone) : momentsAt(wall, zone)[0];

const days = new Map<string, number[]>();

/** A rule by days or weeks means the same from any later day that its interval reaches: so much later (ms) than `day`. */
function laterStart(core: string, day: number, begin: number): number {
  const [, frequency, interval = '1'] = /^FREQ=(DAILY|WEEKLY)\b(?:.*;INTERVAL=(\d+))?/.exec(core) ?? [];
  if (!frequency || begin - DAY <= day) return 0;
  const step = Number(interval) * (frequency === 'WEEKLY' ? 7 : 1) * DAY;
  return Math.floor((begin - DAY - day) / step) * step;
}

/** What the clock shows at the beginnings. Series with the same rule from the same day share their days, whatever their hour. */
function wallsBetween(series: Series & { core: string }, least: number, most: number): number[] {
  if (hasTimesOfDay(series.core))
    return countingOf(series)
      .between(new Date(least), new Date(most), true)
      .map((wall) => wall.epochMilliseconds);
  const wall = shownAt(series.startsAt, series);
  const [day, begin, end] = [wall, least, most].map((one) => Math.floor(one / DAY) * DAY) as [number, number, number];
  const from = day + laterStart(series.core, day, begin);
  const key = `${from} ${series.core} ${begin} ${end}`;
  let found = days.get(key);
  if (!found) {
    if (days.size >= 5_000) days.clear();
    found = countedFrom(from, series.core)
      .between(new Date(begin), new Date(end), true)
      .map((one) => one.epochMilliseconds);
    days.set(key, found);
  }
  return found.map((one) => one + wall - day);
}

/** Of meetings as the series says them, those that begin from one moment to another, both included. */
export function startsBetween(series: Series, from: number, to: number): number[] {
  const last = Math.min(to, series.endsAt ?? LATEST, LATEST);
  const first = Math.max(from, series.startsAt);
  if (first > last) return [];
  if (!hasRule(series)) return [series.startsAt];
  const starts: number[] = [];
  for (const wall of wallsBetween(series, wallAt(first, series.zone) - DAY, wallAt(last, series.zone) + DAY)) {
    const start = startsOf(wall, series);
    if (start === undefined || start < first || start > last) continue;
    starts.push(start);
    if (starts.length >= MOST_AT_ONCE) break;
  }
  // Of one day, a later time of the clock may be the earlier moment.
  return starts.sort((a, b) => a - b);
}

/** Is this a moment at which the series says that a meeting begins? */
export const isStart = (series: Series, start: number): boolean => startsBetween(series, start, start).length > 0;

const endOf = (start: number, minutes: number, { zone, allDay }: Series): number =>
  allDay ? momentAt(shownAt(start, { zone, allDay }) + minutes * MINUTE, zone) : start + minutes * MINUTE;

/** One meeting, by when the series says that it begins. */
export function occurrenceAt(series: Series, start: number, exception?: Exception): Occurrence {
  const startsAt = exception?.startsAt ?? start;
  return {
    start,
    startsAt,
    endsAt: endOf(startsAt, exception?.minutes ?? series.minutes, series),
    cancelled: exception?.cancelled ?? false,
    moved: startsAt !== start,
  };
}

/** What is on at some time from one moment to another, cancelled ones too; the earliest first. */
export function occurrencesBetween(
  series: Series,
  exceptions: readonly Exception[],
  from: number,
  to: number,
): Occurrence[] {
  const own = new Map(exceptions.map((one) => [one.start, one]));
  const reach = from - series.minutes * MINUTE - (series.allDay ? DAY : 0);
  const asSaid = startsBetween(series, reach, to).filter((start) => !own.has(start));
  return [
    ...asSaid.map((start) => occurrenceAt(series, start)),
    ...[...own.values()].map((one) => occurrenceAt(series, one.start, one)),
  ]
    .filter(({ startsAt, endsAt }) => startsAt < to && (endsAt > from || startsAt >= from))
    .sort((a, b) => a.startsAt - b.startsAt || a.start - b.start);
}

export type SeriesInput = {
  startsAt: number;
  zone: string;
  minutes: number;
  allDay: boolean;
  rule: string | null;
};

const inWords = (moment: number, zone: string) => {
  const wall = new Date(wallAt(moment, zone)).toISOString();
  return `${wall.slice(0, 10)} ${wall.slice(11, 16)}`;
};

/** The last start up to a wall; undefined: the rule is too rare to say. */
function lastBefore(series: Series & { core: string }, wall: number): number | undefined {
  const until = Math.min(wall, wallAt(LATEST, series.zone));
  let at = until;
  // The one before, where the clock leaves the last one out.
  for (let tries = 0; tries < 3; tries++) {
    const previous = countingOf(series).previous(new Date(at), true);
    if (!previous) return undefined;
    const start = startsOf(previous.epochMilliseconds, series);
    if (start !== undefined) return start;
    at = previous.epochMilliseconds - 1;
  }
  return undefined;
}

/** The last of so many meetings that take place, or undefined if there are never so many. */
function lastOf(series: Series & { core: string }, count: number): number | undefined {
  let [left, last] = [count, undefined as number | undefined];
  countingOf(series).all((wall) => {
    const start = startsOf(wall.epochMilliseconds, series);
    if (start === undefined || start < series.startsAt) return true;
    last = start;
    left--;
    return left > 0 && wall.epochMilliseconds < LATEST;
  });
  return last;
}

const MOST_DAYS = 14;
/** A change of the clock makes a day so much longer at most. */
const CHANGE = 2 * 60;

/** Minutes of whole days, from the day on which a meeting begins to that on which it ends. */
export const wholeDays = (startsAt: number, minutes: number, zone: string): number => {
  const from = (wallAt(startsAt, zone) % DAY) / MINUTE;
  return Math.min(MOST_DAYS, Math.max(1, Math.ceil((from + minutes - CHANGE) / (DAY / MINUTE)))) * (DAY / MINUTE);
};

/** The series that is meant, from its first meeting to its last; in a few words, if there is none. */
export function planSeries(input: SeriesInput): Series | Refused {
  const { zone, minutes, allDay } = input;
  const wall = wallAt(input.startsAt, zone);
  const startsAt = allDay ? momentAt(Math.floor(wall / DAY) * DAY, zone) : input.startsAt;
  const once: Series = { startsAt, zone, minutes, allDay, core: null, endsAt: startsAt };
  if (input.rule === null) return once;
  const rule = parseMeetingRule(input.rule);
  if ('refused' in rule) return rule;
  try {
    return plannedBy(rule, once);
  } catch {
    // The library gives up after so many steps.
    return { refused: 'By this rule there is never a meeting.' };
  }
}

function plannedBy(rule: MeetingRule, once: Series): Series | Refused {
  const { zone, startsAt, allDay } = once;
  const wall = shownAt(startsAt, once);
  if (!allDay && momentsAt(wall, zone)[0] !== startsAt)
    return {
      refused: `The clock shows ${inWords(startsAt, zone)} twice in ${zone}. A series takes the first of them, an hour earlier.`,
    };
  if (allDay && /BY(?:HOUR|MINUTE)/.test(rule.core)) return { refused: 'Meetings of whole days have no time of day.' };
  const limits = { maxIterations: TRIES[rule.frequency], maxCandidateEvaluations: MOST_CANDIDATES };
  const counting = countedFrom(wall, rule.core, limits);
  let first: number | undefined;
  for (let at = counting.next(new Date(wall), true), tries = 0; at && tries < 3; tries++) {
    first = startsOf(at.epochMilliseconds, once);
    if (first !== undefined) break;
    at = counting.next(new Date(at.epochMilliseconds));
  }
  if (first === undefined || first > LATEST) return { refused: 'By this rule there is never a meeting.' };
  const series = { ...once, startsAt: first, core: rule.core, endsAt: null as number | null };
  if (rule.count !== null) {
    const last = lastOf(series, rule.count);
    if (last === undefined) return { refused: 'By this rule there is never a meeting.' };
    return { ...series, endsAt: last };
  }
  if (rule.until === null) return series;
  const until = untilWall(rule.until);
  const most = until.utc ? until.wall + offsetAt(until.wall, zone) : until.wall;
  const last = most < wallAt(first, zone) ? undefined : lastBefore(series, most);
  if (last === undefined || last < first) return { refused: 'This rule ends before the first meeting.' };
  return { ...series, endsAt: last };
}

/** The first one that the series says from a moment on; null: there is none, or none within twelve years. */
export function nextStart(series: Series, from: number): number | null {
  for (const days of [40, 400, 4_500]) {
    const [start] = startsBetween(series, from, Math.max(from, series.startsAt) + days * DAY);
    if (start !== undefined) return start;
  }
  return null;
}

/** What is left of a series that ends before a moment; null: nothing. */
export function endedBefore(series: Series, moment: number): Series | null {
  if (!hasRule(series)) return series.startsAt < moment ? series : null;
  if (series.endsAt !== null && series.endsAt < moment) return series;
  const last = moment <= series.startsAt ? undefined : lastBefore(series, wallAt(moment - 1, series.zone));
  return last === undefined || last < series.startsAt ? null : { ...series, endsAt: last };
}

/** A rule with its end, as calendars read it; null: it takes place once. */
export function ruleText({ core, endsAt, zone, allDay }: Series): string | null {
  if (core === null || endsAt === null) return core;
  const stamp = new Date(allDay ? shownAt(endsAt, { zone, allDay }) : endsAt).toISOString().replace(/[-:]|\.\d+/g, '');
  return `${core};UNTIL=${allDay ? stamp.slice(0, 8) : stamp}`;
}

/** “Every 2 weeks on Tuesday”; null: it takes place once. */
export function ruleWords(series: Series): string | null {
  if (!hasRule(series)) return null;
  const { zone, endsAt } = series;
  const said = toText(countingOf(series), 'en', { excludeTzAbbreviation: true });
  // The time of day is said beside it, as the reader writes it; a rule with several times of its own names them.
  const timeless = hasTimesOfDay(series.core) ? said : said.replace(/ at \d{1,2}(:\d\d)? [AP]M/, '');
  const words = timeless.charAt(0).toUpperCase() + timeless.slice(1);
  return endsAt === null ? words : `${words}, until ${new Date(wallAt(endsAt, zone)).toISOString().slice(0, 10)}`;
}

/** For calendars, some of which do not leave out days that a month has not. */
export function explicitRule(series: Series): string | null {
  const rule = ruleText(series);
  const date = new Date(shownAt(series.startsAt, series));
  if (rule === null || date.getUTCDate() <= 28 || /;BY/.test(rule)) return rule;
  if (rule.startsWith('FREQ=MONTHLY'))
    return rule.replace('FREQ=MONTHLY', `FREQ=MONTHLY;BYMONTHDAY=${date.getUTCDate()}`);
  const day = `BYMONTH=${date.getUTCMonth() + 1};BYMONTHDAY=${date.getUTCDate()}`;
  return rule.replace('FREQ=YEARLY', `FREQ=YEARLY;${day}`);
}

/** Between these moments the clock is changed, or shows one of them twice: what a calendar makes of it is uncertain. */
export const isTouched = (from: number, to: number, zone: string): boolean =>
  offsetAt(from, zone) !== offsetAt(to, zone) ||
  [from, to].some((one) => momentsAt(wallAt(one, zone), zone).length > 1);

/** Starts of the meetings that a change of the clock touches, up to ten years from `now`. */
export function touchedStarts(series: Series, now: number): number[] {
  if (!hasRule(series) || series.allDay || series.zone === 'UTC') return [];
  const to = Math.min(series.endsAt ?? LATEST, Math.max(now, series.startsAt) + TOLD_AHEAD);
  const length = series.minutes * MINUTE;
  const near = clockChanges(series.zone, series.startsAt - DAY, to + DAY).flatMap(({ at }) =>
    startsBetween(series, at - length - DAY, Math.min(to, at + DAY)),
  );
  return [...new Set(near)].filter((start) => isTouched(start, start + length, series.zone)).sort((a, b) => a - b);
}

const TOLD_AHEAD = 10 * 366 * DAY;

/** What the clock shows when a meeting would be that it leaves out: up to ten years from `now`. */
export function wallsLeftOut(series: Series, now: number): number[] {
  if (!hasRule(series) || series.allDay) return [];
  const to = Math.min(series.endsAt ?? LATEST, Math.max(now, series.startsAt) + TOLD_AHEAD);
  return clockChanges(series.zone, series.startsAt, to)
    .filter(({ before, after }) => after > before)
    .flatMap(({ at, before, after }) =>
      countingOf(series)
        .between(new Date(at + before), new Date(at + after - 1), true)
        .map((wall) => wall.epochMilliseconds),
    );
}

/** Sentences for whoever makes a series: which meetings of the coming two years the clock touches, and by which rule. */
export function clockNotes(series: Series, now: number): string[] {
  if (!hasRule(series) || series.allDay) return [];
  const to = Math.min(series.endsAt ?? LATEST, Math.max(now, series.startsAt) + 2 * 366 * DAY);
  const show = (wall: number) => new Date(wall).toISOString().slice(0, 16).replace('T', ' at ');
  const out = wallsLeftOut(series, now)
    .filter((wall) => wall < wallAt(to, series.zone))
    .map(
      (wall) => `The clock in ${series.zone} leaves out ${show(wall)}: there is no meeting then, and none is counted.`,
    );
  const twice = clockChanges(series.zone, series.startsAt, to)
    .filter(({ before, after }) => after < before)
    .flatMap(({ at, before, after }) => startsBetween(series, at - (before - after), at - 1))
    .map((start) => `The clock in ${series.zone} shows ${show(wallAt(start, series.zone))} twice: the first is meant.`);
  return [...out, ...twice].sort();
}
