/** How likely a text is one that people write: what tells encodings apart. Runs anywhere. */
import type { Encoding } from '@/lib/table-file/encodings';

const WESTERN = ['de', 'fr', 'es', 'pt', 'it', 'nl', 'sv', 'nb', 'da', 'fi', 'is', 'ca', 'en'];
const CENTRAL = ['pl', 'cs', 'sk', 'hu', 'ro', 'hr', 'sl', 'de'];
const CYRILLIC = ['ru', 'uk', 'bg', 'sr', 'be'];

/** `rare`: bits that its use costs, as one is met more often than another. */
export const CANDIDATES: readonly { encoding: Encoding; rare: number; languages: readonly string[] }[] = [
  { encoding: 'windows-1252', rare: 0, languages: WESTERN },
  { encoding: 'windows-1250', rare: 3, languages: CENTRAL },
  { encoding: 'windows-1251', rare: 1, languages: CYRILLIC },
  { encoding: 'windows-1253', rare: 2, languages: ['el'] },
  { encoding: 'windows-1254', rare: 2, languages: ['tr', 'az'] },
  { encoding: 'windows-1255', rare: 2, languages: ['he'] },
  { encoding: 'windows-1256', rare: 2, languages: ['ar', 'fa', 'ur'] },
  { encoding: 'windows-1257', rare: 5, languages: ['lt', 'lv', 'et'] },
  { encoding: 'windows-874', rare: 2, languages: ['th'] },
  { encoding: 'macintosh', rare: 7, languages: WESTERN },
  { encoding: 'iso-8859-2', rare: 4, languages: CENTRAL },
  { encoding: 'iso-8859-15', rare: 4, languages: WESTERN },
  { encoding: 'koi8-r', rare: 4, languages: ['ru'] },
  { encoding: 'iso-8859-5', rare: 5, languages: CYRILLIC },
  { encoding: 'iso-8859-7', rare: 4, languages: ['el'] },
  { encoding: 'shift_jis', rare: 1, languages: ['ja'] },
  { encoding: 'euc-jp', rare: 4, languages: ['ja'] },
  { encoding: 'gb18030', rare: 1, languages: ['zh'] },
  { encoding: 'big5', rare: 3, languages: ['zh-Hant'] },
  { encoding: 'euc-kr', rare: 1, languages: ['ko'] },
];

/** In bits: how seldom a letter follows another, where a word begins (`^`) and ends (`$`). */
type Model = (before: string, letter: string) => number;

const [BEGIN, END] = ['^', '$'];
const WORD = /[\p{L}\p{M}]+/gu;
/** Names are few, so that a letter may well follow another that it does not follow in them. */
const [AS_PAIR, ALONE] = [0.75, 0.25];
/** What no name has may still be written. */
const UNSEEN = 0.05;
const LETTERS_OF_ALL = 2000;

const ALPHABET = [...'abcdefghijklmnopqrstuvwxyz'];
const ALL_CODES = ALPHABET.flatMap((one) => ALPHABET.map((other) => one + other));
let codes: { regions: string[]; languages: string[] } | undefined;

/** Of countries and languages that there are. */
function namedCodes() {
  const names = (type: 'region' | 'language') => new Intl.DisplayNames('en', { type, fallback: 'none' });
  const [region, language] = [names('region'), names('language')];
  codes ??= {
    regions: ALL_CODES.map((code) => code.toUpperCase()).filter((code) => region.of(code)),
    languages: ALL_CODES.filter((code) => language.of(code)),
  };
  return codes;
}

/** The names that Unicode has of countries, languages, days and times: words of everybody, in each language. */
function namesIn(language: string): string {
  const { regions, languages } = namedCodes();
  const region = new Intl.DisplayNames(language, { type: 'region' });
  const spoken = new Intl.DisplayNames(language, { type: 'language' });
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone: 'UTC' });
  const ago = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  return [
    ...regions.map((code) => region.of(code)),
    ...languages.map((code) => spoken.of(code)),
    ...Array.from({ length: 24 }, (_, at) => dates.format(Date.UTC(2026, 0, 1 + at * 16))),
    ...(['year', 'month', 'week', 'day', 'hour'] as const).flatMap((unit) =>
      [-5, -1, 0, 1, 2].map((count) => ago.format(count, unit)),
    ),
  ].join('\n');
}

const models = new Map<string, Model>();

function modelOf(language: string): Model {
  const known = models.get(language);
  if (known) return known;
  const [letters, pairs] = [new Map<string, number>(), new Map<string, number>()];
  const count = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
  let all = 0;
  // Names have few of the usual signs of Chinese.
  const texts = `${namesIn(language)}\n${language.startsWith('zh') ? COMMON_HAN.repeat(10) : ''}`;
  for (const [word] of texts.toLowerCase().matchAll(WORD)) {
    let before = BEGIN;
    count(letters, BEGIN);
    for (const letter of [...word, END]) {
      count(pairs, before + letter);
      count(letters, letter);
      before = letter;
      all += 1;
    }
  }
  const model: Model = (before, letter) =>
    -Math.log2(
      (AS_PAIR * (pairs.get(before + letter) ?? 0)) / (letters.get(before) ?? 1) +
        (ALONE * ((letters.get(letter) ?? 0) + UNSEEN)) / (all + UNSEEN * LETTERS_OF_ALL),
    );
  models.set(language, model);
  return model;
}

