import 'server-only';

/** What waits in a line; `admit` gives it a place. */
type Waiting = { admit: (place: number) => void };

/** A place of its own for as long as it is held. */
export type Turn = { place: number; release: () => void };

/**
 * A fair queue before the pool: each organisation has a line of its own, and lines take turns. `most` places in all,
 * `mostOfOne` for one line, so that the others find one free whatever it does.
 */
export class FairQueue {
  private readonly free: number[];
  private readonly held = new Map<string, number>();
  /** In the order in which they are served next. */
  private readonly lines = new Map<string, Waiting[]>();

  constructor(
    most: number,
    private readonly mostOfOne: number,
  ) {
    this.free = Array.from({ length: most }, (_, at) => most - 1 - at);
  }

  /** Null after `patience` ms. */
  take(line: string, patience: number): Promise<Turn | null> {
    return new Promise((resolve) => {
      const waiting: Waiting = {
        admit: (place) => {
          clearTimeout(clock);
          resolve({ place, release: () => this.release(line, place) });
        },
      };
      const clock = setTimeout(() => {
        this.leave(line, waiting);
        resolve(null);
      }, patience);
      const before = this.lines.get(line);
      if (before) before.push(waiting);
      else this.lines.set(line, [waiting]);
      this.serve();
    });
  }

  private serve(): void {
    for (const [line, waiting] of this.lines) {
      const held = this.held.get(line) ?? 0;
      if (held >= this.mostOfOne) continue;
      const place = this.free.pop();
      if (place === undefined) return;
      const next = waiting.shift() as Waiting;
      this.lines.delete(line);
      if (waiting.length) this.lines.set(line, waiting);
      this.held.set(line, held + 1);
      next.admit(place);
    }
  }

  private release(line: string, place: number): void {
    const held = (this.held.get(line) as number) - 1;
    if (held) this.held.set(line, held);
    else this.held.delete(line);
    this.free.push(place);
    this.serve();
  }

  private leave(line: string, waiting: Waiting): void {
    const rest = (this.lines.get(line) ?? []).filter((one) => one !== waiting);
    if (rest.length) this.lines.set(line, rest);
    else this.lines.delete(line);
  }
}
