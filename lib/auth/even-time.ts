import 'server-only';

/**
 * Answers after the same time whatever was found: an address that is known must not answer later (or sooner) than one
 * that is not. `ms` is longer than the work usually takes.
 */
export async function evenly<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const enough = new Promise<void>((resolve) => setTimeout(resolve, ms));
  try {
    return await work();
  } finally {
    await enough;
  }
}
