import 'server-only';
import MarkdownIt from 'markdown-it';
import { invalidField } from '@/lib/errors';

/** The only URLs a link may have; everything else stays text. */
const SAFE_LINK = /^(?:https?:\/\/|mailto:)/i;
/** Content starts below the page's own headings: `#` is a third-level heading. */
const HEADING_OFFSET = 2;

/** Which rendering this is: one more with each change of what comes out, so that what is stored is renewed. */
export const RENDERER = 1;

/**
 * What one text may become. Length says little: 20 kB of table cells make ten times the work and five times the bytes of
 * 20 kB of prose. A page of dense prose has some 50 parts (paragraphs, items, cells, words in bold, links).
 */
const MOST_PARTS = 5_000;
const MOST_LINK_SIGNS = 1_000;
const MOST_HTML = 250_000;

/** The text is more than one may be; thrown as soon as that is known. */
class TooMuch extends Error {}

/** Parts so far, by the environment of one rendering. */
const counted = new WeakMap<object, number>();
function count(env: object): void {
  const parts = (counted.get(env) ?? 0) + 1;
  if (parts > MOST_PARTS) throw new TooMuch();
  counted.set(env, parts);
}

/**
 * CommonMark with tables and strikethrough. No HTML passes through, and pictures of other sites are links at most: a
 * reader's browser tells nobody that it looked.
 */
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

markdown.core.ruler.push('headings_below_the_page', ({ tokens }) => {
  for (const token of tokens)
    if (token.type === 'heading_open' || token.type === 'heading_close')
      token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + HEADING_OFFSET)}`;
});

/** Throws TooMuch. */
function render(text: string): string {
  if (!text) return '';
  // Looked for before the rest: finding links is the dearest step, and does not count as it goes.
  if ((text.match(/@|:\/\//g)?.length ?? 0) > MOST_LINK_SIGNS) throw new TooMuch();
  const html = markdown.render(text, {});
  if (html.length > MOST_HTML) throw new TooMuch();
  return html;
}

/**
 * Markdown as HTML that is safe to insert: no scripts, styles, event handlers or URLs other than http, https, mailto.
 * A text from before there was a limit, and beyond it, stays as it was written.
 */
export function renderMarkdown(text: string): string {
  try {
    return render(text);
  } catch (error) {
    if (error instanceof TooMuch) return `<p>${markdown.utils.escapeHtml(text).replaceAll('\n', '<br>\n')}</p>\n`;
    throw error;
  }
}

/** What a text becomes, to be stored beside it. `invalid` on `field` for one that becomes more than a page can carry. */
export function renderedFor(field: string, text: string): { html: string; renderer: number } {
  try {
    return { html: render(text), renderer: RENDERER };
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error;
    throw invalidField(field, 'This text has too many table cells, links or other formatting. Shorten or split it.');
  }
}

/** The stored HTML of a text, or what it becomes if another version of the renderer made that. */
export const htmlOf = (text: string, html: string, renderer: number): string =>
  renderer === RENDERER ? html : renderMarkdown(text);
