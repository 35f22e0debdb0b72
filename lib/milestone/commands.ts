import 'server-only';
import { allow, DomainError, invalidField, stale } from '@/lib/errors';
import { canEditMilestones } from '@/lib/milestone/policy';
import {
  getMilestone,
  lockMilestone,
  type MilestoneFacts,
  milestoneRank,
  projectFollowers,
  tasksOfMilestone,
} from '@/lib/milestone/queries';
import type {
  CreateMilestone,
  EditMilestone,
  MilestoneRecord,
  MilestoneReference,
  RestoreMilestone,
} from '@/lib/milestone/schema';
import type { Ctx } from '@/lib/org';
import { findProject } from '@/lib/project/queries.people';
import { editTask } from '@/lib/task/commands';
import { ARCHIVED, takesNewTasks } from '@/lib/task/policy';
import { inLockOrder, raiseOfMilestone } from '@/lib/task/queries.write';
import { newId, toDate } from '@/lib/validation';

const MAY_NOT = 'Only the project’s leader, or an admin or sub-admin, can change its milestones.';

/** At its place by due date, unless it is said behind which one. Its tasks are put into it as if by hand. */
export async function createMilestone(ctx: Ctx, input: CreateMilestone): Promise<MilestoneRecord> {
  const { project_id: projectId, name, audience, due_date: due = null } = input;
  const project = await findProject(ctx, projectId);
  allow(canEditMilestones(ctx.actor, project), MAY_NOT);
  if (!takesNewTasks(project)) throw new DomainError('conflict', ARCHIVED);
  const id = newId();
  const rank = await placed(ctx, projectId, { own: id, due, after: input.after_id });
  await ctx.db.milestone.create({ data: { id, projectId, name, audience, rank, dueDate: toDate(due) } });
  ctx.happened('milestone.created', { id, projectId, audience }, { milestone_id: id, name });
  if (input.task_ids) await putTasks(ctx, id, input.task_ids);
  return getMilestone(ctx, id);
}

/** `conflict` with the current record if `version` is stale. Where its due date changes it moves to its new place. */
export async function editMilestone(ctx: Ctx, input: EditMilestone): Promise<MilestoneRecord> {
  const { id, version, task_ids } = input;
  const before = await lockMilestone(ctx, id);
  allow(canEditMilestones(ctx.actor, before), MAY_NOT);
  if (version !== undefined && version !== before.version) throw stale(await getMilestone(ctx, id));
  const after = {
    name: input.name ?? before.name,
    dueDate: input.due_date === undefined ? before.dueDate : input.due_date,
    audience: input.audience ?? before.audience,
    reached: input.reached ?? before.reached,
  };
  const moves = after.dueDate !== before.dueDate;
  const rank =
    moves || input.after_id !== undefined
      ? await placed(ctx, before.projectId, { own: id, due: after.dueDate, after: input.after_id })
      : before.rank;
  const shows = after.name !== before.name || after.audience !== before.audience;
  if (shows || moves || rank !== before.rank || after.reached !== before.reached) {
    await ctx.db.milestone.updateMany({
      where: { id },
      data: {
        name: after.name,
        dueDate: toDate(after.dueDate),
        audience: after.audience,
        rank,
        ...(after.reached !== before.reached && { reachedAt: after.reached ? new Date() : null }),
        version: { increment: 1 },
        updatedAt: new Date(),
      },
    });
    await tell(ctx, before, { ...after, rank }, shows);
  }
  if (task_ids) await putTasks(ctx, id, task_ids);
  return getMilestone(ctx, id);
}

type After = Pick<MilestoneFacts, 'name' | 'dueDate' | 'audience' | 'reached' | 'rank'>;

async function tell(ctx: Ctx, before: MilestoneFacts, after: After, shows: boolean): Promise<void> {
  const { id, projectId } = before;
  const subject = {
    id,
    projectId,
    audience: after.audience,
    audienceBefore: before.audience,
    touched: shows ? await raiseOfMilestone(ctx, id) : [],
  };
  const named = { milestone_id: id, name: after.name };
  const isTold = after.dueDate !== before.dueDate || (after.reached && !before.reached);
  const told = { ...subject, followers: isTold ? await projectFollowers(ctx, projectId, after.audience) : [] };
  if (after.audience !== before.audience) {
    const change = { from: before.audience, to: after.audience } as { from: 'internal'; to: 'client' };
    ctx.happened('milestone.audience', subject, { ...named, ...change });
  }
  if (after.name !== before.name) ctx.happened('milestone.renamed', subject, { ...named, from: before.name });
  if (after.dueDate !== before.dueDate)
    ctx.happened('milestone.moved', told, { ...named, from: before.dueDate, to: after.dueDate });
  if (after.reached !== before.reached) {
    if (after.reached) ctx.happened('milestone.reached', told, named);
    else ctx.happened('milestone.reopened', subject, named);
  }
  if (after.rank !== before.rank) ctx.happened('milestone.reordered', subject);
}

/** Its tasks have none then. Can be undone within a day. */
export async function deleteMilestone(ctx: Ctx, { id, version }: MilestoneReference): Promise<MilestoneRecord> {
  const before = await lockMilestone(ctx, id);
  allow(canEditMilestones(ctx.actor, before), MAY_NOT);
  const record = await getMilestone(ctx, id);
  if (version !== undefined && version !== before.version) throw stale(record);
  await ctx.db.milestone.updateMany({ where: { id }, data: { deletedAt: new Date() } });
  const touched = await raiseOfMilestone(ctx, id);
  ctx.happened('milestone.deleted', { ...before, touched }, { milestone_id: id, name: before.name });
  return record;
}

/** Undoes a deletion; those of its tasks that have no other milestone by now are in it again. */
export async function restoreMilestone(ctx: Ctx, { id }: RestoreMilestone): Promise<MilestoneRecord> {
  const before = await lockMilestone(ctx, id, true);
  allow(canEditMilestones(ctx.actor, before), MAY_NOT);
  await ctx.db.milestone.updateMany({ where: { id }, data: { deletedAt: null, version: { increment: 1 } } });
  const touched = await raiseOfMilestone(ctx, id);
  ctx.happened('milestone.restored', { ...before, touched }, { milestone_id: id, name: before.name });
  return getMilestone(ctx, id);
}

async function placed(ctx: Ctx, projectId: string, place: Parameters<typeof milestoneRank>[2]): Promise<string> {
  const rank = await milestoneRank(ctx, projectId, place);
  if (rank === null) throw invalidField('after_id', 'This milestone does not belong to the project.');
  return rank;
}

/** Each by the rules of its own, in one order, so that two such calls do not wait for each other. */
async function putTasks(ctx: Ctx, id: string, wanted: readonly string[]): Promise<void> {
  const held = await tasksOfMilestone(ctx, id);
  const gone = held.filter((one) => !wanted.includes(one));
  const come = [...new Set(wanted)].filter((one) => !held.includes(one));
  for (const one of await inLockOrder(ctx, [...gone, ...come]))
    await editTask(ctx, { id: one, milestone_id: gone.includes(one) ? null : id }, async () => null);
}
