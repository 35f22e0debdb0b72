import { expect, it } from 'vitest';
import { estimateWords } from '@/lib/task/vocabulary';
import { parseEstimate } from './estimate';

it('an estimate is written as people write durations', () => {
  expect(['90m', '1h 30m', '1:30', '1.5', '1,5 h', '1h30min', '1 hour 30 minutes'].map(parseEstimate)).toEqual(
    Array(7).fill(90),
  );
  expect(parseEstimate('2')).toBe(120);
  expect(parseEstimate('0')).toBe(0);
});

it('an estimate may be nothing, but not nonsense', () => {
  expect(parseEstimate('  ')).toBeNull();
  for (const text of ['soon', '1:75', '-1', '1d', 'h', '1.2.3']) expect(parseEstimate(text)).toBeUndefined();
});

it('an estimate is read back in words', () => {
  expect([0, 45, 60, 150].map(estimateWords)).toEqual(['0 min', '45 min', '1 h', '2 h 30 min']);
  for (const minutes of [0, 45, 60, 150]) expect(parseEstimate(estimateWords(minutes))).toBe(minutes);
});
