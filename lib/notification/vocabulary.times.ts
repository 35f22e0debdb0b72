/** Hours of a person's day. Runs anywhere. Moments in ms since 1970. */
import { clockAt, momentOf } from '@/lib/formats/clock';

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

export type QuietHours = { from: string; to: string } | null;

/** When the quiet hours that hold at `moment` end; null: they do not hold. */
export function quietUntil(moment: number, hours: QuietHours, zone: string): number | null {
  if (!hours) return null;
  const [from, to] = [minutesOf(hours.from), minutesOf(hours.to)];
  const clock = clockAt(moment, zone);
  const overnight = from > to;
  const quiet = overnight ? clock.minutes >= from || clock.minutes < to : clock.minutes >= from && clock.minutes < to;
  if (!quiet) return null;
  return momentOf(clock, to, overnight && clock.minutes >= from ? 1 : 0, zone);
}

/** The next full hour of that name after `moment`. */
export function nextHour(moment: number, hour: number, zone: string): number {
  const clock = clockAt(moment, zone);
  const today = momentOf(clock, hour * 60, 0, zone);
  return today > moment ? today : momentOf(clock, hour * 60, 1, zone);
}
