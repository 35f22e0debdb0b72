import 'server-only';
import { generateNKeysBetween } from 'fractional-indexing';
import { fittedLine, nameKey } from '@/lib/clean-text';
import { canEditMilestones } from '@/lib/milestone/policy';
import type { Ctx } from '@/lib/org';
import { findProject } from '@/lib/project/queries.people';
import { newId } from '@/lib/validation';

const MOST_LETTERS = 120;
const fitted = (name: string) => fittedLine(name, MOST_LETTERS, '…');

/** Two names are one milestone of a project where these are equal. */
export const milestoneKey = (name: string): string => nameKey(fitted(name));

type Made = { id: string; name: string };

/** Ids by `milestoneKey`. What is missing is made, behind the others and for the team, by whoever may. */
export async function milestonesByName(
  ctx: Ctx,
  projectId: string,
  given: readonly string[],
): Promise<{ milestones: Map<string, string>; made: Made[] }> {
  const names = new Map(given.map((name) => [milestoneKey(name), fitted(name)] as const).filter(([, name]) => name));
  if (!names.size) return { milestones: new Map(), made: [] };
  await ctx.db.$executeRaw`select pg_advisory_xact_lock(hashtextextended('milestone:' || ${projectId}::text, 0))`;
  const rows = await ctx.db.milestone.findMany({
    where: { projectId, deletedAt: null },
    orderBy: [{ rank: 'asc' }, { id: 'asc' }],
    select: { id: true, name: true, rank: true },
  });
  const milestones = new Map(rows.toReversed().map(({ id, name }) => [nameKey(name), id]));
  const missing = [...names].filter(([key]) => !milestones.has(key));
  if (!missing.length || !canEditMilestones(ctx.actor, await findProject(ctx, projectId)))
    return { milestones, made: [] };
  const ranks = generateNKeysBetween(rows.at(-1)?.rank ?? null, null, missing.length);
  const made = missing.map(([key, name], at) => ({ key, id: newId(), name, rank: ranks[at] as string }));
  await ctx.db.milestone.createMany({ data: made.map(({ id, name, rank }) => ({ id, projectId, name, rank })) });
  for (const { key, id, name } of made) {
    milestones.set(key, id);
    ctx.happened('milestone.created', { id, projectId, audience: 'internal' }, { milestone_id: id, name });
  }
  return { milestones, made: made.map(({ id, name }) => ({ id, name })) };
}

/** Those that no task has and that are called as they were. */
export async function removeUnusedMilestones({ db }: Ctx, made: readonly Made[]): Promise<void> {
  for (const { id, name } of made)
    await db.milestone.updateMany({
      where: { id, name, deletedAt: null, tasks: { none: {} } },
      data: { deletedAt: new Date() },
    });
}
