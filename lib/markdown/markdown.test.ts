import { describe, expect, test } from 'vitest';
import { renderMarkdown } from '@/lib/markdown/markdown';
import { mergeTexts } from '@/lib/markdown/merge-texts';
import { pictureMarkdown, picturesIn, withoutPictures, withoutUnsent, withPicture } from '@/lib/markdown/pictures';
import { plainLine } from '@/lib/markdown/plain-line';
import { lineBack, type TickedLine, tickedLine, withLine } from '@/lib/markdown/task-boxes';
import { taskKeysIn, withTaskLinks, withTaskPageAt } from '@/lib/markdown/task-links';
import { effortOf } from '@/lib/test/effort';
import { randomness } from '@/lib/test/random';

const CORPUS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<math><mtext></p><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<a href="javascript:alert(1)">x</a>',
  '<style>*{background:url(//evil.test)}</style>',
  '<form action="//evil.test"><input name=x></form>',
  '<!--><script>alert(1)</script>-->',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A;alert(1))',
  '[x](java\tscript:alert(1))',
  '[x](java&Tab;script:alert(1))',
  '[x](<javascript:alert(1)>)',
  '[x](vbscript:msgbox(1))',
  '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '[x](data:image/svg+xml,<svg onload=alert(1)>)',
  '[x](file:///etc/passwd)',
  '[x](//evil.test)',
  '[x](/dashboard)',
  '![x](https://evil.test/pixel.png)',
  '![x](javascript:alert(1))',
  '![x"onerror="alert(1)](https://a.test/b.png)',
  '[x]: javascript:alert(1)\n\n[x]',
  '[x](https://a.test "onmouseover=alert(1) x=")',
  '[x](https://a.test/"onmouseover="alert(1))',
  "[x](https://a.test/'onmouseover='alert(1))",
  '<javascript:alert(1)>',
  '<https://a.test/"onmouseover="alert(1)>',
  '```"><script>alert(1)</script>\nx\n```',
  '``` " onclick=alert(1)\nx\n```',
  '`<script>alert(1)</script>`',
  '| <script>alert(1)</script> |\n| --- |\n| <img src=x onerror=alert(1)> |',
  '[<img src=x onerror=alert(1)>](https://a.test)',
  'https://a.test/<script>alert(1)</script>',
  'javascript:alert(1)',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '\u2028<script>alert(1)</script>',
];

