import 'server-only';
import { allow, DomainError, notFound } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { settleProject } from '@/lib/project/membership';
import { canDeleteProject, whyNotLead } from '@/lib/project/policy';
import { getProjectCard } from '@/lib/project/queries';
import { candidates } from '@/lib/project/queries.people';
import type { DeletedProject, ProjectCard, ProjectId } from '@/lib/project/schema';
import { binnedSince } from '@/lib/retention';
import { holdsLockedTime } from '@/lib/time-entry/queries.week';

const ONLY_ADMINS = 'Only an admin can delete a project.';

/** Row security hides the project and all that belongs to it at once; its people are told. */
export async function deleteProject(ctx: Ctx, { id }: ProjectId): Promise<DeletedProject> {
  const project = await find(ctx, id);
  allow(canDeleteProject(ctx.actor), ONLY_ADMINS);
  await ctx.openBin();
  const { count } = await ctx.db.project.updateMany({
    where: { id, deletedAt: null },
    data: { deletedAt: new Date(), version: { increment: 1 }, updatedAt: new Date() },
  });
  const { name, key } = project;
  if (count) {
    const people = await peopleOf(ctx, id);
    ctx.happened('project.deleted', { id, version: project.version + 1, people }, { name, key });
  }
  return { _id: id, key, name };
}

/** No change if it is not in the bin. */
export async function restoreProject(ctx: Ctx, { id }: ProjectId): Promise<ProjectCard> {
  allow(canDeleteProject(ctx.actor), ONLY_ADMINS);
  await ctx.openBin();
  const { name, key, leaderId } = await find(ctx, id);
  // The leader may have been deactivated or changed role meanwhile.
  const leads = leaderId !== null && whyNotLead((await candidates(ctx, [leaderId])).get(leaderId)) === null;
  const { count } = await ctx.db.project.updateMany({
    where: { id, deletedAt: { not: null } },
    data: {
      deletedAt: null,
      version: { increment: 1 },
      updatedAt: new Date(),
      ...(!leads && { leaderId: null }),
    },
  });
  if (!count) return getProjectCard(ctx, id);
  await settleProject(ctx, id);
  const card = await getProjectCard(ctx, id);
  ctx.happened('project.restored', { id, version: card.version, people: await peopleOf(ctx, id) }, { name, key });
  return card;
}

/** More tasks or files than this are removed by the sweep, in steps: one call would take too long. */
const AT_ONCE = 500;

/** A large project disappears and frees its key at once; the sweep removes its rows. `conflict` if not in the bin. */
export async function purgeProject(ctx: Ctx, { id }: ProjectId): Promise<DeletedProject> {
  allow(canDeleteProject(ctx.actor), ONLY_ADMINS);
  await ctx.openBin();
  const { name, key } = await find(ctx, id);
  if (await holdsLockedTime(ctx, id))
    throw new DomainError('conflict', 'Time of this project is in a locked week. Unlock the week first.');
  const where = { id, deletedAt: { not: null } };
  const some = { where: { projectId: id }, select: { id: true }, take: AT_ONCE + 1 };
  const large =
    (await ctx.db.task.findMany(some)).length > AT_ONCE || (await ctx.db.file.findMany(some)).length > AT_ONCE;
  const { count } = large
    ? await ctx.db.project.updateMany({ where, data: { deletedAt: new Date(0), key: id } })
    : await ctx.db.project.deleteMany({ where });
  if (!count) throw new DomainError('conflict', 'This project is not in the bin. Delete it first.');
  ctx.happened('project.purged', { id }, { name, key });
  return { _id: id, key, name };
}

async function find({ db }: Ctx, id: string) {
  const project = await db.project.findFirst({
    where: { id, OR: [{ deletedAt: null }, { deletedAt: { gt: binnedSince() } }] },
    select: { name: true, key: true, version: true, leaderId: true },
  });
  if (!project) throw notFound('The project');
  return project;
}

async function peopleOf({ db }: Ctx, projectId: string): Promise<string[]> {
  const rows = await db.projectMember.findMany({
    where: { projectId, member: { deactivatedAt: null } },
    select: { memberId: true },
  });
  return rows.map(({ memberId }) => memberId);
}
