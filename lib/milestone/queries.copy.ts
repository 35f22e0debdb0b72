import 'server-only';
import type { Ctx } from '@/lib/org';
import { fromDate, toDate } from '@/lib/validation';

export async function milestoneIds({ db }: Ctx, projectId: string): Promise<string[]> {
  const rows = await db.milestone.findMany({ where: { projectId, deletedAt: null }, select: { id: true } });
  return rows.map(({ id }) => id);
}

type Anew = { idOf: (id: string) => string; dayOf: (day: string | null) => string | null };

/** Gives a project that has none those of another one, in their order, not reached yet. */
export async function copyMilestones(ctx: Ctx, from: string, projectId: string, { idOf, dayOf }: Anew): Promise<void> {
  const rows = await ctx.db.milestone.findMany({
    where: { projectId: from, deletedAt: null },
    orderBy: { rank: 'asc' },
  });
  const data = rows.map(({ id, name, rank, audience, dueDate }) => ({
    ...{ id: idOf(id), projectId, name, rank, audience },
    dueDate: toDate(dayOf(dueDate && (fromDate(dueDate) ?? null))),
  }));
  await ctx.db.milestone.createMany({ data });
  for (const { id, audience, name } of data)
    ctx.happened('milestone.created', { id, projectId, audience }, { milestone_id: id, name });
}
