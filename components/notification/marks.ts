import { call } from '@/components/query/api-client';
import type { AnswerOf, InputOf } from '@/lib/api/contract';

type Input = InputOf<'POST markNotifications'>;
/** Without ids: the whole inbox. `as`: under which it can be undone; `undoes`: what was done under this. */
export type Marks = Input & { as?: string; undoes?: string };

const mark = (input: Input) => call('POST markNotifications', input);

/** What was done last, and how it stood before: undoing takes nothing along that lay there already. */
const done = new Map<string, AnswerOf<'POST markNotifications'>['before']>();
const MOST_DONE = 20;

/** Kept by earlier versions: the ids of what was read. */
export const marksOf = (given: Marks | string[] = { read: true }): Marks =>
  Array.isArray(given) ? { ids: given, read: true } : given;

/** Where it is not known any more how it stood, rows are undone. `send`: to another inbox than the open organisation's. */
export async function sendMarks(marks?: Marks | string[], send = mark) {
  const { as, undoes, ...input } = marksOf(marks);
  const restore = undoes ? done.get(undoes) : undefined;
  // What is refused has changed nothing.
  if (as) done.set(as, []);
  const answer = await send(restore ? { restore } : input);
  if (undoes) done.delete(undoes);
  if (as) done.set(as, answer.before);
  for (const key of [...done.keys()].slice(0, -MOST_DONE)) done.delete(key);
  return answer;
}
