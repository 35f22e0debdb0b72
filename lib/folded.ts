/** Names as they are compared. Runs anywhere. */

/** Spaces, apostrophes and hyphens that keyboards, phones and word processors put for one another. */
const ALIKE: readonly (readonly [RegExp, string])[] = [
  [/[\u00A0\u2000-\u200A\u202F\u205F\u3000]/g, ' '],
  [/[\u2018\u2019\u201B\u02B9\u02BB\u02BC\u00B4\u0060\u2032\uFF07\u05F3]/g, "'"],
  [/[\u201C-\u201F\u2033\uFF02\u05F4]/g, '"'],
  [/[\u2010\u2011\uFE63\uFF0D]/g, '-'],
  [/\uFF20/g, '@'],
  // Its small letter would be two.
  [/\u0130/g, 'i'],
];

/** In small letters, with one sign for those that look alike. In NFC text each sign keeps its place. */
export const folded = (text: string): string =>
  ALIKE.reduce((so, [signs, sign]) => so.replace(signs, sign), text.normalize('NFC'))
    .toLowerCase()
    // A small sigma has another form at the end of a word.
    .replaceAll('ς', 'σ');
