import type { AnswerOf } from '@/lib/api/contract';

export type Outcomes = AnswerOf<'POST taskArray'>['tasks'];
type Task = { _id: string };
/** Tasks, and the call that changes some of them. */
type Work<T extends Task> = { tasks: readonly T[]; run: (piece: readonly T[]) => Promise<Outcomes> };

/** Tasks of one call: it would take two hundred, but is to end well before its deadline on a busy host too. */
export const MOST_AT_ONCE = 50;

export const piecesOf = <T>(all: readonly T[], size = MOST_AT_ONCE): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));

/**
 * Any number of tasks, in one call after the other. Once something is done, a call that fails refuses what it and those
 * after it were about, for the reason that `why` gives; before that it throws.
 */
export async function inPieces<T extends Task>(
  works: readonly Work<T>[],
  why: (error: unknown) => string,
): Promise<Outcomes> {
  const outcomes: Outcomes = [];
  const pieces = works.flatMap(({ tasks, run }) => piecesOf(tasks).map((piece) => ({ piece, run })));
  for (const [at, { piece, run }] of pieces.entries())
    try {
      outcomes.push(...(await run(piece)));
    } catch (error) {
      if (!outcomes.some(({ done }) => done)) throw error;
      const left = pieces.slice(at).flatMap((one) => one.piece);
      return [...outcomes, ...left.map(({ _id }) => ({ _id, done: false, reason: why(error), card: null }))];
    }
  return outcomes;
}

/** A task after the one that it is below: moved before it, it would leave it. */
export function fromTheTop<T extends Task & { parent: Task | null }>(tasks: readonly T[]): T[] {
  const known = new Map(tasks.map((task) => [task._id, task]));
  const depth = ({ parent }: T, most = 8): number => {
    const above = parent && known.get(parent._id);
    return above && most > 0 ? depth(above, most - 1) + 1 : parent ? 1 : 0;
  };
  return tasks.toSorted((one, other) => depth(one) - depth(other));
}
