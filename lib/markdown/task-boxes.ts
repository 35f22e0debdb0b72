import { linesOfBoxes } from '@/lib/markdown/markdown';

/** A line of a text before and after its box was ticked; which of lines that are the same, from 0. */
export type TickedLine = { before: string; after: string; nth: number; nthAfter: number };

const BOX = /\[[ xX]\] /;

/** The line of a box, which is to be `done`; null: there is no such box, or it is so already. */
export function tickedLine(text: string, box: number, done: boolean): TickedLine | null {
  const at = linesOfBoxes(text)[box];
  const lines = text.split('\n');
  const before = at === undefined ? undefined : lines[at];
  if (before === undefined) return null;
  const after = before.replace(BOX, done ? '[x] ' : '[ ] ');
  return /\[ \]/.test(BOX.exec(before)?.[0] ?? '') === done
    ? { before, after, nth: countOf(lines.slice(0, at), before), nthAfter: countOf(lines.slice(0, at), after) }
    : null;
}

const countOf = (lines: readonly string[], line: string) => lines.filter((one) => one === line).length;

/** The text with that line changed, wherever it stands by now; null: it is no longer there. */
export function withLine(text: string, { before, after, nth }: TickedLine): string | null {
  const lines = text.split('\n');
  const places = lines.flatMap((line, at) => (line === before ? at : []));
  const at = places[nth] ?? places.at(-1);
  return at === undefined ? null : lines.with(at, after).join('\n');
}

/** What takes it back. */
export const lineBack = ({ before, after, nth, nthAfter }: TickedLine): TickedLine => ({
  before: after,
  after: before,
  nth: nthAfter,
  nthAfter: nth,
});
