import { expect, test } from 'vitest';
import { renderMarkdown } from '@/lib/markdown/markdown';
import { type Called, withMentions } from './mentions';

const ann: Called = { name: 'Ann', mine: false };
const lee: Called = { name: 'Ann Lee (2)', mine: true };
const marked = (text: string, ...called: Called[]) =>
  withMentions(renderMarkdown(text), called).match(/<span class="mention[^<]*<\/span>/g) ?? [];
const MARK = '<span class="mention">';
const MINE = '<span class="mention mention-mine">';

test('whom a text calls is marked, and who reads it more so', () => {
  expect(marked('Hi @Ann, and **@ANN**!', ann)).toEqual([`${MARK}@Ann</span>`, `${MARK}@ANN</span>`]);
  expect(marked('@ann lee (2) and @Ann.', ann, lee)).toEqual([`${MINE}@ann lee (2)</span>`, `${MARK}@Ann</span>`]);
  expect(marked('@Anna, mail@Ann, `@Ann`, [@Ann](https://a.test)\n\n    @Ann', ann)).toEqual([]);
  expect(marked('@Ann')).toEqual([]);
});

test('a name is text, whatever stands in it', () => {
  const odd: Called = { name: 'A. <b> & "C"', mine: false };
  expect(marked('@A. <b> & "C" and @Ax <b> & "C"', odd)).toEqual([`${MARK}@A. &lt;b&gt; &amp; &quot;C&quot;</span>`]);
});
