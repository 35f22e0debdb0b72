/** Which reminder of a meeting is next. Moments in ms. */
import { type Exception, type Occurrence, occurrencesBetween, type Series } from '@/lib/meeting/series';

const MINUTE = 60_000;
const DAY = 86_400_000;

const takePlace = (series: Series, exceptions: readonly Exception[], from: number, to: number): Occurrence[] =>
  occurrencesBetween(series, exceptions, from, to).filter(({ cancelled, startsAt }) => !cancelled && startsAt >= from);

/** The first moment after `after` at which somebody is to be reminded; null: there is none within a year. */
export function nextReminder(
  series: Series,
  exceptions: readonly Exception[],
  reminders: readonly number[],
  after: number,
): number | null {
  const moments = reminders.flatMap((minutes) => {
    const from = Math.max(after, series.startsAt - 15 * DAY) + minutes * MINUTE + 1;
    for (const days of [40, 400]) {
      const [first] = takePlace(series, exceptions, from, from + days * DAY);
      if (first) return [first.startsAt - minutes * MINUTE];
    }
    return [];
  });
  return moments.length ? Math.min(...moments) : null;
}

/** The meetings of which people are to be reminded now: what was due since `since` and has not begun. */
export function dueNow(
  series: Series,
  exceptions: readonly Exception[],
  reminders: readonly number[],
  since: number,
  now: number,
): Occurrence[] {
  const farthest = Math.max(0, ...reminders) * MINUTE;
  return takePlace(series, exceptions, now, now + farthest + 1).filter(({ startsAt }) =>
    reminders.some((minutes) => {
      const at = startsAt - minutes * MINUTE;
      return at >= since && at <= now;
    }),
  );
}
