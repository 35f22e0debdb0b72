/** Which day is next, and when its task is made. Runs anywhere. */
import { daysBetween, type Mode, nextDay, type Rule, shifted } from '@/lib/rrule/vocabulary';

/** Days are `YYYY-MM-DD`; `today` where the series was set. */
type Series = { starts_on: string; number: number; skipped: number };
type Planned = Series & { mode: Mode; next_on: string | null; today: string };
type Dated = { startDate: string | null; dueDate: string | null };

/** A series is of as many tasks as its rule says. */
export const followingDay = (rule: Rule, { starts_on, number, skipped }: Series, after: string): string | null =>
  rule.count !== null && number + skipped >= rule.count ? null : nextDay(rule, starts_on, after);

/** The next day after that of the task in hand, by a rule that may be another one: no day that was skipped comes back. */
export function nextKept(rule: Rule, it: Series & { day: string; next_on: string | null }): string | null {
  // All skipped days lie before the one that was next.
  if (it.skipped > 0 && it.next_on) return followingDay(rule, it, shifted(it.next_on, -1));
  // Nothing is skipped, or the last day was: then as many days of this rule are skipped.
  let day = followingDay(rule, it, it.day);
  for (let left = it.skipped; day && left > 0; left--) day = followingDay(rule, it, day);
  return day;
}

/** On schedule a task is made when its work begins; null: when the one before is completed. */
export const makeOn = (mode: Mode, day: string | null, { startDate, dueDate }: Dated): string | null =>
  mode === 'schedule' && day ? (startDate && dueDate ? shifted(day, daysBetween(dueDate, startDate)) : day) : null;

/** Never in the past where the one before was late: of days that were missed the last one on schedule, else the first from today on. */
export function dayFor(rule: Rule, it: Planned): string | null {
  let day = it.next_on;
  if (it.mode === 'completion') return day && day >= it.today ? day : followingDay(rule, it, shifted(it.today, -1));
  for (let next = day; next && next <= it.today; next = followingDay(rule, it, next)) day = next;
  return day;
}
