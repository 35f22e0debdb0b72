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

/** The statements that `work` sends to PostgreSQL. */
export async function textsOf(work: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    const given = query.mock.calls.map(([first]) => first as string | { text: string });
    return given.map((one) => (typeof one === 'string' ? one : one.text).replace(/\s+/g, ' ').trim());
  } finally {
    query.mockRestore();
  }
}

/** How many they are. */
export const statementsOf = async (work: () => Promise<unknown>): Promise<number> => (await textsOf(work)).length;

/** The code of the failure that `work` ends in. */
export const codeOf = async (work: Promise<unknown>): Promise<ErrorCode> => (await failureOf(work)).code;
