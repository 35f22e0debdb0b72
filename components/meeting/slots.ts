import { daysBetween } from '@/lib/formats/calendar';
import { clockAt } from '@/lib/formats/clock';
import { dayAfter } from '@/lib/formats/days';
import type { CalendarMeeting } from '@/lib/meeting/calendar';
import { DAY_MINUTES } from '@/lib/meeting/layout';

/** Times in a calendar go by quarters of an hour. */
export const QUARTER = 15;

/** Where a meeting is, or is being put: minutes of a day, `to` perhaps beyond its end. */
export type Slot = { day: string; from: number; to: number };

/** On the reader's clock; a whole day on its own. */
export function slotOf({ starts_at, ends_at, allDay, time_zone }: CalendarMeeting, zone: string): Slot {
  const start = Date.parse(starts_at);
  const { year, month, day, minutes } = clockAt(start, allDay ? time_zone : zone);
  const from = allDay ? 0 : minutes;
  return {
    day: new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10),
    from,
    to: from + Math.round((Date.parse(ends_at) - start) / 60_000),
  };
}

/** So many days and minutes later, within the days that are shown; `longer` moves the end alone. */
export function shifted(slot: Slot, days: readonly string[], { by = 0, minutes = 0, longer = 0 }): Slot {
  const first = days[0] ?? slot.day;
  const all = daysBetween(first, slot.day) * DAY_MINUTES + slot.from + minutes + by * DAY_MINUTES;
  const last = days.length * DAY_MINUTES - QUARTER;
  // What began before the first day may stay there.
  const start = Math.min(last, Math.max(Math.min(0, daysBetween(first, slot.day) * DAY_MINUTES + slot.from), all));
  const at = Math.floor(start / DAY_MINUTES);
  const from = start - at * DAY_MINUTES;
  return { day: dayAfter(first, at), from, to: from + Math.max(QUARTER, slot.to - slot.from + longer) };
}

export const isSameSlot = (one: Slot, other: Slot): boolean =>
  one.day === other.day && one.from === other.from && one.to === other.to;
