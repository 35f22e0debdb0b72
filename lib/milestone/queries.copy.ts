import 'server-only';
import { generateNKeysBetween } from 'fractional-indexing';
import type { Ctx } from '@/lib/org';
import type { AUDIENCES } from '@/lib/task/vocabulary';
import { fromDate, toDate } from '@/lib/validation';

type Taken = { id: string; name: string; due: string | null; audience: (typeof AUDIENCES)[number] };

/** Of a project, in their order. */
export async function milestonesIn({ db }: Ctx, projectId: string): Promise<Taken[]> {
  const rows = await db.milestone.findMany({
    where: { projectId, deletedAt: null },
    orderBy: [{ rank: 'asc' }, { id: 'asc' }],
  });
  return rows.map(({ id, name, audience, dueDate }) => ({
    ...{ id, name, audience: audience === 'client' ? 'client' : 'internal' },
    due: (dueDate && fromDate(dueDate)) ?? null,
  }));
}

/** To a project that has none, in this order; none is reached yet. Whoever calls has asked for the right. @returns their ids */
export async function addMilestones(ctx: Ctx, projectId: string, given: readonly Taken[]): Promise<string[]> {
  const ranks = generateNKeysBetween(null, null, given.length);
  const data = given.map(({ id, name, due, audience }, at) => ({
    ...{ id, projectId, name, audience, rank: ranks[at] as string },
    dueDate: toDate(due),
  }));
  await ctx.db.milestone.createMany({ data });
  for (const { id, audience, name } of data)
    ctx.happened('milestone.created', { id, projectId, audience }, { milestone_id: id, name });
  return data.map(({ id }) => id);
}
