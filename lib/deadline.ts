import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';
import { cache } from 'react';
import { env } from '@/lib/env';

/** Database time of one call, all transactions together, in ms. */
const CALL_MS = { read: 6_000, write: 9_500 } as const;

/** When a call must be answered, in ms since the epoch; carries nothing else to its transactions (lib/db.ts). */
export type Deadline = {
  kind: keyof typeof CALL_MS;
  endsAt: number;
  /** One of its transactions has committed a change. */
  saved?: boolean;
};

const calls = new AsyncLocalStorage<Deadline>();

export const deadline = (kind: Deadline['kind']): Deadline => ({
  kind,
  endsAt: Date.now() + CALL_MS[kind] * env.databasePatience,
});

/** One for all that a page reads; of its own for each read outside of a page. */
export const pageDeadline = cache(() => deadline('read'));

/** Ends the call's transactions at its deadline. Not for calls made of many transactions: each has its own limit. */
export const withinDeadline = <T>(until: Deadline, work: () => Promise<T>): Promise<T> => calls.run(until, work);

export const currentDeadline = (): Deadline | undefined => calls.getStore();
