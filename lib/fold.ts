/**
 * How texts are compared wherever something is looked for: by what people read in them, however it was typed. The database's
 * `fold` does the same, which a test compares letter by letter. Runs anywhere.
 */

/** What is left out: accents, points and vowel signs that are seldom typed, and signs nobody sees. */
const MARKS = [
  // Of Latin, Greek and Cyrillic letters.
  '\\u0300-\\u036f\\u0483-\\u0489\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f',
  // Of Hebrew.
  '\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7',
  // Of Arabic, with its tatweel, and of Syriac.
  '\\u0610-\\u061a\\u0640\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7\\u06e8\\u06ea-\\u06ed\\u0711\\u0730-\\u074a',
  '\\u0898-\\u089f\\u08ca-\\u08e1\\u08e3-\\u08ff',
  // The nukta of the scripts of India.
  '\\u093c\\u09bc\\u0a3c\\u0abc\\u0b3c\\u0c3c\\u0cbc',
  // Direction, joiners, variants and tones of skin.
  '\\u00ad\\u061c\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufe00-\\ufe0f\\ufeff\\ufff9-\\ufffb',
  '\\u{1f3fb}-\\u{1f3ff}\\u{e0000}-\\u{e01ef}',
].join('');

const digitsFrom = (zero: number) => String.fromCodePoint(...Array.from({ length: 10 }, (_, digit) => zero + digit));
/** Of Arabic, Persian, Hindi, Bengali and Thai. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50];
const inPlaceOf = (given: string, meant: string) => [given, meant.repeat([...given].length)] as const;

/** Letters and signs, each with what stands for it at the same place of the second text. */
const SINGLES = [
  ['øłđðıςħŧŋґ', 'olddiσhtnг'],
  // Alef, yeh, teh marbuta, kaf and heh, as Arabic, Persian and Urdu write them.
  ['\u0671\u0649\u0629\u06a9\u06cc\u06be\u06c1', '\u0627\u064a\u0647\u0643\u064a\u0647\u0647'],
  ...ZEROS.map((zero) => [digitsFrom(zero), '0123456789'] as const),
  inPlaceOf('`‘’‚‛′‵ʹʻʼʽʾʿˈ‹›\u055a\u05f3', "'"),
  inPlaceOf('“”„‟″«»〝〞〟\u05f4', '"'),
  inPlaceOf('‐‑‒–—―−⁃\u05be\u058a', '-'),
  ['〜', '~'],
] as const;

/** Letters that are written with two. */
const PAIRS = { ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' } as const;

const OTHERS = new Map([
  ...Object.entries(PAIRS),
  ...SINGLES.flatMap(([given, meant]) => [...given].map((letter, at) => [letter, meant.charAt(at)] as const)),
]);
const MARK = new RegExp(`[${MARKS}]+`, 'gu');
const OTHER = new RegExp(`[${[...OTHERS.keys()].join('')}]`, 'gu');

/**
 * Lower case without marks, in one Unicode form: full-width letters, ligatures, no-break spaces, curly quotes, dashes,
 * Arabic's forms of alef, digits of other scripts and ß become what people type instead. Signs stay.
 */
export const fold = (text: string): string =>
  text
    .replaceAll('´', "'")
    .normalize('NFKD')
    .toLowerCase()
    .replace(MARK, '')
    .replace(OTHER, (letter) => OTHERS.get(letter) ?? letter)
    .normalize('NFC');

const DIGIT = new RegExp(`[${ZEROS.map(digitsFrom).join('')}]`, 'g');

/** Digits of other scripts become 0 to 9. */
export const plainDigits = (text: string): string => text.replace(DIGIT, (digit) => OTHERS.get(digit) ?? digit);

/** What belongs to the sign before it: marks, second halves of pairs, vowels of Hangul, voicing of half-width kana. */
export const JOINED = '\\p{M}\\udc00-\\udfff\\u1160-\\u11ff\\u314f-\\u3163\\uff9e\\uff9f\\uffc2-\\uffdc';

/** A text that is looked for, as it is compared with folded ones. */
export const wantedOf = (query: string): string => fold(query).replace(/\s+/g, ' ').trim();

/** Whether a text holds what is looked for, anywhere in it; all texts hold nothing. */
export function textFilter(query: string): (text: string) => boolean {
  const wanted = wantedOf(query);
  return (text) => fold(text).includes(wanted);
}
