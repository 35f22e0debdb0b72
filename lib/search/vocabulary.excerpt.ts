import { fold, JOINED } from '@/lib/fold';
import { plainLine } from '@/lib/markdown/plain-line';
import { hitsIn, type Terms } from '@/lib/search/vocabulary';

const BEFORE = 50;
const LONGEST = 160;

const HTML = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' } as const;
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => HTML[sign as keyof typeof HTML]);

const GOES_ON = new RegExp(`^[${JOINED}]`, 'u');
const SIGN = new RegExp(`[^][${JOINED}]*`, 'gu');
const PIECE = 200;

/** A text as it is compared, and the way back from a place in it to the text that people see. */
function foldedText(text: string) {
  const pieces: { from: number; text: string; at: number }[] = [];
  let folded = '';
  for (let from = 0; from < text.length; ) {
    let to = Math.min(text.length, from + PIECE);
    while (to < text.length && GOES_ON.test(String.fromCodePoint(text.codePointAt(to) ?? 0))) to++;
    pieces.push({ from, text: text.slice(from, to), at: folded.length });
    folded += fold(text.slice(from, to));
    from = to;
  }
  /** Where the sign stands that the folded letter at `place` was made of, and where it ends. */
  function signAt(place: number): [from: number, to: number] {
    const piece = pieces.findLast(({ at }) => at <= place);
    if (!piece) return [0, 0];
    let { from, at } = piece;
    for (const [sign] of piece.text.matchAll(SIGN)) {
      at += fold(sign).length;
      if (at > place) return [from, from + sign.length];
      from += sign.length;
    }
    return [from, from];
  }
  return { folded, signAt };
}

const signs = new Intl.Segmenter();
const wholeSign = (text: string, at: number) => signs.segment(text).containing(at)?.index ?? at;

/** A piece of a text around the first hit, as HTML: everything escaped, the hits in `<mark>`. */
export function excerptOf(markdown: string, terms: Terms): string {
  const text = plainLine(markdown);
  const { folded, signAt } = foldedText(text);
  let html = '';
  let start = 0;
  let done = 0;
  let end = endFrom(text, 0);
  for (const [first, last] of hitsIn(folded, terms)) {
    const [from, to] = [signAt(first)[0], signAt(last - 1)[1]];
    if (!html && from > BEFORE && done === 0) {
      start = beginBefore(text, from);
      done = start;
      end = endFrom(text, start);
    }
    if (to > end) break;
    // Two hits may lie in one sign, such as a ligature.
    if (from < done) continue;
    html += `${escaped(text.slice(done, from))}<mark>${escaped(text.slice(from, to))}</mark>`;
    done = to;
  }
  return `${start > 0 ? '… ' : ''}${html}${escaped(text.slice(done, end))}${end < text.length ? ' …' : ''}`;
}

/** The beginning of a word some way before a hit, or of a sign where there are no spaces. */
function beginBefore(text: string, hit: number): number {
  const space = text.indexOf(' ', hit - BEFORE);
  return space >= 0 && space < hit ? space + 1 : wholeSign(text, hit - BEFORE);
}

function endFrom(text: string, start: number): number {
  if (text.length <= start + LONGEST) return text.length;
  const space = text.lastIndexOf(' ', start + LONGEST);
  return space > start + LONGEST / 2 ? space : wholeSign(text, start + LONGEST);
}
