import { test } from 'vitest';

/** A test that takes long among others whose set-up it shares: `npm run test:all` alone runs it. */
export function wholeTest(name: string, work: () => Promise<void>): void {
  if (process.env.WHOLE) test(name, work);
}

/** Everything there is, as `npm run test:all` asks for it, or what `npm test` has the time for. */
export const allOr = <T>(all: readonly T[], few: (one: T, at: number) => boolean): readonly T[] =>
  process.env.WHOLE ? all : all.filter(few);

/** As many as there may be, or enough to show the same. */
export const manyOr = (many: number, few: number): number => (process.env.WHOLE ? many : few);

/** A part of a test that takes long: `npm run test:all` alone does it. */
export async function wholly(work: () => Promise<void>): Promise<void> {
  if (process.env.WHOLE) await work();
}
