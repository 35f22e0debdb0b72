import { describe, expect, test } from 'vitest';
import { renderMarkdown } from '@/lib/markdown/markdown';
import { effortOf } from '@/lib/test/effort';

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
    expect((html.match(/<[^>]*>?/g) ?? []).filter((tag) => !TAG.test(tag))).toEqual([]);
  });

  test('keeps what people write', () => {
    expect(renderMarkdown('# Plan\n\n- **bold** and ~~gone~~\n- `code`')).toBe(
      '<h3>Plan</h3>\n<ul>\n<li><strong>bold</strong> and <s>gone</s></li>\n<li><code>code</code></li>\n</ul>\n',
    );
    expect(renderMarkdown('one\ntwo')).toBe('<p>one<br>\ntwo</p>\n');
    expect(renderMarkdown('')).toBe('');
  });

  test('a list of tasks shows which of them are done', () => {
    expect(renderMarkdown('- [ ] open\n- [x] **done**\n- [y] neither\n- `[ ] code`')).toBe(
      '<ul>\n<li class="task">☐ open</li>\n<li class="task">☑ <strong>done</strong></li>\n<li>[y] neither</li>\n<li><code>[ ] code</code></li>\n</ul>\n',
    );
  });

  test('links open elsewhere and carry nothing along', () => {
    const link = (href: string, text: string) =>
      `<p><a href="${href}" target="_blank" rel="noopener nofollow">${text}</a></p>\n`;
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
  ])('V06 50 kB of %s does not stall', async (_name, piece) => {
    const text = piece.repeat(Math.ceil(50_000 / piece.length));
    expect(await effortOf(() => renderMarkdown(text))).toBeLessThan(150);
  });
});
