/** Clocks of time zones. Runs anywhere. Moments in ms since 1970. */

type Clock = { year: number; month: number; day: number; minutes: number };

const writers = new Map<string, Intl.DateTimeFormat>();

export function clockAt(moment: number, zone: string): Clock {
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

/** Seconds since 1970 as the clock on the wall there shows them. */
export const wallSeconds = (moment: number, zone: string): number => (moment + aheadAt(moment, zone)) / 1000;

/** The moment at which the clock on the wall there shows so many seconds since 1970; to the second. */
export function momentOfWall(seconds: number, zone: string): number {
  const shown = seconds * 1000;
  return shown - aheadAt(shown - aheadAt(shown, zone), zone);
}

const DAY_MS = 86_400_000;

/** When a clock there shows this, `days` later, for the last time; where it is put forward over it, the moment after. */
export function momentOf({ year, month, day }: Clock, minutes: number, days: number, zone: string): number {
  const shown = Date.UTC(year, month - 1, day + days, 0, minutes);
  const { right, moments } = momentsOf(shown, zone);
  return Math.max(...(right.length ? right : moments));
}

/** The same of a calendar day, `YYYY-MM-DD`, for the first time; minutes may be before it or after it. */
export function firstMomentOf(date: string, minutes: number, zone: string): number {
  const { right, moments } = momentsOf(Date.parse(`${date}T00:00:00Z`) + minutes * 60_000, zone);
  return right.length ? Math.min(...right) : Math.max(...moments);
}

/** As the clock goes before a change, and after it; `right` are those at which it shows what is asked. */
function momentsOf(shown: number, zone: string) {
  const moments = [shown - DAY_MS, shown + DAY_MS].map((near) => shown - aheadAt(near, zone));
  return { moments, right: moments.filter((moment) => moment + aheadAt(moment, zone) === shown) };
}

/** When a calendar day, `YYYY-MM-DD`, begins there: ISO 8601. */
export function startOfDay(date: string, zone: string): string {
  const [year = 1970, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(momentOf({ year, month, day, minutes: 0 }, 0, 0, zone)).toISOString();
}
