import { expect, test } from 'vitest';
import { formatsFor } from '@/lib/formats';
import { dayPattern, readDay } from './typed-day';

const reader = (locale: string) => formatsFor({ locale, timeZone: 'UTC' });
const TODAY = '2026-11-21';

test.each([
  ['en-GB', 'dd/mm/yyyy'],
  ['en-US', 'mm/dd/yyyy'],
  ['de-DE', 'dd.mm.yyyy'],
  ['ja-JP', 'yyyy/mm/dd'],
])('a typed date is asked for as %s writes it: %s', (locale, pattern) =>
  expect(dayPattern(reader(locale))).toBe(pattern),
);

test.each([
  ['en-GB', '3/12/2026', '2026-12-03'],
  ['en-US', '12/3/2026', '2026-12-03'],
  ['de-DE', '3.12.26', '2026-12-03'],
  ['ja-JP', '2026/12/3', '2026-12-03'],
  ['ja-JP', '2026年12月3日', '2026-12-03'],
  ['en-GB', '2026-12-03', '2026-12-03'],
  ['en-GB', '3 Dec', '2026-12-03'],
  ['en-US', 'December 3, 2027', '2027-12-03'],
  ['de-DE', '3. Dezember 2026', '2026-12-03'],
  ['en-GB', 'Tomorrow', '2026-11-22'],
  ['en-GB', '5/1', '2027-01-05'],
  ['en-GB', '30/10', '2026-10-30'],
])('a typed date is read in %s from “%s”', (locale, written, date) =>
  expect(readDay(written, reader(locale), TODAY)).toBe(date),
);

test.each(['', '31/2/2026', '13/13/2026', '7', 'next week', '1/1/1812', '1/2/3/4', 'may'])(
  'a typed date is not “%s”',
  (written) => expect(readDay(written, reader('en-GB'), TODAY)).toBeNull(),
);
