import 'server-only';
import { DomainError } from '@/lib/errors';
import { log } from '@/lib/log';
import type { Ctx } from '@/lib/org';

/** Redirects and what Next counts as one are answers too. */
export const isAnswer = (error: unknown): boolean =>
  error instanceof DomainError || String((error as { digest?: unknown })?.digest).startsWith('NEXT_');

type Pass = <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>;
/** By the names of what is shown of them. */
export type Parts<T, Name extends string> = Record<Name, (ctx: Ctx) => Promise<Partial<T>>>;

/**
 * Several things in one passage, with few messages to the database; where that fails, each in a passage of its own, so that what
 * fails takes nothing else along: `empty` stands in its place, and its name in `failed`. Throws if nothing can be read.
 */
export async function readTogetherOrApart<T, Name extends string>(
  pass: Pass,
  together: (ctx: Ctx) => Promise<T>,
  apart: Parts<T, Name>,
  empty: T,
): Promise<T & { failed: Name[] }> {
  try {
    return { ...(await pass(together)), failed: [] };
  } catch (error) {
    if (isAnswer(error)) throw error;
    return readApart(pass, apart, empty, error);
  }
}

async function readApart<T, Name extends string>(
  pass: Pass,
  apart: Parts<T, Name>,
  empty: T,
  cause: unknown,
): Promise<T & { failed: Name[] }> {
  const read = { ...empty, failed: [] as Name[] };
  const names = Object.keys(apart) as Name[];
  for (const name of names) {
    try {
      Object.assign(read, await pass(apart[name]));
    } catch (error) {
      if (isAnswer(error)) throw error;
      log('error', 'part.failed', { part: name, error });
      read.failed.push(name);
    }
  }
  if (read.failed.length === names.length) throw cause;
  return read;
}
