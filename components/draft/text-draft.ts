/** `base`: the text that it was begun from; null where that is not known. */
export type TextDraft = { text: string; base: string | null };

/** As older versions kept it: the text alone, or as the one field of a form. */
function textIn(kept: unknown): unknown {
  if (typeof kept !== 'object' || kept === null) return kept;
  return 'text' in kept ? kept.text : 'body' in kept ? kept.body : undefined;
}

/** Goes on with what was kept, or begins with what is stored. `base` is what is stored where nobody changed that meanwhile. */
export function resumed(kept: unknown, stored: string): TextDraft {
  const text = textIn(kept);
  if (typeof text !== 'string' || !text || text.trim() === stored) return { text: stored, base: stored };
  const base = typeof kept === 'object' && kept && 'base' in kept ? kept.base : null;
  return { text, base: typeof base === 'string' ? base : stored === '' ? '' : null };
}

/** What is kept of it; undefined: nothing was changed. */
export const keptOf = ({ text, base }: TextDraft): TextDraft | undefined =>
  text === (base ?? '') ? undefined : { text, base };
