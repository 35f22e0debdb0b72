import 'server-only';

/** Resolves after `ms` at the earliest. Begun before the work and awaited before the answer, it hides how long that took. */
export const minimumDuration = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Answers after the same time whatever was found: an email that is known must not answer later (or sooner) than one
 * that is not. `ms` is longer than the work usually takes.
 */
export async function withMinimumDuration<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const enough = minimumDuration(ms);
  try {
    return await work();
  } finally {
    await enough;
  }
}
