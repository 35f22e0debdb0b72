/** When the rest will be done, by drawing from what was done. Runs anywhere. */
import { mondayOf, type WorkingCalendar, weekdayOf } from '@/lib/working-days';

/** Below so many completions there is no forecast. */
export const ENOUGH = 8;
const TRIALS = 1000;
/** Three years of working days: what takes longer is not foreseeable. */
const HORIZON_DAYS = 783;
const SEED = 0x9e3779b9;

/**
 * Uniform numbers in [0, 1), the same for the same seed (mulberry32, Tommy Ettinger, public domain).
 */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * The smallest value that at least `share` of the values do not exceed (nearest rank, as ActionableAgile's percentile
 * lines); null for none. `sorted` ascending.
 */
export function percentile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
}

export type Forecast = { p50: number; p85: number };

/**
 * The days on which 50 and 85 of 100 futures have completed each of `milestones`, which are counts of open tasks in the
 * order in which they are worked off; null where more than that share do not end within three years. A count of 0 is done
 * and gives null.
 *
 * Monte Carlo from the project's own throughput (Daniel Vacanti, Actionable Agile Metrics for Predictability, 2015,
 * chapters 14 and 15). What is drawn are whole weeks of history, replayed weekday by weekday (a block bootstrap: Künsch,
 * Annals of Statistics 17, 1989), so that a steady week gives exactly its date; a day that did not count in the drawn
 * week (a holiday, the edge of history) is taken from another. A day's completions go to the first milestone that is not
 * done, so that each has its own share of the work and none ends before the one ahead of it.
 *
 * @param completed days (since 1970) on which tasks were completed, one entry a task; those on days off count on the next
 *   working day
 * @param history first and last day of the history, both included
 * @param start the day from which work goes on
 * @returns one forecast a milestone, days since 1970; null for all when no working day of history lies before `start`
 */
export function forecast({
  completed,
  history,
  start,
  milestones,
  calendar,
}: {
  completed: readonly number[];
  history: { from: number; to: number };
  start: number;
  milestones: readonly number[];
  calendar: WorkingCalendar;
}): (Forecast | null)[] {
  const counted = new Map<number, number>();
  for (const day of calendar.between(history.from, history.to)) counted.set(day, 0);
  if (counted.size === 0) return milestones.map(() => null);
  for (const day of completed) {
    const on = calendar.onOrAfter(day);
    // The last days off may lie at the end of the history: their tasks belong to its last working day.
    const place = counted.has(on) ? on : Math.max(...counted.keys());
    counted.set(place, (counted.get(place) ?? 0) + 1);
  }
  const weeks = [...new Set([...counted.keys()].map(mondayOf))];
  const ofWeekday = new Map<number, number[]>();
  for (const [day, count] of counted) {
    const weekday = weekdayOf(day);
    ofWeekday.set(weekday, [...(ofWeekday.get(weekday) ?? []), count]);
  }
  const all = [...counted.values()];
  const future: number[] = [];
  for (let day = calendar.onOrAfter(start); future.length < HORIZON_DAYS; day = calendar.onOrAfter(day + 1)) {
    if (future.at(-1) === day || !calendar.isWorkingDay(day)) break;
    future.push(day);
  }
  const ends = milestones.map(() => [] as number[]);
  const due = milestones.map((_, at) => milestones.slice(0, at + 1).reduce((sum, count) => sum + count, 0));
  const random = randomFrom(SEED);
  const pick = <T>(of: readonly T[]) => of[Math.floor(random() * of.length)] as T;
  for (let trial = 0; trial < TRIALS; trial++) {
    let done = 0;
    let next = due.findIndex((end) => end > 0);
    let week = Number.NaN;
    let monday = 0;
    for (const day of future) {
      if (next < 0 || next >= due.length) break;
      const current = day - weekdayOf(day) + 1;
      if (current !== week) {
        week = current;
        monday = pick(weeks);
      }
      done += counted.get(monday + weekdayOf(day) - 1) ?? pick(ofWeekday.get(weekdayOf(day)) ?? all);
      while (next < due.length && done >= (due[next] as number)) {
        ends[next]?.push(day);
        next++;
      }
    }
  }
  return ends.map((days, at) => {
    if (!milestones[at]) return null;
    const sorted = days.sort((a, b) => a - b);
    // Futures that did not end within the horizon come after all that did.
    const at50 = sorted[Math.ceil(TRIALS * 0.5) - 1];
    const at85 = sorted[Math.ceil(TRIALS * 0.85) - 1];
    return at50 === undefined || at85 === undefined ? null : { p50: at50, p85: at85 };
  });
}
