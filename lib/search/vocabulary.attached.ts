/**
 * Words with what other languages write apart: the article and short prepositions of Arabic, Hebrew and Amharic, and the halves
 * of Persian words, which a space or a sign nobody sees keeps apart. Questions are widened, the index is not. Runs anywhere.
 */

type Script = {
  letter: RegExp;
  /** Written before a word. `articles`: taken off a question too, however short what is left; `particles`: off a longer one. */
  articles: readonly string[];
  particles: readonly string[];
  /** Fewer letters are left as they are, since most words begin with one of the particles. */
  least: number;
};

const ARABIC = /^[\u0621-\u064a\u066e-\u06d3\u06fa-\u06ff\u0750-\u077f]+$/;

const SCRIPTS: readonly Script[] = [
  {
    letter: ARABIC,
    articles: ['ال', 'وال', 'بال', 'كال', 'فال', 'لل', 'ولل'],
    particles: ['و', 'ب', 'ل', 'ك', 'ف', 'وب', 'ول'],
    least: 3,
  },
  {
    letter: /^[\u05d0-\u05ea]+$/,
    articles: ['ה', 'וה', 'שה', 'מה', 'כשה'],
    particles: ['ו', 'ב', 'ל', 'מ', 'ש', 'כ', 'וב', 'ול', 'ומ', 'וש', 'וכ', 'שב', 'של', 'כש'],
    least: 3,
  },
  {
    letter: /^[\u1200-\u135a]+$/,
    articles: [],
    particles: ['የ', 'ለ', 'በ', 'ከ', 'ስለ', 'እንደ', 'ወደ', 'የሚ', 'በየ'],
    least: 2,
  },
];

const scriptOf = (word: string) => SCRIPTS.find(({ letter }) => letter.test(word));

/** `whole`: it may not go on, since a beginning of what is left of a word is often another word's. */
export type Form = { word: string; whole: boolean };

/** A folded word with all it may be attached to, and without what it has; only itself in other scripts. */
export function formsOf(word: string): Form[] {
  const script = scriptOf(word);
  if (!script) return [{ word, whole: false }];
  const { articles, particles, least } = script;
  const bases: Form[] = [{ word, whole: false }];
  const without = (before: string) => word.slice(before.length);
  const article = articles.filter((one) => word.startsWith(one) && without(one).length >= least - 1).at(-1);
  if (article) bases.push({ word: without(article), whole: without(article).length < least });
  for (const one of particles)
    if (word.startsWith(one) && without(one).length >= least) bases.push({ word: without(one), whole: true });
  bases.push(...bases.flatMap(({ word: base, whole }) => definite(base).map((form) => ({ word: form, whole }))));
  const before = ['', ...articles, ...(word.length < least ? [] : particles)];
  const forms = new Map<string, Form>();
  for (const { word: base, whole } of bases)
    for (const one of before) {
      const form = one + base;
      forms.set(form, { word: form, whole: whole && forms.get(form)?.whole !== false });
    }
  return [...forms.values()];
}

const ETHIOPIC = /[\u1200-\u1357]$/;
const [BARE, U] = [5, 1];

/** Amharic says "the" by the vowel of the last letter; its letters stand in rows of eight, one for each vowel. */
function definite(word: string): string[] {
  if (!ETHIOPIC.test(word)) return [];
  const last = word.charCodeAt(word.length - 1);
  const other = last % 8 === BARE ? last - BARE + U : last % 8 === U ? last - U + BARE : 0;
  return other ? [word.slice(0, -1) + String.fromCharCode(other)] : [];
}

/** As many halves in a row can be one word. */
const MOST_HALVES = 3;

/** For each word of a question what it may be one word with, read in its order; `last`: the place of that word's last half. */
export function joinedOf(words: readonly string[]): { word: string; last: number }[][] {
  const joined = words.map((): { word: string; last: number }[] => []);
  for (let from = 0; from < words.length; from++) {
    let word = words[from] ?? '';
    for (let last = from + 1; last < Math.min(words.length, from + MOST_HALVES); last++) {
      const next = words[last] ?? '';
      if (!ARABIC.test(word) || !ARABIC.test(next)) break;
      word += next;
      for (const one of joined.slice(from, last + 1)) one.push({ word, last });
    }
  }
  return joined;
}
