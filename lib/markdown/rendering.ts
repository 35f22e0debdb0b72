import 'server-only';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { RENDERER, renderMarkdown } from '@/lib/markdown/markdown';
import { withWorker } from '@/lib/worker';

/** Texts of one round; other work runs between rounds. */
const ROUND = 25;

/** What a server takes for it at a time, and how much longer than each round it rests: a fifth of the event loop. */
const SERVER_SECONDS = 60;
const REST = 4;

type Stale = { kind: string; id: string; source: string };

/** Texts without HTML of this renderer's version; returns how many. Begins another batch while `goesOn()`, after `rest` times what the last one took. Until then they are rendered when read. */
export async function renewRendered(goesOn = () => true, rest = 0): Promise<number> {
  let renewed = 0;
  while (goesOn()) {
    const began = performance.now();
    const stale = await withWorker(
      (db) => db.$queryRaw<Stale[]>`select * from stale_texts(${RENDERER}::int, ${ROUND}::int)`,
    );
    const htmls: string[] = [];
    for (const { source } of stale) {
      htmls.push(renderMarkdown(source));
      await turn();
    }
    const kept = stale.length
      ? await withWorker(
          (db) => db.$queryRaw<{ kept: number }[]>`
            select keep_rendered(${RENDERER}::int, ${stale.map(({ kind }) => kind)}::text[],
              ${stale.map(({ id }) => id)}::uuid[], ${stale.map(({ source }) => source)}::text[], ${htmls}::text[]) as kept`,
        )
      : [];
    renewed += kept[0]?.kept ?? 0;
    // Fewer than requested: the rest, and locked rows, wait for the next time.
    if ((kept[0]?.kept ?? 0) < ROUND) break;
    await sleep((performance.now() - began) * rest);
  }
  return renewed;
}

/** Beside other work, for so long at most: the next time goes on. Returns how many. */
export function renewBeside(seconds = SERVER_SECONDS): Promise<number> {
  const until = performance.now() + seconds * 1_000;
  return renewRendered(() => performance.now() < until, REST);
}
