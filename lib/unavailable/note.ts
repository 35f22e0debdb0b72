import 'server-only';
import { randomBytes } from 'node:crypto';
import { UNAVAILABLE } from '@/lib/unavailable/reference';

/** For a write whose commit was not answered, or that failed after a part of it was saved. */
export const UNSURE =
  'The database did not answer, so this may or may not have been saved. Check before you try again.';

// On globalThis: server and pages are bundled apart.
const held = globalThis as { guildhallDatabaseAway?: boolean };

/** Returns the error with a reference that tells its kind to the error page: browsers get nothing else of it. */
export function noteUnavailable(error: unknown): unknown {
  held.guildhallDatabaseAway = true;
  if (error instanceof Error) Object.assign(error, { digest: `${UNAVAILABLE}${randomBytes(4).toString('hex')}` });
  return error;
}

export function noteAvailable(): void {
  held.guildhallDatabaseAway = false;
}

/** The last that was heard of the database is that it is away. */
export const isAway = (): boolean => held.guildhallDatabaseAway === true;
