/** Until what failed is repeated (ms): doubled each time, and never while the server cannot be reached. */
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 30_000;

export type RepeatTools = {
  /** Whether the server can be reached; whoever knows that it can again repeats at once. */
  connected: () => boolean;
  /** @returns a function that ends it. */
  later: (work: () => void, ms: number) => () => void;
};

/** What failed and is repeated, one of each kind, all after the same wait. */
export class Repeats<Kind extends string> {
  #due = new Map<Kind, () => void>();
  #failures = 0;
  #endWait: (() => void) | null = null;

  constructor(
    private readonly tools: RepeatTools,
    private readonly onDue: () => void,
  ) {}

  /** Something waits, so that nothing else is to be asked before it. */
  get wait(): boolean {
    return this.#due.size > 0;
  }

  /** Is repeated with what waits already. */
  join(kind: Kind, work: () => void): void {
    this.#due.set(kind, work);
  }

  failed(kind: Kind, work: () => void): void {
    this.join(kind, work);
    if (this.#endWait) return;
    const ms = Math.min(FIRST_WAIT * 2 ** this.#failures++, LONGEST_WAIT);
    this.#endWait = this.tools.later(() => {
      this.#endWait = null;
      if (this.tools.connected()) this.onDue();
    }, ms);
  }

  /** The next wait is a short one again, unless something else still fails. */
  succeeded(): void {
    if (!this.wait) this.#failures = 0;
  }

  /** What waits, which waits no more. */
  take(): Map<Kind, () => void> {
    const due = this.#due;
    this.#due = new Map();
    this.#endWait?.();
    this.#endWait = null;
    return due;
  }
}
