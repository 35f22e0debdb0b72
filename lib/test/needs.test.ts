import path from 'node:path';
import { expect, test } from 'vitest';
import { readSources, testsByNeed } from './needs';

const tree = readSources(path.resolve(import.meta.dirname, '../..'));

test('every test file is run, once', () => {
  const { pure, rules } = testsByNeed(tree);
  const tests = [...tree.keys()].filter((file) => /\.test\.tsx?$/.test(file));
  expect([...pure, ...rules].sort()).toEqual(tests.sort());
});

test('one that reaches the database gets one, however far away its import is', () => {
  const planted = new Map([
    ...tree,
    ['lib/near.test.ts', "import { far } from './far';"],
    ['lib/far.ts', "export const far = () => import('@/lib/db');"],
    ['lib/type.test.ts', "import type { Db } from '@/lib/db';"],
  ]);
  const { pure, rules } = testsByNeed(planted);
  expect(rules).toContain('lib/near.test.ts');
  expect(pure).toContain('lib/type.test.ts');
});
