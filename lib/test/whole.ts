/** Everything there is, as `npm run test:all` asks for it, or what `npm test` has the time for. */
export const allOr = <T>(all: readonly T[], few: (one: T, at: number) => boolean): readonly T[] =>
  process.env.WHOLE ? all : all.filter(few);

/** As many as there may be, or enough to show the same. */
export const manyOr = (many: number, few: number): number => (process.env.WHOLE ? many : few);