/** Every tag and attribute that may come out; anything else in angle brackets is a hole. */
const TAG =
  /^<(?:\/(?:p|h[3-6]|ul|ol|li|a|em|strong|s|code|pre|blockquote|table|thead|tbody|tr|th|td)|(?:p|h[3-6]|ul|em|strong|s|blockquote|table|thead|tbody|tr|li(?: class="task")?|br|hr|pre)|ol(?: start="\d+")?|code(?: class="language-[^"<>]*")?|t[hd](?: style="text-align:(?:left|right|center)")?|a href="(?:https?:\/\/|mailto:)[^"<>]*"(?: title="[^"<>]*")? target="_blank" rel="noopener nofollow")>$/;

describe('Markdown', () => {
  test.each(CORPUS)('B07 %j comes out harmless', (text) => {
    const html = renderMarkdown(text);
    expect((html.match(/<[^>]*>?/g) ?? []).filter((tag) => !TAG.test(tag.replace(' dir="auto"', '')))).toEqual([]);
  });

  test('keeps what people write', () => {
    expect(renderMarkdown('# Plan\n\n- **bold** and ~~gone~~\n- `code`')).toBe(
      '<h3 dir="auto">Plan</h3>\n<ul dir="auto">\n<li><strong>bold</strong> and <s>gone</s></li>\n<li><code>code</code></li>\n</ul>\n',
    );
    expect(renderMarkdown('one\ntwo')).toBe('<p dir="auto">one<br>\ntwo</p>\n');
    expect(renderMarkdown('')).toBe('');
  });

  test('a list of tasks shows which of them are done', () =>
    expect(renderMarkdown('- [ ] open\n- [x] **done**\n- [y] neither\n- `[ ] code`')).toBe(
      '<ul dir="auto">\n<li class="task">☐ open</li>\n<li class="task">☑ <strong>done</strong></li>\n<li>[y] neither</li>\n<li><code>[ ] code</code></li>\n</ul>\n',
    ));

  test('a picture of a file here is shown and opens; of another site it is a link', () => {
    const file = '0190aaaa-0000-7000-8000-000000000001';
    const url = `/api/fileContent/${file}`;
    expect(renderMarkdown(`See ![a "b"](file:${file})`)).toBe(
      `<p dir="auto">See <a class="picture" href="${url}" target="_blank" rel="noopener"><img src="${url}" alt="a &quot;b&quot;" loading="lazy" decoding="async"></a></p>\n`,
    );
    expect(renderMarkdown('![a](file:new-1) ![b](https://a.test/b.png) ![c](file:c)')).not.toContain('<img');
    const text = `One ${pictureMarkdown('new-7', 'A [1]')} two`;
    const stored = withPicture(text, 'new-7', file);
    expect([
      picturesIn(stored),
      withoutPictures(stored),
      withoutUnsent(text),
      withPicture(text, 'new-7', null),
    ]).toEqual([[file], 'One  two', 'One  two', 'One two']);
  });

  test('links open elsewhere and carry nothing along', () => {
    const link = (href: string, text: string) =>
      `<p dir="auto"><a href="${href}" target="_blank" rel="noopener nofollow">${text}</a></p>\n`;
    expect(renderMarkdown('[site](https://a.test/b?c=d&e=f)')).toBe(link('https://a.test/b?c=d&amp;e=f', 'site'));
    expect(renderMarkdown('https://a.test')).toBe(link('https://a.test', 'https://a.test'));
    expect(renderMarkdown('<ann@a.test>')).toBe(link('mailto:ann@a.test', 'ann@a.test'));
  });

  test.each([
    ['brackets', '['],
    ['nested links', '[a]('],
    ['stars', '*a **b '],
    ['backticks', '`a``'],
    ['quotes', '> '],
    ['table cells', '|a'],
    ['entities', '&#'],
    ['autolinks', '<a@b'],
    ['addresses', 'http://a.b/('],
    ['tildes', '~~a~'],
    ['pictures', '![a](file:'],
  ])('V06 50 kB of %s does not stall', async (_name, piece) => {
    const text = piece.repeat(Math.ceil(50_000 / piece.length));
    expect(await effortOf(() => renderMarkdown(text))).toBeLessThan(150);
  });
});

const LIST = [
  'Before we go:',
  '',
  '- [ ] Ink',
  '- [x] Paper',
  '  1. [ ] A4',
  '- none',
  '',
  '> * [ ] Ink',
  '',
  '```',
  '- [ ] code',
  '```',
];
const TEXT = LIST.join('\n');
const ticked = (text: string, box: number, done: boolean) => withLine(text, tickedLine(text, box, done) as TickedLine);

describe('a box of a task list', () => {
  test.each([
    [0, true, 2, '- [x] Ink'],
    [1, false, 3, '- [ ] Paper'],
    [2, true, 4, '  1. [x] A4'],
    [3, true, 7, '> * [x] Ink'],
  ])('number %i changes its line and no other', (box, done, line, changed) =>
    expect(ticked(TEXT, box, done)).toBe(LIST.with(line, changed).join('\n')),
  );

  test('that is none, in code, or as it is to be, changes nothing', () => {
    expect(tickedLine(TEXT, 4, true)).toBeNull();
    expect(tickedLine(TEXT, 0, false)).toBeNull();
    expect(tickedLine('- [y] no', 0, true)).toBeNull();
  });

  test('is found again where others have written around it, and not where its line is another', () => {
    const line = tickedLine(TEXT, 0, true) as TickedLine;
    expect(withLine(`New\n- [x] Glue\n${TEXT}`, line)).toBe(`New\n- [x] Glue\n${LIST.with(2, '- [x] Ink').join('\n')}`);
    expect(withLine(TEXT.replaceAll('Ink', 'Red ink'), line)).toBeNull();
  });

  test('of two that say the same is that one, also back', () => {
    const twice = '- [ ] Call\n- [ ] Call';
    const line = tickedLine(twice, 1, true) as TickedLine;
    const done = withLine(twice, line) as string;
    expect(done).toBe('- [ ] Call\n- [x] Call');
    expect(withLine(done, lineBack(line))).toBe(twice);
    const half = '- [x] Call\n- [ ] Call';
    const second = tickedLine(half, 1, true) as TickedLine;
    expect(withLine('- [x] Call\n- [x] Call', lineBack(second))).toBe(half);
  });
});

const BASE = 'Posters\n\n- A2\n- A3\n\nBy Friday.';

describe('two changes of one text', () => {
  test('are merged where they do not touch', () => {
    expect(mergeTexts(BASE, BASE.replace('Posters', 'The posters'), BASE.replace('Friday', 'Monday'))).toEqual({
      text: 'The posters\n\n- A2\n- A3\n\nBy Monday.',
      clean: true,
    });
    expect(mergeTexts(BASE, `Hello\n\n${BASE}`, `${BASE}\n\nThanks`).text).toBe(`Hello\n\n${BASE}\n\nThanks`);
    expect(mergeTexts(BASE, BASE, 'Mine')).toEqual({ text: 'Mine', clean: true });
    expect(mergeTexts(BASE, '', BASE)).toEqual({ text: '', clean: true });
  });

  test('that are the same are one', () => {
    const both = BASE.replace('Friday', 'Monday');
    expect(mergeTexts(BASE, both, both)).toEqual({ text: both, clean: true });
  });

  test('of one line leave both, and are not clean', () => {
    const merged = mergeTexts(BASE, BASE.replace('Friday', 'Monday'), BASE.replace('Friday', 'Sunday'));
    expect(merged).toEqual({ text: 'Posters\n\n- A2\n- A3\n\nBy Monday.\nBy Sunday.', clean: false });
    expect(mergeTexts('', 'Theirs', 'Mine')).toEqual({ text: 'Theirs\nMine', clean: false });
    expect(mergeTexts(BASE, '', BASE.replace('A2', 'A1')).clean).toBe(false);
  });

  test('lose no line that either wrote', () => {
    for (let round = 0; round < 200; round += 1) {
      const { below } = randomness(round);
      const base = Array.from({ length: 12 }, (_, at) => `line ${at}`);
      const written: string[] = [];
      const change = (who: string) => {
        const lines = [...base];
        for (let times = 0; times < 3; times += 1) {
          const line = `${who} ${round} ${times}`;
          written.push(line);
          lines.splice(below(lines.length), 0, line);
        }
        return lines.join('\n');
      };
      const { text } = mergeTexts(base.join('\n'), change('theirs'), change('mine'));
      expect(written.filter((line) => !text.split('\n').includes(line))).toEqual([]);
    }
  });
});

const keys = (text: string) => taskKeysIn([renderMarkdown(text)]);
const TITLES = new Map([['WEB-12', 'Say "<b>" & go']]);
const linked = (text: string) => withTaskLinks(renderMarkdown(text), TITLES);
const LINK = '<a href="taskpage?task=WEB-12" title="Say &quot;&lt;b&gt;&quot; &amp; go">WEB-12</a>';

describe('keys of tasks in a text', () => {
  test.each([
    ['See WEB-12, (APP-3) and **WEB-12**.', ['WEB-12', 'APP-3']],
    ['A1B-1 at the start; at the end X9-77', ['A1B-1', 'X9-77']],
    ['web-12 W-1 WEB-0 WEB-012 WEB-12-b xWEB-12 WEB-12x _WEB-12 a/WEB-12 #WEB-12 1.WEB-12', []],
    ['`WEB-12` and [WEB-12](https://a.test)\n\n    WEB-12\n\n```\nWEB-12\n```', []],
    ['https://a.test/WEB-12 and UTF-8 and COVID-19', ['UTF-8', 'COVID-19']],
  ])('of %j are %j', (text, expected) => expect(keys(text)).toEqual(expected));

  test('become links where the reader sees the task, and stay text elsewhere', () => {
    expect(linked('WEB-12 before WEB-13')).toBe(`<p dir="auto">${LINK} before WEB-13</p>\n`);
    expect(linked('`WEB-12` [WEB-12](https://a.test/WEB-12)')).toBe(
      renderMarkdown('`WEB-12` [WEB-12](https://a.test/WEB-12)'),
    );
    expect(withTaskLinks('<p>WEB-12</p>', new Map())).toBe('<p>WEB-12</p>');
  });

  test('lead to the task page from elsewhere too, and nothing else is changed', () => {
    const text = 'WEB-12 `<a href="taskpage?` [here](https://a.test/taskpage?task=WEB-12)';
    expect(withTaskPageAt(linked(text), '/acme/taskpage')).toBe(
      linked(text).replace('href="taskpage?task', 'href="/acme/taskpage?task'),
    );
  });

  test('V06 are found in fifty kilobytes without stalling, two hundred at most', async () => {
    for (const piece of ['WEB-', 'A1', 'WEB-1 ', '<', 'A-1-', '`WEB-1` ']) {
      const html = `<p>${piece.repeat(50_000 / piece.length)}</p>`;
      expect(await effortOf(() => withTaskLinks(html, TITLES) && taskKeysIn([html]))).toBeLessThan(150);
    }
    expect(taskKeysIn([`<p>${Array.from({ length: 500 }, (_, at) => `WEB-${at + 1}`).join(' ')}</p>`])).toHaveLength(
      200,
    );
  });
});

test.each([
  ['**Bold**, *slanted*, ***both***, __bold__ and _slanted_ ~~gone~~', 'Bold, slanted, both, bold and slanted gone'],
  ['# Title\n\n> - [x] a `b` [link](https://a.test "c") ![p](p.png)', 'Title a b link p'],
  ['```ts\nlet a_b_c = 2 * 3;\n```\n\n---\n1. first', 'let a_b_c = 2 * 3; 1. first'],
  ['2**3 and 5 * 6, \\*as\\* it \\_is\\_', '2**3 and 5 * 6, *as* it _is_'],
  ['**cut off', 'cut off'],
  ['-5 % and #12 @Anna', '-5 % and #12 @Anna'],
])('%j reads %j', (markdown, plain) => expect(plainLine(markdown)).toBe(plain));
