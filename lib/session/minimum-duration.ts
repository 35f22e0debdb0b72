import 'server-only';

/** Resolves after `ms`. Start it before the work and await it before the answer, to hide the work's duration. */
export const minimumDuration = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Hides by equal time whether an email is known. `ms` must be longer than the work usually takes. */
export async function withMinimumDuration<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const enough = minimumDuration(ms);
  try {
    return await work();
  } finally {
    await enough;
  }
}
