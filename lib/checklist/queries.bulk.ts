import 'server-only';
import { generateNKeysBetween } from 'fractional-indexing';
import type { Ctx } from '@/lib/org';
import type { TaskSubject } from '@/lib/task/events';
import { newId } from '@/lib/validation';

type Listed = Omit<TaskSubject, 'version'> & { items: readonly { title: string; done: boolean }[] };

/** Of tasks that were made together and have no lines yet; history does not tell. @returns how many lines */
export async function insertChecklists({ db }: Ctx, tasks: readonly Listed[]): Promise<number> {
  const data = tasks.flatMap(({ id: taskId, projectId, audience, items }) => {
    const ranks = generateNKeysBetween(null, null, items.length);
    return items.map(({ title, done }, at) => ({
      ...{ id: newId(), taskId, projectId, audience, title, done },
      rank: ranks[at] as string,
    }));
  });
  if (data.length) await db.checklistItem.createMany({ data });
  return data.length;
}
