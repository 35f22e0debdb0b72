import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';
import { env } from '@/lib/env';

/** What a call may take of the database's time, all its transactions together: reading, less than changing. In ms. */
const CALL_MS = { read: 6_000, write: 9_500 } as const;

/** When a call has to be answered, in ms since the epoch; carried to its transactions (lib/db.ts), and nothing else is. */
export type Deadline = {
  kind: keyof typeof CALL_MS;
  endsAt: number;
  /** One of its transactions has changed something, and is committed. */
  saved?: boolean;
};

const calls = new AsyncLocalStorage<Deadline>();

/** The deadline of a call that begins now. */
export const deadline = (kind: Deadline['kind']): Deadline => ({
  kind,
  endsAt: Date.now() + CALL_MS[kind] * env.databasePatience,
});

/**
 * Runs a call that is to be answered by then: its transactions end, finished or not. Not for work that is meant to take
 * many transactions, where each has its own limit alone.
 */
export const withinDeadline = <T>(until: Deadline, work: () => Promise<T>): Promise<T> => calls.run(until, work);

/** The deadline of the call that this is done for; undefined where there is none. */
export const currentDeadline = (): Deadline | undefined => calls.getStore();
