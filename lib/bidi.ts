/** Words of people inside ours, where theirs are written from right to left. Runs anywhere. */

const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/**
 * Text that keeps its direction to itself: signs around it stay where they are. Only to be shown: never stored. A sentence
 * in which that is done already stays as it is.
 */
export const isolated = <T>(text: T): T =>
  typeof text === 'string' && RIGHT_TO_LEFT.test(text) && !text.includes('\u2068')
    ? (`\u2068${text}\u2069` as T)
    : text;

/** A sentence: bidi`Delete “${name}”?`. */
export const bidi = (parts: TemplateStringsArray, ...words: readonly unknown[]): string =>
  parts.reduce((text, part, at) => `${text}${isolated(words[at - 1])}${part}`);

/** All texts of a value as JSON has it. */
export const isolatedIn = <T>(value: T): T => {
  if (Array.isArray(value)) return value.map(isolatedIn) as T;
  if (!value || typeof value !== 'object') return isolated(value);
  return Object.fromEntries(Object.entries(value).map(([field, one]) => [field, isolatedIn(one)])) as T;
};
