/** How texts that people write are counted and cut. Runs anywhere. */

/**
 * A letter is what people see as one (an extended grapheme cluster): limits count letters, and texts are cut between
 * them. As one may be written with any number of code points, a limit also bounds those: so many for each letter.
 */
const POINTS_OF_LINE = 8;
/** Of texts that are indexed and sent as a whole. */
export const POINTS_OF_PROSE = 2;

const segmenter = new Intl.Segmenter();
const encoder = new TextEncoder();
/** Each code unit is a letter of its own, whatever stands beside it among these. */
const EACH_ALONE =
  /^[\n -~\u00A0-\u00AC\u00AE-\u02FF\u0370-\u0482\u048A-\u052F\u2010-\u2027\u2030-\u205E\u20A0-\u20BF\u3041-\u3096\u30A0-\u30FF\u4E00-\u9FFF\uAC00-\uD7A3]*$/;

/** Code units that are segmented at a time: the segmenter copies its whole text for each letter. */
const PIECE = 256;

/** Where each letter ends. */
function* endsIn(text: string): Generator<number> {
  let [from, size] = [0, PIECE];
  while (from < text.length) {
    const whole = from + size >= text.length;
    const splitsPair = !whole && (text.charCodeAt(from + size - 1) & 0xfc00) === 0xd800 ? 1 : 0;
    let last = 0;
    for (const { index } of segmenter.segment(text.slice(from, from + size + splitsPair))) {
      if (index > 0) yield from + index;
      last = index;
    }
    if (whole) return yield text.length;
    // The last one may go on behind the piece.
    from += last;
    size = last > 0 ? PIECE : 2 * size;
  }
}

export function lettersIn(text: string): number {
  if (EACH_ALONE.test(text)) return text.length;
  let count = 0;
  for (const _ of endsIn(text)) count += 1;
  return count;
}

export const fits = (text: string, most: number, pointsEach = POINTS_OF_LINE): boolean =>
  endOf(text, most, most * pointsEach) === text.length;

/**
 * The beginning of a text, `most` letters at most and nothing that a limit of `most` would refuse; `end` stands where
 * something was left out, and counts.
 */
export function cut(text: string, most: number, end = '', pointsEach = POINTS_OF_LINE): string {
  if (endOf(text, most, most * pointsEach) === text.length) return text;
  const left = Math.max(0, most - end.length);
  const kept = text.slice(0, endOf(text, left, left * pointsEach));
  return end ? `${kept.trimEnd()}${end}` : kept;
}

/** So many code points of a stored text are enough for `beginningOf`. */
export const pointsFor = (most: number): number => most * POINTS_OF_PROSE + 1;

/** `text`: what a statement took of a longer one, `pointsFor(most)` of it, whose last letter may not be whole. */
export const beginningOf = (text: string, most: number): string => cut(text, most, '', POINTS_OF_PROSE);

/** As `cut` with `…`, where possible not within a word. */
export function cutAtWord(text: string, most: number): string {
  const kept = cut(text, most, '…');
  const space = kept.lastIndexOf(' ');
  return kept === text || 2 * space < kept.length ? kept : `${kept.slice(0, space).trimEnd()}…`;
}

const bytesIn = (text: string) => encoder.encode(text).length;
const unitsIn = (text: string) => text.length;

/** As `cut`, with a limit of bytes in UTF-8. */
export const cutBytes = (text: string, most: number): string =>
  bytesIn(text) <= most ? text : text.slice(0, endBy(text, most, bytesIn));

/** As `cut`, with a limit of code units, as other programs have them. */
export const cutUnits = (text: string, most: number): string =>
  text.length <= most ? text : text.slice(0, endBy(text, most, unitsIn));

/** A letter has no fewer bytes than code units: what could fit is no longer than the limit. */
function endBy(text: string, most: number, sizeOf: (letter: string) => number): number {
  let [at, used] = [0, 0];
  for (const end of endsIn(text.slice(0, most + 2))) {
    used += sizeOf(text.slice(at, end));
    if (used > most) break;
    at = end;
  }
  return at;
}

/** Where the letters that fit end. Only what could fit is looked at, so that the beginning of a long text costs little. */
function endOf(text: string, letters: number, points: number): number {
  const fewest = Math.min(letters, points);
  // A letter has at least one code point, and that at most two code units: below that there is nothing to look for.
  if (text.length <= fewest || (text.length <= 2 * fewest && pointsIn(text, 0, text.length) <= fewest))
    return text.length;
  const head = text.slice(0, 2 * points + 2);
  if (EACH_ALONE.test(head)) return Math.min(text.length, letters, points);
  let [at, count, used] = [0, 0, 0];
  for (const end of endsIn(head)) {
    used += pointsIn(head, at, end);
    if (count === letters || used > points) break;
    count += 1;
    at = end;
  }
  // One letter that alone is too long is cut all the same: nothing at all would say less.
  return at || [...head].slice(0, letters && points).join('').length;
}

function pointsIn(text: string, from: number, to: number): number {
  if (to - from === 1) return 1;
  let count = 0;
  for (const _ of text.slice(from, to)) count += 1;
  return count;
}
