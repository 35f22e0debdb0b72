import 'server-only';
import { allow, DomainError, notFound } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { canDeleteProject, whyNotLead } from '@/lib/project/policy';
import { getProjectCard } from '@/lib/project/queries';
import { candidates } from '@/lib/project/queries.people';
import type { DeletedProject, ProjectCard, ProjectId } from '@/lib/project/schema';

const ONLY_ADMINS = 'Only an admin deletes a project.';

/**
 * Moves a project to the bin for 30 days. From the next statement of anybody on, the database hides it with all that
 * belongs to it; its people are told. Its id brings it back: `restoreProject`.
 */
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
    ctx.audit({ action: 'project.delete', target: id, after: { project: `${key} ${name}` } });
    ctx.record({ kind: 'project.deleted', projectId: id, audience: 'internal', data: { name } });
    for (const memberId of await peopleOf(ctx, id))
      ctx.notify({ memberId, kind: 'project.deleted', data: { deleted_project_id: id, name, key } });
    ctx.outdate([ctx.actor.memberId]);
    ctx.emit({ type: 'project.deleted', projectId: id, version: project.version + 1 });
  }
  return { _id: id, key, name };
}

/** Takes a project out of the bin, whole. One that is not in the bin stays as it is. */
export async function restoreProject(ctx: Ctx, { id }: ProjectId): Promise<ProjectCard> {
  allow(canDeleteProject(ctx.actor), ONLY_ADMINS);
  await ctx.openBin();
  const { name, key, leaderId } = await find(ctx, id);
  // Whoever was deactivated meanwhile, or got another role, could not be taken off what nobody saw.
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
  if (count) await ctx.db.projectMember.deleteMany({ where: { projectId: id, member: { role: 'observer' } } });
  const card = await getProjectCard(ctx, id);
  if (!count) return card;
  ctx.audit({ action: 'project.restore', target: id, after: { project: `${key} ${name}` } });
  ctx.record({ kind: 'project.restored', projectId: id, audience: 'internal', data: { name } });
  for (const memberId of await peopleOf(ctx, id))
    ctx.notify({ memberId, kind: 'project.restored', data: { project_id: id } });
  ctx.outdate([ctx.actor.memberId]);
  ctx.emit({ type: 'project.restored', projectId: id, version: card.version });
  return card;
}

/** Removes a project that is in the bin for good, with all that belongs to it. `conflict` for one that is not there. */
export async function purgeProject(ctx: Ctx, { id }: ProjectId): Promise<DeletedProject> {
  allow(canDeleteProject(ctx.actor), ONLY_ADMINS);
  await ctx.openBin();
  const { name, key } = await find(ctx, id);
  const { count } = await ctx.db.project.deleteMany({ where: { id, deletedAt: { not: null } } });
  if (!count) throw new DomainError('conflict', 'This project is not in the bin. Delete it first.');
  ctx.audit({ action: 'project.purge', target: id, after: { project: `${key} ${name}` } });
  return { _id: id, key, name };
}

async function find({ db }: Ctx, id: string) {
  const project = await db.project.findFirst({
    where: { id },
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
