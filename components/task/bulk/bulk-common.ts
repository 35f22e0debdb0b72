import type { TaskCard } from '@/lib/task/schema';

/** What all of them have, else nothing. */
export function common<T>(tasks: readonly TaskCard[], of: (task: TaskCard) => T): T | undefined {
  const [first, ...others] = tasks.map(of);
  return others.every((one) => one === first) ? first : undefined;
}

type Named = { _id: string };

/** Of what each has several of: those that all of them have. */
export function ofAll<T extends Named>(tasks: readonly TaskCard[], of: (task: TaskCard) => readonly T[]): readonly T[] {
  const [first = [], ...others] = tasks.map(of);
  const ids = others.map((some) => new Set(some.map(({ _id }) => _id)));
  return first.filter(({ _id }) => ids.every((some) => some.has(_id)));
}

/** What was ticked and what was unticked; what else each task has is left alone. */
export function ticks<T extends Named>(before: readonly T[], after: readonly T[]): { added: T[]; removed: T[] } {
  const without = (some: readonly T[], others: readonly T[]) =>
    some.filter(({ _id }) => !others.some((other) => other._id === _id));
  return { added: without(after, before), removed: without(before, after) };
}
