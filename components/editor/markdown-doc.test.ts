import { describe, expect, test } from 'vitest';
import { renderMarkdown } from '@/lib/markdown/markdown';
import { randomness } from '@/lib/test/random';
import { markdownOf } from './doc-markdown';
import { type Block, blocksOf } from './markdown-doc';

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
];

const textOf = ({ lead, blocks }: { lead: string; blocks: Block[] }) =>
  lead + blocks.map(({ source, gap }) => source + gap).join('');

describe('a text in the rich editor', () => {
  test.each(CORPUS)('%j is what it was when nobody touched it', (text) => {
    expect(textOf(blocksOf(text))).toBe(text);
  });

  test.each(CORPUS.filter((text) => !/\[1\]:|"title"/.test(text)))(
    '%j reads the same after each of its blocks was written anew',
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

  test('of any signs keeps its words when it is written anew', () => {
    const signs = [
      '*',
      '_',
      '`',
      '[',
      ']',
      '(',
      ')',
      '#',
      '>',
      '-',
      '+',
      '1.',
      '~',
      '|',
      '\\',
      '<',
      '&',
      '!',
      ' ',
      ' ',
      'a',
      'b',
      '=',
      ':',
    ];
    for (let round = 0; round < 3000; round += 1) {
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
});
