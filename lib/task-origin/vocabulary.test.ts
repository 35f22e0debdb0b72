import { expect, test } from 'vitest';
import { titleOf } from '@/lib/task-origin/vocabulary';

test.each([
  ['Call the printer', 'Call the printer'],
  ['\n\n## Call **the** printer\nand the paper mill', 'Call the printer'],
  ['> - [ ] Ask [Anna](https://example.org) about `paper`', 'Ask Anna about paper'],
  ['1. Order ~~red~~ blue ink_', 'Order red blue ink'],
  ['2 * 3 = 6', '2 * 3 = 6'],
  ['---\n***\nAfter the line', 'After the line'],
  ['![the map](map.png)', 'the map'],
  ['😀', ''],
  ['', ''],
])('%j is titled %j', (text, title) => expect(titleOf(text)).toBe(title));

test('a long line is cut between words, at 200 characters', () => {
  const title = titleOf('Twelve chars '.repeat(40));
  expect(title.length).toBeLessThanOrEqual(200);
  expect(title).toMatch(/ (Twelve|chars)…$/);
  expect(titleOf('x'.repeat(300))).toHaveLength(200);
});
