import type { Period } from '@/lib/efficiency/efficiency';
import { DAY_SECONDS, dayNumber } from '@/lib/working-days';

export const LONGEST_PERIOD_DAYS = 366;
const USUAL_DAYS = 12 * 7;

/** Twelve weeks until today by itself; null where it is longer than a period may be. `now`: seconds since 1970. */
export function periodOf({ from, to }: { from?: string; to?: string }, now: number): Period | null {
  const today = Math.floor(now / DAY_SECONDS);
  const last = Math.min(to ? dayNumber(to) : today, today);
  const first = Math.min(from ? dayNumber(from) : last - USUAL_DAYS + 1, last);
  return last - first < LONGEST_PERIOD_DAYS ? { from: first, to: last } : null;
}
