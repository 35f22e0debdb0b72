/** How clocks of time zones are put forward and back. Moments in ms since 1970; walls are what a clock shows, as if it were UTC. */
import { clockAt } from '@/lib/formats/clock';

/** The clock's offset from UTC changes at this moment; offsets in ms. */
export type ClockChange = { at: number; before: number; after: number };

const MINUTE = 60_000;
const DAY = 86_400_000;
const FIRST = Date.UTC(1999, 0, 1);
const LAST = Date.UTC(2111, 0, 1);
/** Two changes of one clock are never nearer to each other (Ramadan in Morocco is about 30 days). */
const STEP = 14 * DAY;

function askedOffset(moment: number, zone: string): number {
  const { year, month, day, minutes } = clockAt(moment, zone);
  return Date.UTC(year, month - 1, day, 0, minutes) - Math.floor(moment / MINUTE) * MINUTE;
}

const known = new Map<string, ClockChange[]>();

/** Of 1999 to 2110; zones are few, and each is looked through once. */
function changesOf(zone: string): ClockChange[] {
  const kept = known.get(zone);
  if (kept) return kept;
  const changes: ClockChange[] = [];
  let before = askedOffset(FIRST, zone);
  for (let from = FIRST; from < LAST; from += STEP) {
    const after = askedOffset(from + STEP, zone);
    if (after !== before) {
      let [low, high] = [from, from + STEP];
      while (high - low > MINUTE) {
        const middle = Math.floor((low + high) / 2 / MINUTE) * MINUTE;
        if (askedOffset(middle, zone) === before) low = middle;
        else high = middle;
      }
      changes.push({ at: high, before, after });
    }
    before = after;
  }
  known.set(zone, changes);
  return changes;
}

/** The changes of a zone's clock from one moment to another. */
export const clockChanges = (zone: string, from: number, to: number): ClockChange[] =>
  changesOf(zone).filter(({ at }) => at >= from && at < to);

export function offsetAt(moment: number, zone: string): number {
  if (zone === 'UTC') return 0;
  if (moment < FIRST || moment >= LAST) return askedOffset(moment, zone);
  const changes = changesOf(zone);
  let [low, high] = [0, changes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((changes[middle] as ClockChange).at <= moment) low = middle + 1;
    else high = middle;
  }
  return changes[low - 1]?.after ?? changes[0]?.before ?? askedOffset(moment, zone);
}

export const wallAt = (moment: number, zone: string): number => moment + offsetAt(moment, zone);

/** When a clock shows this: never where it is put forward over it, twice where it is put back. */
export function momentsAt(wall: number, zone: string): number[] {
  const [early, late] = [wall - offsetAt(wall - DAY, zone), wall - offsetAt(wall + DAY, zone)];
  const moments = early === late ? [early] : [Math.min(early, late), Math.max(early, late)];
  return moments.filter((moment) => wallAt(moment, zone) === wall);
}

/** The first such moment; where there is none, when the clock has just been put forward by as much. */
export const momentAt = (wall: number, zone: string): number =>
  momentsAt(wall, zone)[0] ?? wall - offsetAt(wall - DAY, zone);

/** `20260329T023000`, as iCalendar writes what a clock shows. */
export const wallText = (wall: number): string => new Date(wall).toISOString().slice(0, 19).replace(/[-:]/g, '');
