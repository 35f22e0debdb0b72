/** What can be found, and how words are compared. Runs anywhere. */

export const SEARCH_KINDS = ['task', 'project', 'person', 'comment', 'message', 'file', 'folder'] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** One word, or several behind each other. `prefix`: the last one may go on; `exact`: in quotes. */
type Term = { words: string[]; prefix: boolean; exact: boolean };
export type Terms = { wanted: Term[]; unwanted: Term[] };

const MOST_TERMS = 16;
const LETTERS = { ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ø: 'o', ł: 'l', đ: 'd', ð: 'd', ı: 'i', ς: 'σ' };
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

/** As `search_fold` of the database: lower case, without marks. */
const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]+/g, '')
    .replace(LETTER, (letter) => LETTERS[letter as keyof typeof LETTERS]);

export const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const wordsOf = (text: string): string[] => folded(text).match(WORD) ?? [];

/** `"a phrase"`, words in any order, `-without`; the last word may be the beginning of one. */
export function termsOf(query: string): Terms {
  const found = [...query.matchAll(/(-?)"([^"]*)"?|(-?)([^\s"]+)/g)].slice(0, MOST_TERMS).map((match) => ({
    words: wordsOf(match[2] ?? match[4] ?? ''),
    quoted: match[2] !== undefined,
    without: (match[1] || match[3]) === '-',
  }));
  const terms = found.filter(({ words }) => words.length > 0);
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

/** For `to_tsquery`; the words are letters and digits alone. `weight` A: in names only. */
export function tsqueryOf({ wanted, unwanted }: Terms, weight: 'A' | '' = ''): string {
  const termQuery = ({ words, prefix }: Term, within: string) =>
    `(${words.map((word, at) => `'${word}':${prefix && at === words.length - 1 ? '*' : ''}${within}`.replace(/:$/, '')).join(' <-> ')})`;
  return [...wanted.map((term) => termQuery(term, weight)), ...unwanted.map((term) => `!${termQuery(term, '')}`)].join(
    ' & ',
  );
}

const STEM = 4;

/** What is sought where plain words found nothing: words long enough for a typing error, and their beginnings; else null. */
export function nearOf({ wanted, unwanted }: Terms): { near: string; stems: string } | null {
  const words = wanted.flatMap((term) => term.words).filter((word) => word.length >= STEM);
  if (!words.length || unwanted.length || wanted.some(({ exact }) => exact)) return null;
  const stems = words.map((word) => `'${word.slice(0, Math.max(3, Math.floor(word.length * 0.6)))}':*A`);
  return { near: words.join(' '), stems: stems.join(' & ') };
}

/** Whether a word of a text is one that was searched for. */
export function isHit(word: string, { wanted }: Terms): boolean {
  const text = folded(word);
  return wanted.some(({ words, prefix }) =>
    words.some((one, at) => (prefix && at === words.length - 1 ? text.startsWith(one) : text === one)),
  );
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
