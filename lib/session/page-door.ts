import 'server-only';
import { isAnswer } from '@/lib/apart';
import type { Ctx } from '@/lib/org';

type Work = (ctx: Ctx) => Promise<unknown>;
type Read = { work: Work; resolve: (value: unknown) => void; reject: (error: unknown) => void };

/**
 * One passage for all that the parts of a page read: what is asked for until the transaction ends goes through it, one
 * after the other, and is told when it has ended. It waits for nobody; who comes later passes again.
 */
export class PageDoor {
  private waiting: Read[] = [];
  private open = false;

  constructor(private readonly enter: (work: (ctx: Ctx) => Promise<void>) => Promise<void>) {}

  read<T>(work: (ctx: Ctx) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.waiting.push({ work, resolve: resolve as Read['resolve'], reject });
      if (!this.open) void this.pass();
    });
  }

  private async pass(): Promise<void> {
    this.open = true;
    const taken: Read[] = [];
    let answers: (() => void)[] = [];
    try {
      // After a collision all is done again.
      await this.enter(async (ctx) => {
        answers = [];
        for (let at = 0; ; at++) {
          const next = taken[at] ?? this.waiting.shift();
          if (!next) return;
          taken[at] = next;
          answers.push(await answerOf(next, ctx));
        }
      });
    } catch (error) {
      answers = [...taken, ...this.waiting.splice(0)].map(
        ({ reject }) =>
          () =>
            reject(error),
      );
    }
    this.open = false;
    for (const tell of answers) tell();
    if (this.waiting.length) void this.pass();
  }
}

async function answerOf({ work, resolve, reject }: Read, ctx: Ctx): Promise<() => void> {
  try {
    const value = await work(ctx);
    return () => resolve(value);
  } catch (error) {
    if (!isAnswer(error)) throw error;
    return () => reject(error);
  }
}
