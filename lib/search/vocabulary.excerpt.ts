import { isHit, type Terms, WORD } from '@/lib/search/vocabulary';

const BEFORE = 50;
const LONGEST = 160;

const HTML = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' } as const;
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => HTML[sign as keyof typeof HTML]);

/** Markdown's signs are left out; its brackets are bounded, so that a hostile text takes no longer. */
const plain = (markdown: string) =>
  markdown
    .replace(/!?\[([^[\]]{0,300})\]\([^()\s]{0,500}\)/g, '$1')
    .replace(/^[ \t]*(?:>|#{1,6}|[-+*] )[ \t]?/gm, '')
    .replace(/[*`~]+/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** A piece of a text around the first hit, as HTML: everything escaped, the hits in `<mark>`. */
export function excerptOf(markdown: string, terms: Terms): string {
  const text = plain(markdown);
  const words = [...text.matchAll(WORD)].map((match) => ({ word: match[0], at: match.index }));
  const first = words.find(({ word }) => isHit(word, terms));
  const from = words.find(({ at }) => at >= (first?.at ?? 0) - BEFORE)?.at ?? 0;
  const start = from === words[0]?.at ? 0 : from;
  const last = words.findLast(({ word, at }) => at + word.length <= start + LONGEST);
  const end = text.length <= start + LONGEST ? text.length : last ? last.at + last.word.length : start + LONGEST;
  let html = start > 0 ? '… ' : '';
  let done = start;
  for (const { word, at } of words) {
    if (at < start || at + word.length > end || !isHit(word, terms)) continue;
    html += `${escaped(text.slice(done, at))}<mark>${escaped(word)}</mark>`;
    done = at + word.length;
  }
  return `${html}${escaped(text.slice(done, end))}${end < text.length ? ' …' : ''}`;
}
