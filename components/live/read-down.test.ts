import { describe, expect, it } from 'vitest';
import { readDown } from './read-down';

const numbers = Array.from({ length: 10 }, (_, at) => at);
const from = (start: number, count: number) => ({
  docs: numbers.slice(start, start + count),
  total: numbers.length,
  cursor: start + count < numbers.length ? String(start + count) : null,
});

describe('readDown', () => {
  it('goes on until as many rows are there as were known, and asks for those that miss', async () => {
    const asked: [string, number][] = [];
    const page = await readDown(from(0, 3), 8, async (cursor, missing) => {
      asked.push([cursor, missing]);
      return from(Number(cursor), Math.min(missing, 3));
    });
    expect(page).toEqual(from(0, 8));
    expect(asked).toEqual([
      ['3', 5],
      ['6', 2],
    ]);
  });

  it('ends where no rows follow', async () => {
    expect(await readDown(from(0, 6), 90, async (cursor) => from(Number(cursor), 6))).toEqual(from(0, 10));
  });
});
