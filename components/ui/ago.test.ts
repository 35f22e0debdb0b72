import { describe, expect, test } from 'vitest';
import { agoWords } from './ago';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const ago = (seconds: number) => agoWords(NOW - seconds * 1000, NOW);

describe('how long ago', () => {
  test.each([
    [20, 'just now'],
    [-30, 'just now'],
    [90, '1 minute ago'],
    [7200, '2 hours ago'],
    [100_000, 'yesterday'],
    [400_000, '4 days ago'],
    [800_000, '12 Nov 2026'],
  ])('%i seconds is "%s"', (seconds, text) => {
    expect(ago(seconds)).toBe(text);
  });
});
