import 'server-only';
import { bidi } from '@/lib/bidi';
import type { Writing } from '@/lib/effects';
import { DomainError, invalidField, notFound } from '@/lib/errors';
import type { Role } from '@/lib/permission/schema';
import { whyNotContact } from '@/lib/project/policy';
import { candidates, lockProjects } from '@/lib/project/queries.people';
import { releaseOpenWork } from '@/lib/task/assignment';
import { NEVER_ASSIGNED, SEES_EVERY_PROJECT } from '@/lib/task/policy';

/** The only writer of `project_member`; commands check rights. Leaving ends access and open work; leaders must stay. */

export type MembershipChange = { projectId: string; add?: readonly string[]; remove?: readonly string[] };
/** Without people who were in, or out, already. */
export type ChangedMembership = { projectId: string; added: string[]; removed: string[] };

/** The leader becomes its clients' contact. Creating the project tells them. */
export async function addFirstMembers(ctx: Writing, projectId: string, memberIds: readonly string[], leaderId: string) {
  await ctx.db.projectMember.createMany({
    data: memberIds.map((memberId) => ({ projectId, memberId, isContact: memberId === leaderId })),
  });
}

/** Locks the projects. Throws `not_found` for a hidden project, `conflict` for a leader who is to leave. */
export async function changeMembership(
  ctx: Writing,
  changes: readonly MembershipChange[],
): Promise<ChangedMembership[]> {
  const projectIds = changes.map(({ projectId }) => projectId);
  const everybody = [...new Set(changes.flatMap(({ add = [], remove = [] }) => [...add, ...remove]))];
  if (!everybody.length) return [];
  const projects = await lockProjects(ctx, projectIds);
  const people = await candidates(ctx, everybody);
  const seats = await ctx.db.projectMember.findMany({
    where: { projectId: { in: projectIds }, memberId: { in: everybody } },
    select: { projectId: true, memberId: true },
  });
  const changed = changes.map(({ projectId, add = [], remove = [] }) => {
    const project = projects.get(projectId);
    if (!project) throw notFound('The project');
    if (project.leaderId && remove.includes(project.leaderId))
      throw new DomainError(
        'conflict',
        bidi`The leader cannot leave the project. Choose another leader first: ${people.get(project.leaderId)?.name} leads ${project.name}.`,
      );
    const seated = new Set(seats.filter((seat) => seat.projectId === projectId).map(({ memberId }) => memberId));
    return {
      projectId,
      added: [...new Set(add)].filter((one) => !seated.has(one)),
      removed: [...new Set(remove)].filter((one) => seated.has(one)),
    };
  });
  const added = changed.flatMap((one) => one.added.map((memberId) => ({ projectId: one.projectId, memberId })));
  if (added.length) await ctx.db.projectMember.createMany({ data: added });
  for (const { projectId, removed } of changed) {
    if (!removed.length) continue;
    await releaseOpenWork(ctx, removed, { inProjects: [projectId] });
    await ctx.db.projectMember.deleteMany({ where: { projectId, memberId: { in: removed } } });
  }
  const real = changed.filter(({ added, removed }) => added.length || removed.length);
  const named = (ids: string[]) => ids.map((one) => ({ _id: one, name: people.get(one)?.name ?? '' }));
  for (const { projectId, added, removed } of real) {
    ctx.happened('project.members_changed', { id: projectId }, { added: named(added), removed: named(removed) });
  }
  return real;
}

/** `to` null: nobody. The caller reports the event. */
export async function changeLeader(ctx: Writing, projectIds: readonly string[], from: string, to: string | null) {
  await ctx.db.project.updateMany({
    where: { id: { in: [...projectIds] }, leaderId: from },
    data: { leaderId: to, version: { increment: 1 }, updatedAt: new Date() },
  });
  if (to) await seatLeader(ctx, projectIds, to);
}

