import 'server-only';
import { allow, DomainError, invalidField } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { canChangeMembers, canPlace, whyNotJoin } from '@/lib/project/policy';
import { candidates, findProject, listProjectMembers, lockProject } from '@/lib/project/queries.people';
import type { ChangeProjectMembers } from '@/lib/project/schema';
import { COMPLETED } from '@/lib/task/vocabulary';

/**
 * Adds and removes people. Who is removed loses access at once: open tasks of the project are no longer assigned to
 * them, and their live connection is authorised anew. Finished work keeps their name. Answers the people as they are.
 */
export async function changeProjectMembers(ctx: Ctx, input: ChangeProjectMembers) {
  const { project_id: id, add, remove } = input;
  const { db, actor } = ctx;
  const found = await findProject(ctx, id);
  allow(canChangeMembers(actor, found), 'Only those who lead the project change its people.');
  await lockProject(ctx, id);
  const { leaderId } = await findProject(ctx, id);
  const people = await candidates(ctx, [...add, ...remove]);
  for (const person of add) {
    const problem = whyNotJoin(people.get(person), 'either');
    if (problem) throw invalidField('add', problem);
  }
  if (leaderId && remove.includes(leaderId))
    throw new DomainError('conflict', 'The leader stays in the project. Appoint another leader first.');
  for (const { role } of people.values())
    allow(canPlace(actor, role), 'A team leader brings in, and lets go, users and clients only.');

  const seated = await db.projectMember.findMany({ where: { projectId: id, memberId: { in: [...add, ...remove] } } });
  const isSeated = (person: string) => seated.some(({ memberId }) => memberId === person);
  const added = [...new Set(add)].filter((person) => !isSeated(person));
  const removed = [...new Set(remove)].filter(isSeated);
  if (added.length) await db.projectMember.createMany({ data: added.map((memberId) => ({ projectId: id, memberId })) });
  if (removed.length) {
    await unassign(ctx, id, removed);
    await db.projectMember.deleteMany({ where: { projectId: id, memberId: { in: removed } } });
  }
  if (added.length || removed.length) {
    const named = (ids: string[]) => ids.map((one) => ({ _id: one, name: people.get(one)?.name ?? '' }));
    ctx.record({
      kind: 'project.members',
      projectId: id,
      audience: 'internal',
      data: { added: named(added), removed: named(removed) },
    });
    ctx.audit({ action: 'project.members', target: id, after: { added, removed } });
    for (const memberId of added) ctx.notify({ memberId, kind: 'project.added', data: { project_id: id } });
    for (const person of removed) ctx.revoke(person);
  }
  const contacts = await changeContacts(ctx, input, leaderId);
  if (added.length || removed.length || contacts) ctx.emit({ type: 'members.changed', projectId: id });
  return listProjectMembers(ctx, { project_id: id, page: 1, limit: 200 });
}

/** Whom the project's clients see by name: some of its team, and always its leader. Answers whether anything changed. */
async function changeContacts(ctx: Ctx, input: ChangeProjectMembers, leaderId: string | null): Promise<boolean> {
  const { project_id: projectId, add_contacts: add, remove_contacts: remove } = input;
  if (!add.length && !remove.length) return false;
  if (leaderId && remove.includes(leaderId))
    throw new DomainError('conflict', 'The leader stays a contact: clients must have somebody to turn to.');
  const seated = await ctx.db.projectMember.findMany({
    where: { projectId, memberId: { in: [...add, ...remove] } },
    select: { memberId: true, isContact: true, member: { select: { name: true, role: true } } },
  });
  for (const one of add) {
    const seat = seated.find(({ memberId }) => memberId === one);
    if (!seat) throw invalidField('add_contacts', 'Nobody of the project has this id.');
    if (seat.member.role === 'client')
      throw invalidField('add_contacts', `${seat.member.name} is a client, not one of the team.`);
  }
  const changed = async (memberIds: string[], isContact: boolean) => {
    const those = seated.filter((seat) => memberIds.includes(seat.memberId) && seat.isContact !== isContact);
    const ids = those.map(({ memberId }) => memberId);
    if (ids.length)
      await ctx.db.projectMember.updateMany({ where: { projectId, memberId: { in: ids } }, data: { isContact } });
    return ids;
  };
  const after = { contacts_added: await changed(add, true), contacts_removed: await changed(remove, false) };
  const any = after.contacts_added.length + after.contacts_removed.length > 0;
  if (any) ctx.audit({ action: 'project.contacts', target: projectId, after });
  return any;
}

/** Takes people off the open tasks of a project; each task is a new version with a line of history. */
async function unassign({ db, record, emit }: Ctx, projectId: string, memberIds: string[]) {
  const theirs = { memberId: { in: memberIds } };
  const assigned = { projectId, status: { not: COMPLETED }, assignees: { some: theirs } };
  await db.task.updateMany({ where: assigned, data: { version: { increment: 1 }, updatedAt: new Date() } });
  const tasks = await db.task.findMany({
    where: assigned,
    select: { id: true, audience: true, version: true, assignees: { where: theirs, select: { memberId: true } } },
  });
  await db.taskAssignee.deleteMany({ where: { ...theirs, taskId: { in: tasks.map(({ id }) => id) } } });
  for (const { id, audience, version, assignees } of tasks) {
    const removed = assignees.map(({ memberId }) => memberId);
    record({
      kind: 'task.assigned',
      projectId,
      task: { id, audience },
      audience: 'internal',
      data: { added: [], removed },
    });
    emit({ type: 'task.changed', taskId: id, projectId, version, client: audience === 'client' });
  }
}
