import { expect, test } from 'vitest';
import { pagesUpTo } from './paging';

test('pages are read until there are no more, or as many as wanted', async () => {
  const total = 450;
  const asked: number[] = [];
  const read = async (page: number) => {
    asked.push(page);
    const from = (page - 1) * 200;
    return { docs: Array.from({ length: Math.max(0, Math.min(200, total - from)) }, (_, at) => from + at), total };
  };
  expect(await pagesUpTo(1_000, read)).toHaveLength(total);
  expect(asked).toEqual([1, 2, 3]);
  expect((await pagesUpTo(300, read)).at(-1)).toBe(299);
  expect(await pagesUpTo(1_000, async () => ({ docs: [], total: 5 }))).toEqual([]);
});
