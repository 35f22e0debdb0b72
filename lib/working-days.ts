/** Days on which an organisation works, and time counted in them. Runs anywhere. */

export const DAY_SECONDS = 86_400;

/** Days since 1 January 1970, of a plain date `YYYY-MM-DD`. */
export const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / (DAY_SECONDS * 1000);
/** The plain date `YYYY-MM-DD` of such a number. */
export const dateOfDay = (day: number): string => new Date(day * DAY_SECONDS * 1000).toISOString().slice(0, 10);
/** 1 Monday to 7 Sunday. Day 0 was a Thursday. */
export const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1;
/** The Monday of the same week. */
export const mondayOf = (day: number): number => day - weekdayOf(day) + 1;

/** ISO 8601 week such as `2026-W48`: that of the year in which its Thursday lies. */
export function weekName(day: number): string {
  const thursday = mondayOf(day) + 3;
  const year = dateOfDay(thursday).slice(0, 4);
  const week = 1 + Math.floor((thursday - dayNumber(`${year}-01-01`)) / 7);
  return `${year}-W${String(week).padStart(2, '0')}`;
}

/** The Monday of such a week; null where there is none of this name. */
export function mondayOfWeek(name: string): number | null {
  const [, year, week] = /^(\d{4})-W(\d{2})$/.exec(name) ?? [];
  if (!year || !week) return null;
  const monday = mondayOf(dayNumber(`${year}-01-04`)) + (Number(week) - 1) * 7;
  return weekName(monday) === name ? monday : null;
}

export type WorkingCalendar = {
  isWorkingDay: (day: number) => boolean;
  /** The first working day on or after `day`. */
  onOrAfter: (day: number) => number;
  /** The working days from `from` to `to`, both included. */
  between: (from: number, to: number) => number[];
  /**
   * Seconds between two moments of the local clock (seconds since 1970 as the clock on the wall showed them) that lie on
   * working days, a working day having 24 hours; 0 if `to` is not after `from`.
   */
  seconds: (from: number, to: number) => number;
};

/** Longer than any row of holidays: beyond it, a calendar without a working day is given up. */
const LOOKED_AT = 800;

/** Of ISO weekdays and plain dates, as the organisation's settings hold them. Without a weekday, every day is a working day. */
export function workingCalendar({
  working_days,
  holidays,
}: {
  working_days: readonly number[];
  holidays: readonly string[];
}): WorkingCalendar {
  const weekdays = new Set(working_days.length > 0 ? working_days : [1, 2, 3, 4, 5, 6, 7]);
  const free = new Set(holidays.map(dayNumber));
  const isWorkingDay = (day: number) => weekdays.has(weekdayOf(day)) && !free.has(day);
  /** Working days before `day`, counted from day 0: by weekdays, less the holidays among them. */
  const freeInOrder = [...free].filter((day) => weekdays.has(weekdayOf(day))).sort((a, b) => a - b);
  const before = (day: number) => {
    const weeks = Math.floor((day + 3) / 7);
    let count = weeks * weekdays.size;
    for (let one = weeks * 7 - 3; one < day; one++) if (weekdays.has(weekdayOf(one))) count++;
    let [low, high] = [0, freeInOrder.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((freeInOrder[middle] as number) < day) low = middle + 1;
      else high = middle;
    }
    return count - low;
  };
  return {
    isWorkingDay,
    onOrAfter: (day) => {
      for (let next = day; next < day + LOOKED_AT; next++) if (isWorkingDay(next)) return next;
      return day;
    },
    between: (from, to) => {
      const days: number[] = [];
      for (let day = from; day <= to; day++) if (isWorkingDay(day)) days.push(day);
      return days;
    },
    seconds: (from, to) => {
      if (to <= from) return 0;
      const [first, last] = [Math.floor(from / DAY_SECONDS), Math.floor(to / DAY_SECONDS)];
      const whole = (before(last) - before(first)) * DAY_SECONDS;
      return (
        whole -
        (isWorkingDay(first) ? from - first * DAY_SECONDS : 0) +
        (isWorkingDay(last) ? to - last * DAY_SECONDS : 0)
      );
    },
  };
}
