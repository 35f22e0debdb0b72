import { describe, expect, it, test } from 'vitest';
import { markdownOf } from '@/components/editor/doc-markdown';
import { assembled } from '@/components/editor/kept-blocks';
import { type Block, blocksOf } from '@/components/editor/markdown-doc';
import { roomAround } from '@/components/editor/room-around';
import { peopleLike, tasksLike, triggerAt } from '@/components/editor/suggestion';
import { renderMarkdown } from '@/lib/markdown/markdown';
import { randomness } from '@/lib/test/random';
import { manyOr } from '@/lib/test/whole';

/** Texts as people write them, one way or the other. */
const CORPUS = [
  '',
  'One line',
  'One\ntwo\n\nthree',
  '# Plan\n\nSome text\n## Next\ntext right below',
  'Setext\n======\n\ntext\n---\nmore',
  '* star\n* list\n    * deep\n\n    with a paragraph\n* end',
  '- a\n\n- loose\n\n- list',
  '1) one\n2) two\n\n7. seven\n8. eight',
  '+ plus\n- minus',
  '- [ ] open\n- [x] done\n  - [ ] below\n- [X] large',
  '- [ ] a task\n- no task',
  '> quote\n> > deeper\n>\n> - list',
  '> lazy\ncontinuation',
  '```ts\nconst a = `x`;\n\n\n```\n\n~~~\ntilde\n~~~\n\n    indented\n    code',
  '````\n```\n````',
  '| a | b |\n|---|:-:|\n| 1 | `x|y` |\n| \\| | **b** |',
  'a | b\n--- | ---:\n1 | 2',
  '***\n\n___\n\n- - -',
  '**bold** __bold__ *it* _it_ ***both*** ~~gone~~ `code` ``a ` b``',
  'un_der_score and * star and 2 * 3 * 4 and a_b_',
  '[link](https://a.test "title") <https://a.test> https://a.test/x_y_z www.a.test ann@a.test',
  '[ref][1] and [1]\n\n[1]: https://a.test\n\nafter the definition',
  '![picture](https://a.test/b.png)',
  'Escaped \\* \\_ \\[x\\] \\# &amp; &lt; \\<b>',
  '<b>no html</b> a < b && c > d',
  'two  \nspaces and\\\nbackslash',
  '@Maya Lindqvist please look at WEB-12, #3 and #tag',
  'Trailing   \n\n\n\nfar below',
  '1. one\n   ```\n   code\n   ```\n2. two',
  '- \n- empty\n-',
  'Zażółć gęślą jaźń 👩‍👩‍👧 العربية',
  'line\n\\\n\\\nline',
  '# \n\n#nothing\n\n#\n',
  '---\nfront: matter\n---',
  'See ![shot 1](file:0190aaaa-0000-7000-8000-000000000001) here',
  '# C \\#\n\n### Three\n\n#### Four\n\n##### Five\n\n###### Six',
];

const textOf = ({ lead, blocks }: { lead: string; blocks: Block[] }) =>
  lead + blocks.map(({ source, gap }) => source + gap).join('');

test.each(CORPUS)('a text in the rich editor %j is what it was when nobody touched it', (text) =>
  expect(textOf(blocksOf(text))).toBe(text),
);

test.each(CORPUS.filter((text) => !/\[1\]:|"title"/.test(text)))(
  'a text in the rich editor %j reads the same after each of its blocks was written anew',
  (text) => {
    const written = markdownOf({ type: 'doc', content: blocksOf(text).blocks.map(({ node }) => node) });
    const again = blocksOf(written);
    const plain = (one: Block[]) =>
      one.map(({ node }) => node).filter((node) => node.type !== 'paragraph' || node.content);
    expect(plain(again.blocks)).toEqual(plain(blocksOf(text).blocks));
    const words = (html: string) => html.replace(/<[^>]*>|\s/g, '').toLowerCase();
    expect(words(renderMarkdown(written))).toBe(words(renderMarkdown(text)));
  },
);

test('each level of heading is written anew as it was', () => {
  const written = [1, 2, 3, 4, 5, 6].map((level) => `${'#'.repeat(level)} Words`).join('\n\n');
  const { blocks } = blocksOf(written);
  expect(markdownOf({ type: 'doc', content: blocks.map(({ node }) => node) })).toBe(written);
});

test.each([
  [['paragraph'], []],
  [['table'], [0, 1]],
  [['paragraph', 'table', 'table', 'paragraph'], [2]],
  [['blockquote', 'codeBlock', 'paragraph', 'blockquote'], [4]],
])('among %j there is an empty line at %j', (types, places) => expect(roomAround(types)).toEqual(places));

