import 'server-only';
import { notFound } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import type { ChecklistItem } from '@/lib/task-parts/schema';
import { newId } from '@/lib/validation';

export type RankedItem = ChecklistItem & { rank: string };

/** In order. */
export const checklistOf = ({ db }: Ctx, taskId: string): Promise<RankedItem[]> => db.$queryRaw`
  select i.id as _id, i.title, i.done, i.version, i.rank from checklist_item i
   where i.task_id = ${taskId}::uuid order by i.rank, i.id`;

/** `not_found` if the caller does not see it. */
export async function taskOfItem({ db }: Ctx, id: string): Promise<string> {
  const item = await db.checklistItem.findFirst({ where: { id }, select: { taskId: true } });
  if (!item) throw notFound('The checklist line');
  return item.taskId;
}

type Onto = { id: string; projectId: string; audience: string };

/** The lines of one task onto another that has none, with nothing done. */
export async function copyChecklist(ctx: Ctx, from: string, { id: taskId, projectId, audience }: Onto): Promise<void> {
  const items = await checklistOf(ctx, from);
  const data = items.map(({ title, rank }) => ({ id: newId(), taskId, projectId, audience, title, rank }));
  if (data.length) await ctx.db.checklistItem.createMany({ data });
}
