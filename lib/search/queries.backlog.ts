import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import { withWorker } from '@/lib/worker';

const ROWS = 500;
/** What a server takes for it at a time, and how much longer than each step it rests. */
const SERVER_SECONDS = 60;
const REST = 1;

/** Takes rows that were here before the search into it while `goesOn()`, and rests for `rest` times what each step took. */
export async function fillSearch(goesOn = () => true, rest = 0): Promise<void> {
  while (goesOn()) {
    const began = performance.now();
    const [step] = await withWorker((db) => db.$queryRaw<{ read: number }[]>`select fill_search(${ROWS}::int) as read`);
    if (!step?.read) return;
    await sleep((performance.now() - began) * rest);
  }
}

/** Beside other work, for so long at most: the next time goes on. */
export function fillBeside(seconds = SERVER_SECONDS): Promise<void> {
  const until = performance.now() + seconds * 1_000;
  return fillSearch(() => performance.now() < until, REST);
}
