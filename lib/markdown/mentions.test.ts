import { expect, test } from 'vitest';
import { quoteOf } from '@/components/comment/threads';
import { renderMarkdown } from '@/lib/markdown/markdown';
import { type Called, callsRoom, mentionedIn, withMentions } from '@/lib/markdown/mentions';

const people = [
  ...['Ann', 'Ann Lee', 'Zoë Müller', 'Bob', 'İpek', 'J. R. (Bob) O’Hara', 'Jean-Luc', 'A*B*C', 'Max_M_', 'ed@a.test'],
  ...['Ёлка', 'Işık Kaya', 'Strauß', 'Müller', 'Muller', 'André', 'Andrè', 'مُحَمَّد', 'Anne-Marie d’Arc'],
  ...['田中', 'สมชาย', '김민수', 'محمد علي', 'דנה', 'राम', 'Δημήτρης', 'T&T "<x>"'],
].map((name) => ({ id: name, name }));
const named = (text: string) => mentionedIn(renderMarkdown(text), people).map(({ name }) => name);

test.each([
  ['@Ann', ['Ann']],
  ['@ann lee, please', ['Ann Lee']],
  ['@Ann Leeds', ['Ann']],
  ['ask (@bob) or @ZOË MÜLLER!', ['Bob', 'Zoë Müller']],
  ['**@Bob** and ~~@Bob~~ _@Ann_ @**Ann** Lee', ['Bob', 'Ann', 'Ann Lee']],
  ['@@Ann', ['Ann']],
  ['@İpek', ['İpek']],
  ['@J. R. (Bob) O’Hara?', ['J. R. (Bob) O’Hara']],
  ["@J. R. (Bob) O'Hara", ['J. R. (Bob) O’Hara']],
  ['@ann\u00a0lee and @Jean\u2011Luc', ['Ann Lee', 'Jean-Luc']],
  ['@Zoe\u0308 Mu\u0308ller', ['Zoë Müller']],
  ['@A*B*C, @Max_M_, @T&T "<x>", @ed@a.test', ['A*B*C', 'Max_M_', 'T&T "<x>"', 'ed@a.test']],
  ['@Елка, @ipek @ISIK KAYA @strauss @STRAUSS! @ёлка', ['Ёлка', 'İpek', 'Işık Kaya', 'Strauß']],
  ['@محمد، @Δημητρης @ΔΗΜΗΤΡΗΣ @Ａｎｎ', ['مُحَمَّد', 'Δημήτρης', 'Ann']],
  ['@anne–marie dʼarc @J. R. (bob) o´hara @Jean−Luc', ['Anne-Marie d’Arc', 'J. R. (Bob) O’Hara', 'Jean-Luc']],
  ['@MÜLLER', ['Müller']],
  ['@muller', ['Muller']],
  // Two are alike: nobody is told by mistake.
  ['@Andre @ANDRÉ', ['André']],
  ['お願い@田中さん ＠田中、@สมชายครับ @김민수님', ['田中', 'สมชาย', '김민수']],
  ['و@محمد علي، ל@דנה: @ΔΗΜΉΤΡΗΣ', ['محمد علي', 'דנה', 'Δημήτρης']],
  ['# @Ann\n\n- [ ] @Bob\n\n| @דנה |\n| --- |', ['Ann', 'Bob', 'דנה']],
  ['> Hello @Bob\n\n@Ann', ['Ann']],
])('%j calls %j', (text, names) => expect(named(text)).toEqual(names));

const SILENT = [
  '> Hello @',
  '> > - a\nlazy @',
  '`@`',
  '``a ` @``',
  '```\n@\n```',
  '~~~\n@\n~~~',
  '    @',
  '- a\n\n      @',
  'first ```js\nconst at = `@`;\n``` last',
  '[site](https://a.test/@)',
  '[@](https://a.test)',
  '[site](https://a.test "@")',
  '<https://a.test/@>',
  '[x]: https://a.test/@\n\n[x]',
  'https://a.test/@',
  'me@',
];
test.each(SILENT)('%j calls nobody', (text) => {
  expect(named(text.replaceAll('@', '@Ann'))).toEqual([]);
  expect(callsRoom(renderMarkdown(text.replaceAll('@', '@room')))).toBe(false);
});
test.each(['@Anna', '@nobody @ @', '@रामा @ann_', '', quoteOf('@Ann\n\n```\n@Bob')])('%j calls nobody either', (text) =>
  expect(named(text)).toEqual([]),
);

test.each([
  ...['@room', 'Please, @ROOM!', '`code` and @room', 'an odd ` and @room', '``a ` b`` @room ``c', '(@room)'],
  '@roomさん',
])('%j calls the room', (text) => expect(callsRoom(renderMarkdown(text))).toBe(true));
test.each(['room', '@rooms', '@roomे'])('%j does not', (text) => expect(callsRoom(renderMarkdown(text))).toBe(false));

const ann: Called = { name: 'Ann', mine: false };
const lee: Called = { name: 'Ann Lee (2)', mine: true };
const marked = (text: string, ...called: Called[]) =>
  withMentions(renderMarkdown(text), called).match(/<span class="mention[^<]*<\/span>/g) ?? [];
const MARK = '<span class="mention">';
const MINE = '<span class="mention mention-mine">';

test('whom a text calls is marked, and who reads it more so', () => {
  expect(marked('Hi @Ann, and **@ANN**!', ann)).toEqual([`${MARK}@Ann</span>`, `${MARK}@ANN</span>`]);
  expect(marked('@ann\u00a0lee (2) and @Ann.', ann, lee)).toEqual([
    `${MINE}@ann\u00a0lee (2)</span>`,
    `${MARK}@Ann</span>`,
  ]);
  for (const text of SILENT) expect(marked(text.replaceAll('@', '@Ann'), ann), text).toEqual([]);
  expect(
    marked('@STRAUSS’ and @ANNE‑Marie', { name: 'Strauß', mine: false }, { name: 'Anne-Marie', mine: true }),
  ).toEqual([`${MARK}@STRAUSS</span>`, `${MINE}@ANNE‑Marie</span>`]);
  expect(marked('@Ann')).toEqual([]);
});

test('a name is text, whatever stands in it', () => {
  const odd: Called = { name: 'A. <b> & "C"', mine: false };
  expect(marked('@A. <b> & "C" and @Ax <b> & "C"', odd)).toEqual([`${MARK}@A. &lt;b&gt; &amp; &quot;C&quot;</span>`]);
});
