/** One entry of a domain's `jobs.ts`: work that goes on after the answer, in pieces. */
import type { z } from 'zod';
import type { Ctx } from '@/lib/org';

/** Of pieces, in the units of the job: rows, lines, organisations. */
export type Progress = { done: number; total: number };

/** A job that runs, as its entry sees it. */
export type RunningJob<P> = {
  readonly id: string;
  readonly payload: P;
  readonly progress: Progress;
  /** What the last piece left for the next one; null for the first. */
  readonly cursor: unknown;
  /** A transaction as the member who asked for the job, with the rights of now. */
  door<T>(work: (ctx: Ctx) => Promise<T>): Promise<T>;
  /** In the transaction of the piece, so that it counts once: throws when the job was taken over or cancelled. */
  advance(ctx: Ctx, progress: Progress, cursor?: unknown): Promise<void>;
  /** A piece of the file that the job makes; in the transaction of `advance`. */
  write(ctx: Ctx, text: string): Promise<void>;
};

export type JobDefinition<P> = {
  /** Stored sealed: it may hold secrets. */
  payload: z.ZodType<P>;
  /** One short piece; true when nothing is left. Repeated after a crash, from the last `advance`. */
  step(job: RunningJob<P>): Promise<boolean>;
};

/** By kind, such as `invitation.import`. */
export const defineJobs = <T extends Record<string, { payload: z.ZodType }>>(
  jobs: T & { [K in keyof T]: JobDefinition<z.output<T[K]['payload']>> },
): T => jobs;
