/** When people are busy, and the first time at which all of them are free. Moments in ms. */
import { momentAt, wallAt } from '@/lib/meeting/zones';
import type { WorkingCalendar } from '@/lib/working-days';

export type Span = { from: number; to: number };

const MINUTE = 60_000;
const DAY = 86_400_000;
const QUARTER = 15 * MINUTE;

/** In order, cut to the time that is asked about; spans that touch are one, so that nobody counts meetings. */
export function mergedSpans(spans: readonly Span[], from: number, to: number): Span[] {
  const merged: Span[] = [];
  const cut = spans
    .map((span) => ({ from: Math.max(from, span.from), to: Math.min(to, span.to) }))
    .filter((span) => span.from < span.to)
    .sort((a, b) => a.from - b.from);
  for (const span of cut) {
    const last = merged.at(-1);
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else merged.push({ ...span });
  }
  return merged;
}

export type FreeInput = Span & {
  busy: readonly Span[];
  minutes: number;
  zone: string;
  calendar: Pick<WorkingCalendar, 'isWorkingDay'>;
  /** Minutes of the day between which people meet. */
  hours: readonly [number, number];
};

/** On a working day, within the hours that the clock of `zone` shows, at a quarter of an hour; null: there is none. */
export function firstFree({ from, to, busy, minutes, zone, calendar, hours }: FreeInput): Span | null {
  const taken = mergedSpans(busy, from, to);
  const length = minutes * MINUTE;
  const lastDay = Math.floor(wallAt(to, zone) / DAY);
  for (let day = Math.floor(wallAt(from, zone) / DAY); day <= lastDay; day++) {
    if (!calendar.isWorkingDay(day)) continue;
    const opens = momentAt(day * DAY + hours[0] * MINUTE, zone);
    const closes = Math.min(to, momentAt(day * DAY + hours[1] * MINUTE, zone));
    let at = Math.max(from, opens);
    for (;;) {
      const wall = wallAt(at, zone);
      at += (QUARTER - (wall % QUARTER)) % QUARTER;
      if (at + length > closes) break;
      const next = taken.find((span) => span.to > at && span.from < at + length);
      if (!next) return { from: at, to: at + length };
      at = next.to;
    }
  }
  return null;
}
