import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { UNAVAILABLE } from '@/lib/unavailable/reference';

/**
 * Whether the database was away during a request: noted in lib/db.ts, read in lib/http/unavailable-answer.ts. Pages,
 * actions, route handlers and next-auth each turn unexpected errors into 500 in their own way.
 */

/** For a write whose commit was not answered, or that failed after a part of it was saved. */
export const UNSURE =
  'The database did not answer, so this may or may not have been saved. Check before you try again.';

export type RequestNote = {
  unavailable?: true;
  unsure?: boolean;
};

// On globalThis: server and pages are bundled apart.
const held = globalThis as {
  guildhallUnavailable?: { requests: AsyncLocalStorage<RequestNote>; since: number | undefined };
};
const state = () => (held.guildhallUnavailable ??= { requests: new AsyncLocalStorage(), since: undefined });

export const withNote = <T>(note: RequestNote, work: () => T): T => state().requests.run(note, work);

/**
 * Returns the error with a reference that tells the page its kind: browsers get nothing else. `unsure`: may have saved.
 */
export function noteUnavailable(error: unknown, unsure: boolean): unknown {
  const all = state();
  all.since ??= Date.now();
  const note = all.requests.getStore();
  if (note) Object.assign(note, { unavailable: true, unsure: note.unsure || unsure });
  if (error instanceof Error) Object.assign(error, { digest: `${UNAVAILABLE}${randomBytes(4).toString('hex')}` });
  return error;
}

export function noteAvailable(): void {
  state().since = undefined;
}

/** The last that was heard of the database is that it is away. */
export const isAway = (): boolean => state().since !== undefined;

const LEAST_SECONDS = 3;
const MOST_SECONDS = 30;

/** Longer the longer the database has been away, and randomised so that not everybody returns at once. */
export function secondsToWait(now = Date.now()): number {
  const away = (now - (state().since ?? now)) / 1_000;
  return Math.round(Math.min(MOST_SECONDS, LEAST_SECONDS + away / 3) + Math.random() * LEAST_SECONDS);
}