const COMMON_HAN =
  '的一是不了人我在有他这這中大来來上国國个個到说說们們为為子和你地出道也时時年得就那要下以生会會自着去之过過家学學对對可里裡后後小么心多天而能好都然没日于起還还发發成事只作当當想看文无開开手十用主行方又如前所本见見经經头面公同三已老从動动两長长工务務项目計计划設设档請请完客户確认認测試试';
const [KANA, HALF_KANA, HAN, HANGUL] = [
  /[\u3040-\u30ff々ー]/,
  /[\uff61-\uff9f]/,
  /[\u3400-\u9fff\uf900-\ufaff]/,
  /[\uac00-\ud7a3]/,
];
const LETTER = /[\p{L}\p{M}]/u;
const UPPER = /\p{Lu}/u;
const LOWER = /\p{Ll}/u;
const ASCII_LETTER = /[A-Za-z]/;
const LATIN = /\p{Script=Latin}/u;
/** Nothing that a file means has these. */
const NOBODYS = /[\u0080-\u009f\ufffd\ue000-\uf8fe]/;
const PUNCTUATION = new Set('“”‘’‚„…–—•€§°«»©®™·¿¡ºª²³½£\u00a0\u00ad、。「」・（）！？：，；《》【】～‹›№');

/** Words do not end with these. */
const OPENING = new Set('“‘«¿¡§£•');
/** Words do not begin with these. */
const BEHIND = new Set('€°©®™ºª²³½£”»');

/** Bits of what words seldom have. */
const [UPPER_WITHIN, TWO_SCRIPTS, SIGN, ODD_SIGN, SIGN_WITHIN] = [8, 12, 7, 12, 9];
const [BESIDE_ASCII, HALF_KANA_ALONE] = [9, 5];

/** `language`: whose signs are judged; those of another are seldom among them. */
function east(sign: string, before: string, language: string, model: Model): number {
  // How often alone: what stands before tells nothing.
  const cost = model('', sign.normalize('NFKC')) + Math.log2(ALONE);
  if (HALF_KANA.test(sign))
    return language === 'ja' ? (HALF_KANA.test(before) ? 0 : HALF_KANA_ALONE) + Math.min(7, cost) : 18;
  if (KANA.test(sign)) return language === 'ja' ? Math.min(9, cost) : 14;
  if (HANGUL.test(sign)) return language === 'ko' ? Math.min(13, cost) : 17;
  return HAN.test(sign) && language !== 'ko' ? Math.min(14, cost) : 16;
}

function costOfWord(signs: readonly string[], language: string, model: Model): number {
  const isEast = /^(?:ja|ko|zh)/.test(language);
  let cost = 0;
  signs.forEach((sign, at) => {
    const [before = ' ', after = ' '] = [signs[at - 1], signs[at + 1]];
    const [letterBefore, letterAfter] = [LETTER.test(before), LETTER.test(after)];
    const foreign = sign >= '\u0080';
    if (!foreign && !(before >= '\u0080')) return;
    if (!LETTER.test(sign)) {
      if (foreign) {
        const within = letterBefore && letterAfter;
        cost += PUNCTUATION.has(sign) ? (within ? (sign === '’' ? 4 : SIGN_WITHIN + 4) : SIGN) : ODD_SIGN;
        if (!PUNCTUATION.has(sign) && (letterBefore || letterAfter)) cost += SIGN_WITHIN;
        if ((letterBefore && OPENING.has(sign)) || (letterAfter && BEHIND.has(sign))) cost += 5;
      }
      return;
    }
    if (isEast) {
      if (foreign)
        cost +=
          east(sign, before, language, model) +
          (ASCII_LETTER.test(before) ? BESIDE_ASCII : 0) +
          (ASCII_LETTER.test(after) ? BESIDE_ASCII : 0);
      return;
    }
    const lower = sign.toLowerCase();
    cost += model(letterBefore ? before.toLowerCase() : BEGIN, lower);
    if (foreign && !letterAfter) cost += model(lower, END);
    if (UPPER.test(sign) && LOWER.test(before)) cost += UPPER_WITHIN;
    if (LOWER.test(sign) && UPPER.test(before) && UPPER.test(signs[at - 2] ?? ' ')) cost += UPPER_WITHIN;
    // No word is written in two scripts.
    if (
      foreign
        ? ASCII_LETTER.test(before) && !LATIN.test(sign)
        : !LATIN.test(before) && LETTER.test(before) && ASCII_LETTER.test(sign)
    )
      cost += TWO_SCRIPTS;
  });
  return cost;
}

/** Bits of changing the language within a file. */
const ANOTHER_LANGUAGE = 2;

/**
 * In bits: how unlikely it is that somebody wrote these words, each in a line, in one of the languages or in several of them.
 * Null for what no text has.
 */
export function unlikelihood(words: string, languages: readonly string[]): number | null {
  if (NOBODYS.test(words)) return null;
  const all = languages.map(() => 0);
  let mixed = 0;
  for (const word of words.split('\n')) {
    const signs = [...word];
    const costs = languages.map((language) => costOfWord(signs, language, modelOf(language)));
    for (const [nth, cost] of costs.entries()) all[nth] = (all[nth] ?? 0) + cost;
    mixed += Math.min(...costs) + ANOTHER_LANGUAGE;
  }
  return Math.min(mixed, ...all);
}
