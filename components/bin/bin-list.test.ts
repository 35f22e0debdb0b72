import { expect, test } from 'vitest';
import { daysLeft } from './bin-list';

const NOW = Date.parse('2026-11-21T10:00:00Z');
const left = (hours: number) => daysLeft(new Date(NOW + hours * 3_600_000).toISOString(), NOW).text;

test('what is in the bin says how long it stays', () => {
  expect(left(30 * 24)).toBe('30 days left');
  expect(left(29 * 24 + 1)).toBe('30 days left');
  expect(left(25)).toBe('2 days left');
  expect(left(24)).toBe('removed within a day');
  expect(left(-5)).toBe('removed within a day');
});
