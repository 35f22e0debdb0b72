import { ApiError, call } from '@/components/query/api-client';
import type { InputOf } from '@/lib/api/contract';

/** A minute allows a number of calls, and undoing what thousands had of their own takes more: then they wait for the next. */
const WAIT_MS = 5_000;
const MOST_WAITS = 14;

type Options = { signal?: AbortSignal | undefined; onWait?: (() => void) | undefined };

/** Changes some tasks, as soon as that is allowed. `onWait` is called each time that it is not yet. */
export async function changeTasks(input: InputOf<'POST taskArray'>, { signal, onWait }: Options = {}) {
  for (let waits = 0; ; waits++)
    try {
      return await call('POST taskArray', input, { signal });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'rate_limited' || waits === MOST_WAITS) throw error;
      onWait?.();
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    }
}
