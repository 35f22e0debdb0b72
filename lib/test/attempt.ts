import pg from 'pg';
import { vi } from 'vitest';
import { DomainError, type ErrorCode } from '@/lib/errors';
import type { Ctx, Seat } from '@/lib/org';
import { asMember } from '@/lib/test/as-member';

/** `done`, or the code of the failure it ended in; rolled back. What is not one of our failures is thrown on. */
export async function attempt(who: string | Seat, work: (ctx: Ctx) => Promise<unknown>): Promise<'done' | ErrorCode> {
  let outcome: 'done' | ErrorCode = 'done';
  await asMember(who, async (ctx) => {
    try {
      await work(ctx);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      outcome = error.code;
    }
  });
  return outcome;
}

/** The failure that `work` ends in. */
export const failureOf = (work: Promise<unknown>): Promise<DomainError> =>
  work.then(
    () => {
      throw new Error('It was allowed.');
    },
    (error) => {
      if (error instanceof DomainError) return error;
      throw error;
    },
  );

/** How many statements `work` sends to PostgreSQL. */
export async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    return query.mock.calls.length;
  } finally {
    query.mockRestore();
  }
}

/** The code of the failure that `work` ends in. */
export const codeOf = async (work: Promise<unknown>): Promise<ErrorCode> => (await failureOf(work)).code;
