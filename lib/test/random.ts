/** Random choices that are the same in every run: a failure can be seen again. */
export function randomness(seed: number) {
  let state = seed;
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (end: number) => Math.floor(next() * end);
  return {
    /** A whole number from 0, less than `end`. */
    below,
    /** Whether something of this probability happens. */
    chance: (probability: number) => next() < probability,
    oneOf: <T>(values: readonly T[]): T => values[below(values.length)] as T,
    /** Each of them or not, in their order. */
    someOf: <T>(values: readonly T[]): T[] => values.filter(() => next() < 0.5),
  };
}
