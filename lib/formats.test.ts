import { describe, expect, test } from 'vitest';
import { firstDayOf, formatsFor, isTimeZone } from '@/lib/formats';
import { weekFrom } from '@/lib/session/vocabulary';

const EVENING = '2026-11-21T22:30:00.000Z';

describe('dates, times and numbers', () => {
  test('follow the locale', () => {
    const write = (locale: string) => {
      const formats = formatsFor({ locale, timeZone: 'UTC' });
      return [formats.day('2026-11-18'), formats.time(EVENING), formats.number(1234567.5)];
    };
    expect(write('en-GB')).toEqual(['18 Nov 2026', '22:30', '1,234,567.5']);
    expect(write('en-US')).toEqual(['Nov 18, 2026', '10:30 PM', '1,234,567.5']);
    expect(write('de-DE')).toEqual(['18. Nov. 2026', '22:30', '1.234.567,5']);
    expect(write('ja-JP')[0]).toBe('2026年11月18日');
  });

  test('follow the time zone: a moment has another day elsewhere, a calendar day has not', () => {
    const there = (timeZone: string) => {
      const formats = formatsFor({ locale: 'en-GB', timeZone });
      return [
        formats.time(EVENING),
        formats.dayOf(EVENING),
        formats.today(Date.parse(EVENING)),
        formats.day('2026-11-21'),
      ];
    };
    expect(there('UTC')).toEqual(['22:30', '21 Nov 2026', '2026-11-21', '21 Nov 2026']);
    expect(there('Europe/Berlin')).toEqual(['23:30', '21 Nov 2026', '2026-11-21', '21 Nov 2026']);
    expect(there('Pacific/Auckland')).toEqual(['11:30', '22 Nov 2026', '2026-11-22', '21 Nov 2026']);
    expect(there('America/Los_Angeles')).toEqual(['14:30', '21 Nov 2026', '2026-11-21', '21 Nov 2026']);
  });

  test('are British and UTC for accounts that never chose, and for what nobody knows', () => {
    expect(formatsFor({ locale: 'en', timeZone: 'UTC' }).locale).toBe('en-GB');
    expect(formatsFor({ locale: 'x', timeZone: 'Mars/Base' })).toMatchObject({ locale: 'en-GB', timeZone: 'UTC' });
  });
});

test('a week begins on Monday, or on Sunday where it does', () => {
  expect([firstDayOf('de-DE'), firstDayOf('en-US')]).toEqual([1, 7]);
  expect([weekFrom(1), weekFrom(7)]).toEqual([
    [1, 2, 3, 4, 5, 6, 7],
    [7, 1, 2, 3, 4, 5, 6],
  ]);
});

test('names of time zones, and no offsets, paths or nonsense', () => {
  for (const name of ['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'])
    expect(isTimeZone(name), name).toBe(true);
  for (const name of ['', '+01:00', 'Mars/Base', '../etc', 'Europe/', 'a'.repeat(200)])
    expect(isTimeZone(name), name).toBe(false);
});
