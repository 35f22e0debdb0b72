import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { UNAVAILABLE } from '@/lib/unavailable/reference';

/**
 * Whether the database was away while a request was answered: noted by the transaction (lib/db.ts), read where the answer
 * leaves the process (lib/http/unavailable-answer.ts), whatever lies between. Pages, actions, route handlers and next-auth
 * turn an error that they do not expect into 500, each in its own way.
 */

/** What a write is told whose commit was not answered, or that failed when a part of it was saved already. */
export const UNSURE =
  'The database did not answer, so this may or may not have been saved. Check before you try again.';

export type RequestNote = {
  unavailable?: true;
  /** What was to be changed may have been. */
  unsure?: boolean;
};

// One for the process: the server and the pages are bundled apart.
const held = globalThis as {
  guildhallUnavailable?: { requests: AsyncLocalStorage<RequestNote>; since: number | undefined };
};
const state = () => (held.guildhallUnavailable ??= { requests: new AsyncLocalStorage(), since: undefined });

/** Runs what answers a request; what the database does meanwhile is noted in `note`. */
export const withNote = <T>(note: RequestNote, work: () => T): T => state().requests.run(note, work);

/**
 * A transaction failed because the database is away or too busy. Returns the error with a reference that tells the page
 * which kind it is (components/error): nothing else of an error reaches a browser. `unsure`: it may have saved something.
 */
export function noteUnavailable(error: unknown, unsure: boolean): unknown {
  const all = state();
  all.since ??= Date.now();
  const note = all.requests.getStore();
  if (note) Object.assign(note, { unavailable: true, unsure: note.unsure || unsure });
  if (error instanceof Error) Object.assign(error, { digest: `${UNAVAILABLE}${randomBytes(4).toString('hex')}` });
  return error;
}

/** A transaction succeeded. */
export function noteAvailable(): void {
  state().since = undefined;
}

const LEAST_SECONDS = 3;
const MOST_SECONDS = 30;

/**
 * Seconds after which trying again makes sense: more, the longer the database has been away, and not the same for
 * everybody, so that they do not come back all at once.
 */
export function secondsToWait(now = Date.now()): number {
  const away = (now - (state().since ?? now)) / 1_000;
  return Math.round(Math.min(MOST_SECONDS, LEAST_SECONDS + away / 3) + Math.random() * LEAST_SECONDS);
}
