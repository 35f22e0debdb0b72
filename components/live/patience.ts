/** In milliseconds. */
export interface Patience {
  /** How long an attempt may take. */
  connectTimeout: number;
  /** After the first failure; the n-th pause is n times as long, up to `longestDelay`. There is no last attempt. */
  firstDelay: number;
  longestDelay: number;
}

const PATIENCE: Patience = { connectTimeout: 10_000, firstDelay: 1_000, longestDelay: 5_000 };

export function delayAfter(failures: number, { firstDelay, longestDelay }: Patience): number {
  return Math.min(firstDelay * failures, longestDelay);
}

/** In milliseconds. */
export interface LiveTiming extends Patience {
  pausedAfter: number;
  /** From the first attempt to connect to `paused`: longer, since a page that loads slowly is not broken. */
  pausedAtFirst: number;
  /** Between two catch-up requests while paused. */
  pollEvery: number;
  /** How long a channel without listeners stays subscribed. */
  linger: number;
}

export const TIMING: LiveTiming = {
  ...PATIENCE,
  pausedAfter: 2_000,
  pausedAtFirst: 5_000,
  pollEvery: 20_000,
  linger: 5_000,
};
