/** A name of an emoji before the caret, from its colon on. `whole`: it ends with a colon too. */
export type EmojiAt = { from: number; name: string; whole: boolean };

/** Null if none is begun there: times, URLs and single letters are none. */
export function emojiAt(text: string, caret: number): EmojiAt | null {
  const [found, name = '', end] = /(?<![^\s(]):([a-z0-9_+-]{2,30})(:?)$/.exec(text.slice(0, caret)) ?? [];
  return found === undefined ? null : { from: caret - found.length, name, whole: end === ':' };
}