test('a text in the rich editor of any signs keeps its words when it is written anew', () => {
  const signs = [...'*_`[]()#>-+~|\\<&!  ab=:', '1.'];
  for (let round = 0; round < manyOr(3000, 600); round += 1) {
    const { below, oneOf } = randomness(round);
    const text = Array.from({ length: 1 + below(12) }, () => oneOf(signs))
      .join('')
      .trim()
      .replace(/\s+/g, ' ');
    if (!text) continue;
    const node = { type: 'paragraph', content: [{ type: 'text', text }] };
    const { blocks } = blocksOf(markdownOf(node));
    expect(
      blocks.map((one) => one.node),
      `${round}: ${text} → ${markdownOf(node)}`,
    ).toEqual([node]);
  }
});

const TEXT = '\n# Plan\nright below\n\n\n* star\n* list\n\n[1]: https://a.test\n\n__end__\n';
const { lead, blocks } = blocksOf(TEXT);
const pieces = blocks.map(({ source, gap }, index) => ({ text: source, kept: { index, gap } }));
const write = (changed: typeof pieces | { text: string }[]) => assembled(lead, changed, blocks.length);

test('a text that nobody touched is as it was', () => expect(write(pieces)).toBe(TEXT));

test('one block that was changed leaves all others as they were', () =>
  expect(write(pieces.with(1, { text: 'Other words' } as never))).toBe(
    TEXT.replace('\nright below\n\n\n', '\n\nOther words\n\n'),
  ));

test('a block that was added or removed keeps what was written around it', () => {
  expect(write([...pieces, { text: 'More' }])).toBe(`${TEXT.trimEnd()}\n\nMore`);
  expect(write(pieces.toSpliced(1, 1))).toBe('\n# Plan\n\n* star\n* list\n\n[1]: https://a.test\n\n__end__\n');
  expect(write(pieces.slice(0, 3))).toBe('\n# Plan\nright below\n\n\n* star\n* list\n\n[1]: https://a.test');
  expect(write([])).toBe('\n');
});

describe('naming somebody in a comment', () => {
  it('begins with an @ that does not stand within a word', () => {
    expect(triggerAt('Hello @ma', 9)).toEqual({ kind: 'person', from: 6, query: 'ma' });
    expect(triggerAt('@', 1)).toEqual({ kind: 'person', from: 0, query: '' });
    expect(triggerAt('@Maya Li', 8)).toEqual({ kind: 'person', from: 0, query: 'Maya Li' });
    expect(triggerAt('maya@acme', 9)).toBeNull();
    for (const query of ["O'Br", 'Ann\u00a0Le', 'राम', 'محمد علي', 'สมชาย', 'مى\u200cخ'])
      for (const text of [`@${query}`, `お願い＠${query}`, `ל@${query}`])
        expect(triggerAt(text, text.length), text).toMatchObject({ kind: 'person', query });
  });

  it('ends with the line, or after a few words', () => {
    expect(triggerAt('@Maya\nand', 9)).toBeNull();
    expect(triggerAt('@Maya can you look', 18)).toBeNull();
    expect(triggerAt('nobody', 6)).toBeNull();
  });

  it('looks only before the caret', () =>
    expect(triggerAt('@ma rest', 3)).toEqual({ kind: 'person', from: 0, query: 'ma' }));

  it('finds people by any word of their name, and nobody once the name is whole', () => {
    const people = [{ name: 'Maya Lindqvist' }, { name: 'Tomasz Wilk' }];
    expect(peopleLike(people, 'li')).toEqual([people[0]]);
    expect(peopleLike(people, '')).toEqual(people);
    expect(peopleLike(people, 'maya lindqvist')).toEqual([]);
    const others = [{ name: 'Ann O’Brien' }, { name: 'Zoë Müller' }];
    for (const query of ["o'b", "ann\u00a0o'brien"]) expect(peopleLike(others, query), query).toEqual([others[0]]);
    expect(peopleLike(others, 'zoe')).toEqual([others[1]]);
  });
});

it('naming a task needs every word that was written', () => {
  const tasks = [
    { key: 'WEB-1', title: 'Negotiate quietly' },
    { key: 'WEB-2', title: 'Name it' },
  ];
  expect(tasksLike(tasks, 'web-1 NEGO')).toEqual([tasks[0]]);
  expect(tasksLike(tasks, 'n')).toEqual(tasks);
  expect(tasksLike(tasks, 'name quietly')).toEqual([]);
});

it.each([
  ['see #we', { kind: 'task', from: 4, query: 'we' }],
  ['#WEB-1', { kind: 'task', from: 0, query: 'WEB-1' }],
  ['#brand assets', { kind: 'task', from: 0, query: 'brand assets' }],
  ['@Maya about #lo', { kind: 'task', from: 12, query: 'lo' }],
  ['#', null],
  ['# Heading', null],
  ['## Heading', null],
  ['a#b', null],
  ['#one two three four five', null],
])('naming a task %j', (text, trigger) => expect(triggerAt(text, text.length)).toEqual(trigger));
