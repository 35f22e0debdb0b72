import 'server-only';
import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';

/** Work that begins before it is known whether what it assumes is still true. */

export class Outdated extends Error {}

/** Rejects with Outdated where it is not. */
export async function confirmed(assumed: unknown[][], answered: Promise<unknown[][]>): Promise<void> {
  if (!isDeepStrictEqual(await answered, assumed)) throw new Outdated('What was assumed has changed.');
}

/** How a transaction asks, and how it ends. */
export type Gate = { ask: (config: pg.QueryConfig) => Promise<pg.QueryResult>; end: () => Promise<void> };

/** What is read at once passes; a write, and whatever follows an answer, waits for `known`, in its order. */
export function gateUntil(known: Promise<void>, { ask, end }: Gate, writes: (text: string) => boolean): Gate {
  let open = false;
  let waits = false;
  const close = () => {
    waits = true;
  };
  known.then(
    () => {
      open = true;
    },
    () => {},
  );
  return {
    ask(config) {
      if (open) return ask(config);
      waits ||= writes(config.text);
      if (waits) return known.then(() => ask(config));
      const answer = ask(config);
      answer.then(close, close);
      return answer;
    },
    end: () => (waits && !open ? known.then(end) : end()),
  };
}
