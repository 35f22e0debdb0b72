import 'server-only';
import MarkdownIt from 'markdown-it';

/** The only addresses a link may have; everything else stays text. */
const SAFE_LINK = /^(?:https?:\/\/|mailto:)/i;
/** Content starts below the page's own headings: `#` is a third-level heading. */
const HEADING_OFFSET = 2;

/**
 * CommonMark with tables and strikethrough. No HTML passes through, and pictures of other sites are links at most: a
 * reader's browser tells nobody that it looked.
 */
const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true }).disable('image');

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

/** Markdown as HTML that is safe to insert: no scripts, styles, event handlers or addresses other than http, https, mailto. */
export const renderMarkdown = (text: string): string => (text ? markdown.render(text) : '');
