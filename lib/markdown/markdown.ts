import MarkdownIt from 'markdown-it';
import { isStored, pictureAt, pictureUrl } from '@/lib/markdown/pictures';

const SAFE_LINK = /^(?:https?:\/\/|mailto:)/i;
/** Content starts below the page's headings: `#` is a third-level heading. */
const HEADING_OFFSET = 2;

/** Increase with each change of the output, so that stored HTML is renewed. */
export const RENDERER = 4;

/** 20 kB of table cells make ten times the work of 20 kB of prose. A dense page has about 50 parts. */
const MOST_PARTS = 5_000;
const MOST_LINK_SIGNS = 1_000;
const MOST_HTML = 250_000;

export class TooMuch extends Error {}

const counted = new WeakMap<object, number>();
function count(env: object): void {
  const parts = (counted.get(env) ?? 0) + 1;
  if (parts > MOST_PARTS) throw new TooMuch();
  counted.set(env, parts);
}

/** Runs in the browser too, for files. No HTML, and other sites' pictures become links: reading must not tell other sites anything. */
const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true }).disable('image');

markdown.block.State = class extends markdown.block.State {
  override push(...part: Parameters<InstanceType<typeof markdown.block.State>['push']>) {
    count(this.env);
    return super.push(...part);
  }
};
markdown.inline.State = class extends markdown.inline.State {
  override push(...part: Parameters<InstanceType<typeof markdown.inline.State>['push']>) {
    count(this.env);
    return super.push(...part);
  }
};

markdown.validateLink = (url) => SAFE_LINK.test(url);

markdown.renderer.rules.link_open = (tokens, at, options, _env, renderer) => {
  tokens[at]?.attrSet('target', '_blank');
  tokens[at]?.attrSet('rel', 'noopener nofollow');
  return renderer.renderToken(tokens, at, options);
};

/** Pictures that were pasted are shown: they come from here, and only to who may see the file. */
markdown.inline.ruler.before('link', 'picture', (state, silent) => {
  const found = pictureAt(state.src, state.pos);
  if (!found) return false;
  if (!silent) {
    const token = state.push('picture', 'img', 0);
    token.content = found.words;
    token.attrSet('file', found.file);
  }
  state.pos += found.length;
  return true;
});

markdown.renderer.rules.picture = (tokens, at) => {
  const { content = '' } = tokens[at] ?? {};
  const file = String(tokens[at]?.attrGet('file'));
  const words = markdown.utils.escapeHtml(content);
  if (!isStored(file)) return words;
  const url = pictureUrl(file);
  return `<a class="picture" href="${url}" target="_blank" rel="noopener"><img src="${url}" alt="${words}" loading="lazy" decoding="async"></a>`;
};

markdown.core.ruler.push('headings_below_the_page', ({ tokens }) => {
  for (const token of tokens)
    if (token.type === 'heading_open' || token.type === 'heading_close')
      token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + HEADING_OFFSET)}`;
});

/** Each has its own direction, by its first letter; what is inside it follows by style. */
const BLOCKS = new Set([
  ...['paragraph_open', 'heading_open', 'bullet_list_open', 'ordered_list_open'],
  ...['blockquote_open', 'table_open'],
]);
markdown.core.ruler.push('directions', ({ tokens }) => {
  for (const token of tokens) if (token.level === 0 && BLOCKS.has(token.type)) token.attrSet('dir', 'auto');
});

const TASK = /^\[([ xX])\] /;
type Tokens = ReturnType<typeof markdown.parse>;

function boxAt(tokens: Tokens, at: number) {
  const [words] = tokens[at + 2]?.children ?? [];
  const [sign, state] = (words?.type === 'text' && TASK.exec(words.content)) || [];
  return { words, sign, state };
}

markdown.renderer.rules.list_item_open = (tokens, at) => {
  const { words, sign, state } = boxAt(tokens, at);
  if (!words || !sign) return '<li>';
  words.content = words.content.slice(sign.length);
  return state === ' ' ? '<li class="task">☐ ' : '<li class="task">☑ ';
};

/** What the text consists of; links that are not safe are none. Throws TooMuch. */
export const tokensOf = (text: string) => markdown.parse(text, {});

/** The line of each box of a task list, from 0, in the order in which they are rendered. */
export function linesOfBoxes(text: string): number[] {
  const tokens = tokensOf(text);
  return tokens.flatMap(({ type }, at) =>
    type === 'list_item_open' && boxAt(tokens, at).sign ? (tokens[at + 2]?.map?.[0] ?? []) : [],
  );
}

/** Throws TooMuch. */
export function render(text: string): string {
  if (!text) return '';
  // First: finding links is the most expensive step and is not counted while it runs.
  if ((text.match(/@|:\/\//g)?.length ?? 0) > MOST_LINK_SIGNS) throw new TooMuch();
  const html = markdown.render(text, {});
  if (html.length > MOST_HTML) throw new TooMuch();
  return html;
}

/**
 * No scripts, styles, event handlers, or other URLs. A text over the limit, from before there was one, stays as
 * written.
 */
export function renderMarkdown(text: string): string {
  try {
    return render(text);
  } catch (error) {
    if (error instanceof TooMuch)
      return `<p dir="auto">${markdown.utils.escapeHtml(text).replaceAll('\n', '<br>\n')}</p>\n`;
    throw error;
  }
}

export const htmlOf = (text: string, html: string, renderer: number): string =>
  renderer === RENDERER ? html : renderMarkdown(text);
