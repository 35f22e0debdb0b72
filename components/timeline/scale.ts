import type { Formats } from '@/lib/formats';
import { daysBetween } from '@/lib/formats/calendar';
import { dayAfter, endOfWeek, monthAfter } from '@/lib/formats/days';
import type { Zoom } from '@/lib/task-plan/vocabulary';

/** Pixels a day, and what the two lines of the head name. */
export const ZOOMS = [
  { id: 'day', label: 'Day', day: 40, above: 'month', below: 'day' },
  { id: 'week', label: 'Week', day: 16, above: 'month', below: 'week' },
  { id: 'month', label: 'Month', day: 6, above: 'year', below: 'month' },
  { id: 'quarter', label: 'Quarter', day: 2.5, above: 'year', below: 'quarter' },
  { id: 'year', label: 'Year', day: 0.9, above: undefined, below: 'year' },
] as const satisfies readonly { id: Zoom; [name: string]: unknown }[];
type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year';

export const zoomOf = (id: string | undefined) => ZOOMS.find((zoom) => zoom.id === id) ?? ZOOMS[1];

/** The days from `from` to `until`, both drawn; `day` pixels each. */
export type Scale = { from: string; until: string; day: number };

export const xOf = ({ from, day }: Scale, date: string): number => daysBetween(from, date) * day;
export const widthOf = (scale: Scale): number => xOf(scale, dayAfter(scale.until, 1));
/** The day at a place, or the first and last one. */
export function dayAt({ from, until, day }: Scale, x: number): string {
  const days = Math.min(daysBetween(from, until), Math.max(0, Math.floor(x / day)));
  return dayAfter(from, days);
}

const ROOM: Record<Zoom, number> = { day: 14, week: 28, month: 92, quarter: 184, year: 366 };

/** Room for all dates and today, and some more on both sides; from the first of a month. */
export function scaleFor(dates: readonly string[], today: string, zoom: Zoom): Scale {
  let [first, last] = [today, today];
  for (const date of dates) {
    if (date < first) first = date;
    if (date > last) last = date;
  }
  const from = monthAfter(dayAfter(first, -ROOM[zoom] / 2), 0);
  return { from, until: dayAfter(monthAfter(dayAfter(last, ROOM[zoom]), 1), -1), day: zoomOf(zoom).day };
}

export type Tick = { at: string; x: number; width: number; label: string };

/** ISO weekdays on which people work, and days on which they don't (plain dates). */
export type RestDays = { working_days: readonly number[]; holidays: readonly string[] };
/** Below that a day is a hair. */
const SHADED_FROM = 6;

/** Days on which nobody works, between two places in pixels; those that follow each other are one. */
export function restOf(
  scale: Scale,
  { working_days, holidays }: RestDays,
  [left, right]: readonly [number, number],
): readonly { x: number; width: number }[] {
  if (scale.day < SHADED_FROM) return [];
  const works = new Set(working_days);
  const free = new Set(holidays);
  const shades: { x: number; width: number }[] = [];
  const last = dayAt(scale, right);
  for (let at = dayAt(scale, left); at <= last; at = dayAfter(at, 1)) {
    const weekday = new Date(`${at}T12:00:00Z`).getUTCDay() || 7;
    if (works.has(weekday) && !free.has(at)) continue;
    const x = xOf(scale, at);
    const before = shades.at(-1);
    if (before && before.x + before.width === x) before.width += scale.day;
    else shades.push({ x, width: scale.day });
  }
  return shades;
}

function nextOf(unit: Unit, date: string, firstDay: number): string {
  switch (unit) {
    case 'day':
      return dayAfter(date, 1);
    case 'week':
      return dayAfter(endOfWeek(date, firstDay), 1);
    case 'month':
      return monthAfter(date, 1);
    case 'quarter':
      return monthAfter(date, 3 - ((Number(date.slice(5, 7)) - 1) % 3));
    case 'year':
      return `${Number(date.slice(0, 4)) + 1}-01-01`;
  }
}

function labelOf(unit: Unit, date: string, formats: Formats): string {
  switch (unit) {
    case 'day':
    case 'week':
      return String(Number(date.slice(8)));
    case 'month':
      return formats.day(date, 'month');
    case 'quarter':
      return `Q${Math.ceil(Number(date.slice(5, 7)) / 3)} ${date.slice(0, 4)}`;
    case 'year':
      return date.slice(0, 4);
  }
}

/** The units that lie between two places in pixels. */
export function ticksOf(
  scale: Scale,
  unit: Unit,
  [left, right]: readonly [number, number],
  formats: Formats,
): readonly Tick[] {
  const ticks: Tick[] = [];
  const end = dayAfter(scale.until, 1);
  // A unit that began before what is in sight reaches into it.
  let at = unit === 'day' || unit === 'week' ? dayAt(scale, left - 7 * scale.day) : scale.from;
  while (at < end && xOf(scale, at) < right) {
    const next = nextOf(unit, at, formats.firstDay);
    const until = [next, end].sort()[0] ?? end;
    const x = xOf(scale, at);
    if (xOf(scale, until) > left)
      ticks.push({ at, x, width: xOf(scale, until) - x, label: labelOf(unit, at, formats) });
    at = next;
  }
  return ticks;
}
