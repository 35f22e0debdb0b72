/** What can be found, and how words are compared. Runs anywhere. */
import { fold } from '@/lib/fold';
import { SEPARATORS, SYMBOLS, UNSPACED } from '@/lib/search/vocabulary.letters';

export const SEARCH_KINDS = ['task', 'project', 'person', 'comment', 'message', 'file', 'folder'] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** One word, or several behind each other. `prefix`: the last one may go on; `exact`: in quotes. */
type Term = { words: string[]; prefix: boolean; exact: boolean };
export type Terms = { wanted: Term[]; unwanted: Term[] };

const MOST_TERMS = 16;
/** Of one term: a compatibility form can be four words. */
const MOST_WORDS = 64;
/** As many letters of a word are compared. */
const LONGEST_WORD = 100;

const LETTER = new RegExp(`[${UNSPACED}]`, 'u');
const SYMBOL = new RegExp(`[${SYMBOLS}]`, 'u');
const TOKEN = new RegExp(`[${UNSPACED}]+|[${SYMBOLS}]|[^${SEPARATORS}${SYMBOLS}${UNSPACED}]+`, 'gu');

const tokensOf = (text: string): string[] => fold(text).match(TOKEN)?.slice(0, MOST_WORDS) ?? [];
const isUnspaced = (word: string) => LETTER.test(word);
const isSymbol = (word: string) => SYMBOL.test(word);
const cut = (word: string) => [...word].slice(0, LONGEST_WORD).join('');

/** `"a phrase"` in any quotes, words in any order, `-without`, but not `-5`; the last word may be the beginning of one. */
export function termsOf(query: string): Terms {
  const found = [...query.matchAll(/(-?)["“”„‟«»]([^"“”„‟«»]*)["“”„‟«»]?|(-?)([^\s"“”„‟«»]+)/g)]
    .slice(0, MOST_TERMS)
    .map((match) => {
      const without = (match[1] || match[3]) === '-' && !/^\d/.test(match[4] ?? '');
      return { words: tokensOf(match[2] ?? match[4] ?? ''), quoted: match[2] !== undefined, without };
    });
  // An arrow or an emoji between words says nothing; alone it is what is looked for.
  const hasWords = found.some(({ words }) => !words.every(isSymbol));
  const terms = found
    .map((term) => ({ ...term, words: hasWords ? term.words.filter((word) => !isSymbol(word)) : term.words }))
    .filter(({ words }) => words.length > 0);
  const of = (without: boolean): Term[] =>
    terms
      .filter((term) => term.without === without)
      .map((term) => ({
        words: term.words,
        prefix: term === terms.at(-1) && !term.quoted && !without,
        exact: term.quoted,
      }));
  return { wanted: of(false), unwanted: of(true) };
}

/** For `to_tsquery`; words hold nothing that it would read. `weight` A: in names only. */
export function tsqueryOf({ wanted, unwanted }: Terms, weight: 'A' | '' = ''): string {
  return [...wanted.map((term) => termQuery(term, weight)), ...unwanted.map((term) => `!${termQuery(term, '')}`)].join(
    ' & ',
  );
}

const lexeme = (word: string, begins: boolean, weight: string) =>
  begins || weight ? `'${word}':${begins ? '*' : ''}${weight}` : `'${word}'`;

/** Words of scripts without spaces are pairs of letters, each at its place: see `search_words` of the database. */
function termQuery({ words, prefix }: Term, weight: string): string {
  if (words.every(isSymbol)) return `(${words.map((word) => lexeme(word, false, weight)).join(' & ')})`;
  let query = '';
  let distance = 1;
  for (const [at, word] of words.entries()) {
    const letters = isUnspaced(word) ? [...word] : [];
    const pairs = letters.slice(1).map((letter, before) => lexeme(`${letters[before]}${letter}`, false, weight));
    const begins = letters.length === 1 || (prefix && at === words.length - 1);
    query += `${query && (distance === 1 ? ' <-> ' : ' <2> ')}${pairs.join(' <-> ') || lexeme(cut(word), begins, weight)}`;
    distance = pairs.length ? 2 : 1;
  }
  return `(${query})`;
}

const STEM = 4;

/** What is sought where plain words found nothing: words long enough for a typing error, and their beginnings; else null. */
export function nearOf({ wanted, unwanted }: Terms): { near: string; stems: string } | null {
  const words = wanted
    .flatMap((term) => term.words)
    .filter((word) => word.length >= STEM && !isUnspaced(word))
    .map(cut);
  if (!words.length || unwanted.length || wanted.some(({ exact }) => exact)) return null;
  const stems = words.map((word) => {
    const letters = [...word];
    return `'${letters.slice(0, Math.max(3, Math.floor(letters.length * 0.6))).join('')}':*A`;
  });
  return { near: words.join(' '), stems: stems.join(' & ') };
}

/** Where a folded text holds words that were searched for, from its beginning on. */
export function* hitsIn(folded: string, { wanted }: Terms): Generator<[from: number, to: number]> {
  const words = wanted.flatMap((term) => term.words);
  const whole = new Set(words);
  const begins = wanted.flatMap((term) => (term.prefix ? (term.words.at(-1) ?? []) : []));
  const parts = words.filter(isUnspaced).toSorted((one, other) => other.length - one.length);
  for (const { 0: word, index } of folded.matchAll(TOKEN)) {
    if (!isUnspaced(word)) {
      if (whole.has(word) || begins.some((begin) => word.startsWith(begin))) yield [index, index + word.length];
    } else if (parts.length)
      for (const { 0: part, index: at } of word.matchAll(new RegExp(parts.join('|'), 'g')))
        yield [index + at, index + at + part.length];
  }
}

/** `WEB-12`: also the keys that go on, WEB-120 to WEB-129. */
export function keyOf(query: string): { project: string; numbers: number[] } | null {
  const [, project, digits] = /^([a-z][a-z0-9]{1,9})-(\d{1,8})$/i.exec(query) ?? [];
  if (!project || !digits) return null;
  const first = Number(digits);
  return {
    project: project.toUpperCase(),
    numbers: [first, ...Array.from({ length: 10 }, (_, at) => first * 10 + at)],
  };
}
