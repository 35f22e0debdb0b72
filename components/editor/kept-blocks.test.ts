import { expect, test } from 'vitest';
import { assembled } from './kept-blocks';
import { blocksOf } from './markdown-doc';

const TEXT = '\n# Plan\nright below\n\n\n* star\n* list\n\n[1]: https://a.test\n\n__end__\n';
const { lead, blocks } = blocksOf(TEXT);
const pieces = blocks.map(({ source, gap }, index) => ({ text: source, kept: { index, gap } }));
const write = (changed: typeof pieces | { text: string }[]) => assembled(lead, changed, blocks.length);

test('a text that nobody touched is as it was', () => {
  expect(write(pieces)).toBe(TEXT);
});

test('one block that was changed leaves all others as they were', () => {
  expect(write(pieces.with(1, { text: 'Other words' } as never))).toBe(
    TEXT.replace('\nright below\n\n\n', '\n\nOther words\n\n'),
  );
});

test('a block that was added or removed keeps what was written around it', () => {
  expect(write([...pieces, { text: 'More' }])).toBe(`${TEXT.trimEnd()}\n\nMore`);
  expect(write(pieces.toSpliced(1, 1))).toBe('\n# Plan\n\n* star\n* list\n\n[1]: https://a.test\n\n__end__\n');
  expect(write(pieces.slice(0, 3))).toBe('\n# Plan\nright below\n\n\n* star\n* list\n\n[1]: https://a.test');
  expect(write([])).toBe('\n');
});
