/** What can be found, and how words are compared. Runs anywhere. */
import { fold } from '@/lib/fold';
import { type Form, formsOf, joinedOf } from '@/lib/search/vocabulary.attached';
import { SEPARATORS, SYMBOLS, UNSPACED } from '@/lib/search/vocabulary.letters';

export const SEARCH_KINDS = [
  'task',
  'project',
  'milestone',
  'person',
  'comment',
  'meeting',
  'request',
  'message',
  'file',
  'folder',
] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** One word, or several behind each other, of which the last one may go on where it is a `prefix`. */
type Phrase = { words: string[]; prefix: boolean };
/** `exact`: in quotes; `others`: what is the same to a reader, with spaces at other places. */
type Term = Phrase & { exact: boolean; others: Phrase[] };
export type Terms = { wanted: Term[]; unwanted: Term[] };

const MOST_TERMS = 16;
/** Of one term: a compatibility form can be four words. */
const MOST_WORDS = 64;
/** Of a question that is widened by what may be attached to its words. */
const MOST_WIDENED = 8;
/** As many letters of a word are compared. */
const LONGEST_WORD = 100;

const LETTER = new RegExp(`[${UNSPACED}]`, 'u');
const SYMBOL = new RegExp(`[${SYMBOLS}]`, 'u');
const TOKEN = new RegExp(`[${UNSPACED}]+|[${SYMBOLS}]|[0-9]+|[^0-9${SEPARATORS}${SYMBOLS}${UNSPACED}]+`, 'gu');

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
      const text = match[2] ?? match[4] ?? '';
      return { words: tokensOf(text), halves: halvesOf(text), quoted: match[2] !== undefined, without };
    });
  // An arrow or an emoji between words says nothing; alone it is what is looked for.
  const hasWords = found.some(({ words }) => !words.every(isSymbol));
  const terms = found
    .map((term) => ({ ...term, words: hasWords ? term.words.filter((word) => !isSymbol(word)) : term.words }))
    .filter(({ words }) => words.length > 0);
  const joined = joinedOf(
    terms.map(({ words, quoted, without }) => (words.length > 1 || quoted || without ? '' : (words[0] ?? ''))),
  );
  const goesOn = (at: number) => at === terms.length - 1 && !terms[at]?.quoted && !terms[at]?.without;
  const of = (without: boolean): Term[] =>
    terms.flatMap((term, at) => {
      if (term.without !== without) return [];
      const others = (joined[at] ?? []).map(({ word, last }) => ({ words: [word], prefix: goesOn(last) }));
      if (term.halves.length) others.push({ words: term.halves, prefix: goesOn(at) });
      return [{ words: term.words, prefix: goesOn(at), exact: term.quoted, others }];
    });
  return { wanted: of(false), unwanted: of(true) };
}

/** The sign between the halves of Persian words, where others write a space; it is not seen, and folded texts have none. */
const halvesOf = (text: string) => (text.includes('\u200c') ? tokensOf(text.replaceAll('\u200c', ' ')) : []);

/** How a word of a term can stand in a text. */
const wordForms = (word: string, { exact, words }: Term) =>
  exact || words.length > MOST_WIDENED ? [{ word, whole: false }] : formsOf(word);

/** For `to_tsquery`; words hold nothing that it would read. `weight` A: in names only. */
export function tsqueryOf({ wanted, unwanted }: Terms, weight: 'A' | '' = ''): string {
  const wide = wanted.length + unwanted.length <= MOST_WIDENED;
  return [
    ...wanted.map((term) => termQuery(term, weight, wide)),
    ...unwanted.map((term) => `!${termQuery(term, '', wide)}`),
  ].join(' & ');
}

const lexeme = (word: string, begins: boolean, weight: string) =>
  begins || weight ? `'${word}':${begins ? '*' : ''}${weight}` : `'${word}'`;

function termQuery(term: Term, weight: string, wide: boolean): string {
  const formed = (word: string) => (wide ? wordForms(word, term) : [{ word, whole: false }]);
  const phrases = [
    phraseQuery(term, weight, formed),
    ...term.others.map((other) => phraseQuery(other, weight, (word) => [{ word, whole: false }])),
  ];
  return phrases.length > 1 ? `(${phrases.join(' | ')})` : (phrases[0] ?? '');
}

/** Words of scripts without spaces are pairs of letters, each at its place: see `search_words` of the database. */
function phraseQuery({ words, prefix }: Phrase, weight: string, formed: (word: string) => Form[]): string {
  if (words.every(isSymbol)) return `(${words.map((word) => lexeme(word, false, weight)).join(' & ')})`;
  let query = '';
  let distance = 1;
  for (const [at, word] of words.entries()) {
    const letters = isUnspaced(word) ? [...word] : [];
    const pairs = letters.slice(1).map((letter, before) => lexeme(`${letters[before]}${letter}`, false, weight));
    const begins = letters.length === 1 || (prefix && at === words.length - 1);
    const forms = formed(word).map((form) => lexeme(cut(form.word), begins && !form.whole, weight));
    const one = forms.length > 1 ? `(${forms.join(' | ')})` : (forms[0] ?? '');
    query += `${query && (distance === 1 ? ' <-> ' : ' <2> ')}${pairs.join(' <-> ') || one}`;
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
  const whole = new Set<string>();
  const begins: string[] = [];
  for (const term of wanted)
    for (const { words, prefix } of [term, ...term.others])
      for (const [at, word] of words.entries())
        for (const form of wordForms(word, term)) {
          whole.add(form.word);
          if (prefix && !form.whole && at === words.length - 1) begins.push(form.word);
        }
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