/** Makes a leader a member and contact. The caller reports the event. */
export async function seatLeader({ db }: Writing, projectIds: readonly string[], memberId: string): Promise<void> {
  const those = { projectId: { in: [...projectIds] }, memberId };
  await db.projectMember.updateMany({ where: those, data: { isContact: true } });
  await db.projectMember.createMany({
    data: projectIds.map((projectId) => ({ projectId, memberId, isContact: true })),
    skipDuplicates: true,
  });
}

/** Team members whom clients see; always the leader. Throws `conflict` (leader), `invalid` (`add_contacts`). */
export async function changeContacts(
  ctx: Writing,
  projectId: string,
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
): Promise<boolean> {
  if (!add.length && !remove.length) return false;
  const leaderId = (await lockProjects(ctx, [projectId])).get(projectId)?.leaderId;
  if (leaderId && remove.includes(leaderId))
    throw new DomainError('conflict', 'The leader has to stay a contact for clients.');
  const seats = await ctx.db.projectMember.findMany({
    where: { projectId, memberId: { in: [...add, ...remove] } },
    select: { memberId: true, isContact: true, member: { select: { name: true, role: true } } },
  });
  for (const one of add) {
    const problem = whyNotContact(seats.find(({ memberId }) => memberId === one)?.member);
    if (problem) throw invalidField('add_contacts', problem);
  }
  const others = (ids: readonly string[], isContact: boolean) =>
    seats.filter((seat) => ids.includes(seat.memberId) && seat.isContact !== isContact).map(({ memberId }) => memberId);
  return setContacts(ctx, projectId, { added: others(add, true), removed: others(remove, false) });
}

async function setContacts(
  ctx: Writing,
  projectId: string,
  { added, removed }: { added: string[]; removed: string[] },
): Promise<boolean> {
  const set = (ids: string[], isContact: boolean) =>
    ctx.db.projectMember.updateMany({ where: { projectId, memberId: { in: ids } }, data: { isContact } });
  if (!added.length && !removed.length) return false;
  if (added.length) await set(added, true);
  if (removed.length) await set(removed, false);
  const contacts = { contacts_added: added, contacts_removed: removed };
  ctx.happened('project.contacts_changed', { id: projectId }, contacts);
  return true;
}

/** After a change of role: ends open work, project seats (observers) and contacts (clients) that no longer fit it. */
export async function settleRole(ctx: Writing, memberId: string, role: Role): Promise<void> {
  const seats = await ctx.db.projectMember.findMany({ where: { memberId }, select: { projectId: true } });
  const projectIds = seats.map(({ projectId }) => projectId);
  if (NEVER_ASSIGNED.includes(role)) await releaseOpenWork(ctx, [memberId]);
  else if (!SEES_EVERY_PROJECT.includes(role)) await releaseOpenWork(ctx, [memberId], { outside: projectIds });
  await unfit(ctx, { memberId });
}

/** Applies to a restored project what changed about its people while it was in the bin. */
export async function settleProject(ctx: Writing, projectId: string): Promise<void> {
  const away = await ctx.db.taskAssignee.findMany({
    where: { projectId, member: { OR: [{ role: { in: [...NEVER_ASSIGNED] } }, { deactivatedAt: { not: null } }] } },
    select: { memberId: true },
    distinct: ['memberId'],
  });
  if (away.length)
    await releaseOpenWork(
      ctx,
      away.map(({ memberId }) => memberId),
      { inProjects: [projectId] },
    );
  await unfit(ctx, { projectId });
}

async function unfit(ctx: Writing, where: { memberId: string } | { projectId: string }): Promise<void> {
  const seats = await ctx.db.projectMember.findMany({
    where: { ...where, OR: [{ member: { role: 'observer' } }, { isContact: true, member: { role: 'client' } }] },
    select: { projectId: true, memberId: true, member: { select: { role: true } } },
    orderBy: { projectId: 'asc' },
  });
  const observers = seats.filter(({ member }) => member.role === 'observer');
  await changeMembership(
    ctx,
    observers.map(({ projectId, memberId }) => ({ projectId, remove: [memberId] })),
  );
  for (const { projectId, memberId, member } of seats)
    if (member.role === 'client') await setContacts(ctx, projectId, { added: [], removed: [memberId] });
}
