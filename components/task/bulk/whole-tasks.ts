import { call } from '@/components/query/api-client';
import type { TaskCard } from '@/lib/task/schema';
import { piecesOf } from './bulk-pieces';

/** How many are read at the same time. */
const READ_AT_ONCE = 20;

/** A list names some of many assignees, and the values that it shows: with all of them. `values`: those too. */
export async function wholeTasks(tasks: readonly TaskCard[], values: boolean): Promise<TaskCard[]> {
  const read = new Map<string, TaskCard>();
  const partial = tasks.filter((task) => values || task.more_assignees);
  for (const some of piecesOf(partial, READ_AT_ONCE))
    for (const card of await Promise.all(some.map(({ _id: id }) => call('GET taskCard/{id}', { id }))))
      read.set(card._id, card);
  return tasks.map((task) => read.get(task._id) ?? task);
}
