/** Hours of a person's day. Runs anywhere. Moments in ms since 1970. */

type Clock = { year: number; month: number; day: number; minutes: number };

const writers = new Map<string, Intl.DateTimeFormat>();

function clockAt(moment: number, zone: string): Clock {
  let writer = writers.get(zone);
  if (!writer) {
    const style = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
    writer = new Intl.DateTimeFormat('en-GB', { ...style, hourCycle: 'h23', timeZone: zone });
    writers.set(zone, writer);
  }
  const parts = Object.fromEntries(writer.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts;
  return { year, month, day, minutes: hour * 60 + minute };
}

/** How far the zone's clock is ahead of UTC, in ms. */
function aheadAt(moment: number, zone: string): number {
  const { year, month, day, minutes } = clockAt(moment, zone);
  return Date.UTC(year, month - 1, day, 0, minutes) - Math.floor(moment / 60_000) * 60_000;
}

const DAY_MS = 86_400_000;

/** When a clock there shows this, `days` later, for the last time; where it is put forward over it, the moment after. */
function momentOf({ year, month, day }: Clock, minutes: number, days: number, zone: string): number {
  const shown = Date.UTC(year, month - 1, day + days, 0, minutes);
  // As the clock goes before a change, and after it.
  const moments = [shown - DAY_MS, shown + DAY_MS].map((near) => shown - aheadAt(near, zone));
  const right = moments.filter((moment) => clockAt(moment, zone).minutes === minutes);
  return Math.max(...(right.length ? right : moments));
}

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
