/** In milliseconds. */
export interface Patience {
  connectTimeout: number;
  /** After the first failure; the n-th pause is n times as long, up to `longestDelay`. There is no last attempt. */
  firstDelay: number;
  longestDelay: number;
}

export const PATIENCE: Patience = { connectTimeout: 20_000, firstDelay: 1_000, longestDelay: 5_000 };

export function delayAfter(failures: number, { firstDelay, longestDelay }: Patience): number {
  return Math.min(firstDelay * failures, longestDelay);
}
