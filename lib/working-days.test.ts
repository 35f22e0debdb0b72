import { expect, it } from 'vitest';
import { dateOfDay, dayNumber, mondayOf, weekName, workingCalendar } from '@/lib/working-days';

const HOUR = 3600;
const at = (date: string, hour = 0) => dayNumber(date) * 86_400 + hour * HOUR;
const week = workingCalendar({ working_days: [1, 2, 3, 4, 5], holidays: ['2026-12-25', '2026-12-26', '2027-01-01'] });

it.each([
  ['2026-11-27', '2026-11-23', '2026-W48'],
  ['2026-12-31', '2026-12-28', '2026-W53'],
  ['2027-01-01', '2026-12-28', '2026-W53'],
  ['2027-01-04', '2027-01-04', '2027-W01'],
  ['1969-12-31', '1969-12-29', '1970-W01'],
])('%s is in the week of %s, %s', (date, monday, name) => {
  expect([dateOfDay(mondayOf(dayNumber(date))), weekName(dayNumber(date))]).toEqual([monday, name]);
});

it.each([
  ['within a day', at('2026-11-27', 9), at('2026-11-27', 17), 8],
  ['over a weekend', at('2026-11-27', 12), at('2026-11-30', 12), 24],
  ['from one day off to another', at('2026-11-28', 3), at('2026-11-29', 20), 0],
  ['begun on a day off', at('2026-11-28', 3), at('2026-11-30', 6), 6],
  ['over a holiday on a Friday', at('2026-12-24', 12), at('2026-12-28', 12), 24],
  ['a week', at('2026-11-23', 0), at('2026-11-30', 0), 120],
  ['over the end of a year', at('2026-12-31', 0), at('2027-01-05', 0), 48],
  ['backwards', at('2026-11-27', 9), at('2026-11-27', 8), 0],
])('hours of working days %s', (_, from, to, hours) => {
  expect(week.seconds(from, to) / HOUR).toBe(hours);
});

it('counts as one by one would, over four years and any two moments', () => {
  const first = dayNumber('2024-02-20');
  for (let step = 0; step < 400; step++) {
    const [from, to] = [
      at(dateOfDay(first + ((step * 37) % 700)), step % 24),
      at(dateOfDay(first + ((step * 91) % 1400)), (step * 7) % 24),
    ];
    let slow = 0;
    for (let hour = from; hour < to; hour += HOUR) if (week.isWorkingDay(Math.floor(hour / 86_400))) slow += HOUR;
    expect(week.seconds(from, to)).toBe(slow);
  }
});

it('finds the next working day, and gives up where there is none', () => {
  expect(dateOfDay(week.onOrAfter(dayNumber('2026-12-25')))).toBe('2026-12-28');
  const never = workingCalendar({
    working_days: [1],
    holidays: Array.from({ length: 200 }, (_, n) => dateOfDay(dayNumber('2026-11-30') + 7 * n)),
  });
  expect(dateOfDay(never.onOrAfter(dayNumber('2026-11-30')))).toBe('2026-11-30');
  expect(workingCalendar({ working_days: [], holidays: [] }).isWorkingDay(dayNumber('2026-11-29'))).toBe(true);
});
