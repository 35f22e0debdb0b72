/** Markdown as one line of plain text. Runs anywhere; what is looked for is bounded, so that a hostile text takes no longer. */

const LINK = /!?\[([^[\]]{0,300})\]\([^()\s]{0,500}(?: "[^"]{0,100}")?\)/g;
/** Fences and rules, which say nothing. */
const WHOLE_LINES = /^[ \t]{0,3}(?:`{3}[^`\n]*|~{3}[^\n]*|[-*_]{3,}[ \t]*)$/gm;
/** Quotations, headings and bullets, each in the other, and boxes. */
const BEGINS = /^[ \t]*(?:(?:>|(?:#{1,6}|[-+*])(?=[ \t]))[ \t]*)*(?:\[[ xX]\][ \t])?/gm;
const STARS = /(\*{1,3})(?=[^\s*])([^*]{0,300}[^\s*])\1/g;
const LINES = /(?<![\p{L}\p{N}_])(_{1,3})(?=[^\s_])([^_]{0,300}[^\s_])\1(?![\p{L}\p{N}_])/gu;
/** Of code, and what is too long or was cut off before its end. */
const UNPAIRED = /`|~~|(?<![\p{L}\p{N}])\*\*|\*\*(?![\p{L}\p{N}])/gu;
/** Signs behind a backslash mean themselves: they wait among letters that no text uses. */
const ESCAPED = /\\([!-/:-@[-`{-~])/g;
const AREA = 0xf860;
const KEPT = /[\uf860-\uf8df]/g;

/** What somebody reads of it, without the signs that Markdown means. */
export const plainLine = (markdown: string): string =>
  markdown
    .replace(ESCAPED, (_, sign: string) => String.fromCharCode(AREA + sign.charCodeAt(0)))
    .replace(LINK, '$1')
    .replace(WHOLE_LINES, '')
    .replace(BEGINS, '')
    .replace(STARS, '$2')
    .replace(STARS, '$2')
    .replace(LINES, '$2')
    .replace(UNPAIRED, '')
    .replace(KEPT, (sign) => String.fromCharCode(sign.charCodeAt(0) - AREA))
    .replace(/\s+/g, ' ')
    .trim();
