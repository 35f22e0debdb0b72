import { diff3Merge } from 'node-diff3';

/** `clean`: nobody changed what the other changed; otherwise `text` holds both parts, theirs first. */
export type Merged = { text: string; clean: boolean };

/** By lines: what two people made of one text. */
export function mergeTexts(base: string, theirs: string, mine: string): Merged {
  const lines = (text: string) => text.split('\n');
  const parts = diff3Merge(lines(theirs), lines(base), lines(mine), { excludeFalseConflicts: true });
  const text = parts.flatMap(({ ok, conflict }) => ok ?? [...(conflict?.a ?? []), ...(conflict?.b ?? [])]).join('\n');
  return { text, clean: parts.every(({ conflict }) => !conflict) };
}
