/** What one file of `e2e/faults` exports as `fault`; the file's name is the fault's. */
export interface Fault {
  /** What is promised while this goes wrong, as one sentence. */
  promise: string;
  run: (trial: Trial) => Promise<void>;
}

/** What a fault's script reports to. */
export interface Trial {
  /** An empty folder of its own. */
  dir: string;
  /** From here on ports may be used. */
  firstPort: number;
  /** Something that was measured, printed as it is. */
  figure: (what: string, value: string | number) => void;
  /** A part of the promise: printed and counted. What follows is tried all the same. */
  check: (what: string, held: boolean, seen?: unknown) => void;
  /** Work to do at the end, whatever happens; the last one first. */
  atEnd: (work: () => unknown) => void;
}

/** Waits; fault scripts run in real time. @param ms milliseconds */
export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Asks until the answer is yes.
 * @returns the milliseconds it took
 * @throws Error when it is still no after `withinMs`
 */
export async function until(what: string, ask: () => Promise<boolean> | boolean, withinMs: number): Promise<number> {
  const since = performance.now();
  for (;;) {
    if (await ask()) return Math.round(performance.now() - since);
    if (performance.now() - since > withinMs) throw new Error(`${what}: not within ${withinMs / 1_000} s`);
    await pause(50);
  }
}
