/**
 * What a change makes of a series: for one meeting, for this and all that follow, or for all that are still to come. No
 * meeting that has begun is rewritten, and what was cancelled stays cancelled.
 */
import { hasTimesOfDay, movedRule, type Refused } from '@/lib/meeting/rule';
import {
  endedBefore,
  isStart,
  nextStart,
  planSeries,
  ruleText,
  type Series,
  startsBetween,
} from '@/lib/meeting/series';
import { momentAt, wallAt } from '@/lib/meeting/zones';

const DAY = 86_400_000;

/** `startsAt`: when the meeting that is named is to begin from now on. `rule` null: it takes place once. */
export type TimeChange = {
  startsAt?: number;
  minutes?: number;
  zone?: string;
  allDay?: boolean;
  rule?: string | null;
};

/** `before`: what stays as it was; null: nothing of it has taken place, and the change is made in place. */
export type ChangedSeries = {
  before: Series | null;
  after: Series;
  /** The first meeting that is reached, by its name in the old series. */
  first: number;
  /** What a meeting of the old series is called in the new one; null: it has none in its place. */
  renamed: (start: number) => number | null;
};

/** The first meeting that a change reaches; null: there is none any more. */
const firstReached = (series: Series, named: number, scope: 'following' | 'all', now: number): number | null =>
  scope === 'following' ? (isStart(series, named) ? named : null) : nextStart(series, now);

/** `named`: the meeting that the change speaks of, by when the series says that it begins. */
export function changeSeries(
  series: Series,
  named: number,
  change: TimeChange,
  scope: 'following' | 'all',
  now: number,
): ChangedSeries | Refused {
  const first = firstReached(series, named, scope, now);
  if (first === null) return { refused: 'No meeting of this series is still to come.' };
  const zone = change.zone ?? series.zone;
  const allDay = change.allDay ?? series.allDay;
  const shift = change.startsAt === undefined ? 0 : wallAt(change.startsAt, zone) - wallAt(named, series.zone);
  const wall = wallAt(first, series.zone) + shift;
  const days = Math.floor(wall / DAY) - Math.floor(wallAt(first, series.zone) / DAY);
  const rule = change.rule === undefined ? ruleAfter(series, shift, days, wall, zone) : change.rule;
  if (rule !== null && typeof rule === 'object') return rule;
  const minutes = change.minutes ?? series.minutes;
  const after = planSeries({ startsAt: momentAt(wall, zone), zone, minutes, allDay, rule });
  if ('refused' in after) return after;
  const renamed = (start: number) => startAfter(series, after, start, shift);
  return { before: endedBefore(series, first), after, first, renamed };
}

/** Of which meeting a time speaks where none is named: of that on the same day, or else of the nearest. */
export function meetingNear(series: Series, moment: number): number {
  const day = Math.floor(wallAt(moment, series.zone) / DAY) * DAY;
  const [from, to] = [momentAt(day, series.zone), momentAt(day + DAY, series.zone) - 1];
  const [same] = startsBetween(series, from, to);
  if (same !== undefined) return same;
  const [before, after] = [endedBefore(series, moment)?.endsAt, nextStart(series, moment)];
  const near = [before, after].filter((one) => typeof one === 'number');
  return near.sort((a, b) => Math.abs(a - moment) - Math.abs(b - moment))[0] ?? series.startsAt;
}

function ruleAfter(series: Series, shift: number, days: number, wall: number, zone: string): string | null | Refused {
  if (series.core === null) return null;
  if (shift % DAY !== 0 && hasTimesOfDay(series.core))
    return { refused: 'This series has several times of day. Say by which rule it goes on.' };
  const core = movedRule(series.core, days, wall);
  if (core === null) return { refused: 'This rule names its days. Say by which rule the series goes on.' };
  if (series.endsAt === null) return core;
  const endsAt = momentAt(wallAt(series.endsAt, series.zone) + shift, zone);
  return ruleText({ ...series, core, endsAt, zone, allDay: false });
}

/** Moved as the series was; or on the same day, where the new rule has a meeting then. */
function startAfter(before: Series, after: Series, start: number, shift: number): number | null {
  const wall = wallAt(start, before.zone);
  const moved = momentAt(wall + shift, after.zone);
  if (isStart(after, moved)) return moved;
  const day = Math.floor(wall / DAY) * DAY;
  const [from, to] = [momentAt(day, after.zone), momentAt(day + DAY, after.zone) - 1];
  return startsBetween(after, from, to)[0] ?? null;
}
