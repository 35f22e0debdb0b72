import { diff3Merge } from 'node-diff3';

/** `clean`: nobody changed what the other changed; otherwise `text` holds both parts, theirs first. */
export type Merged = { text: string; clean: boolean };

/** What stands where both changed the same. */
type Join = (theirs: string[], mine: string[]) => string[];
const both: Join = (theirs, mine) => [...theirs, ...mine];

/** Of what lies between the first and the last change: more lines than these, or more pairs of equal ones, are not compared. */
const MOST_LINES = 3_000;
const MOST_PAIRS = 300_000;

/**
 * By lines: what two people made of one text. Comparing costs lines times lines and pairs of equal lines, so of what is too
 * much of either, both parts are kept as where both changed the same.
 */
export function mergeTexts(base: string, theirs: string, mine: string, join: Join = both): Merged {
  const texts = [theirs, base, mine].map((text) => text.split('\n')) as [string[], string[], string[]];
  const before = sharedLines(texts, (lines, at) => lines[at], 0);
  const after = sharedLines(texts, (lines, at) => lines[lines.length - 1 - at], before);
  const [a, o, b] = texts.map((lines) => lines.slice(before, lines.length - after)) as [string[], string[], string[]];
  const parts = partsOf(a, o, b);
  const merged = parts.flatMap(({ ok, conflict }) => ok ?? join(conflict?.a ?? [], conflict?.b ?? []));
  const [lines] = texts;
  const text = [...lines.slice(0, before), ...merged, ...lines.slice(lines.length - after)].join('\n');
  return { text, clean: parts.every(({ conflict }) => !conflict) };
}

type Part = { ok?: string[]; conflict?: { a: string[]; b: string[] } };

function partsOf(a: string[], o: string[], b: string[]): Part[] {
  if (isSame(a, b) || isSame(o, b)) return [{ ok: a }];
  if (isSame(o, a)) return [{ ok: b }];
  const tooMuch = [a, o, b].some(({ length }) => length > MOST_LINES) || pairs(a, o) + pairs(b, o) > MOST_PAIRS;
  return tooMuch ? [{ conflict: { a, b } }] : diff3Merge(a, o, b, { excludeFalseConflicts: true });
}

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((line, at) => line === other[at]);

/** How many lines all texts have in common at one end, `taken` of the shortest not counted. */
function sharedLines(
  texts: readonly (readonly string[])[],
  lineAt: (lines: readonly string[], at: number) => string | undefined,
  taken: number,
): number {
  const most = Math.min(...texts.map(({ length }) => length)) - taken;
  const [first = [], ...others] = texts;
  let count = 0;
  while (count < most && others.every((lines) => lineAt(lines, count) === lineAt(first, count))) count++;
  return count;
}

function pairs(one: readonly string[], other: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const line of one) counts.set(line, (counts.get(line) ?? 0) + 1);
  return other.reduce((sum, line) => sum + (counts.get(line) ?? 0), 0);
}
