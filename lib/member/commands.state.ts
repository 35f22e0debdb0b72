import 'server-only';
import { allow, DomainError, invalidField } from '@/lib/errors';
import { invitePlaced } from '@/lib/invitation/commands.placed';
import { endInvitations } from '@/lib/invitation/queries.rows';
import { passLeadership } from '@/lib/member/commands.leading';
import { canDeactivate, whyNotSucceed } from '@/lib/member/policy';
import { findMember, memberRecord, openTasksOf, otherAdmins, projectsLedBy } from '@/lib/member/queries.manage';
import type { MemberRecord } from '@/lib/member/schema';
import type { DeactivateMember, EndMemberSessions, MemberReference } from '@/lib/member/schema.manage';
import type { Ctx } from '@/lib/org';

/**
 * Ends a membership without forgetting it: every session ends at once, and open work goes to `reassign_to` (who joins the
 * projects it takes) or to nobody, led projects to `lead_to`, to the same person if they can lead, or to nobody. Finished
 * work keeps the name.
 */
export async function deactivateMember(
  ctx: Ctx,
  { user_id: id, reassign_to: heirId, lead_to: leadTo }: DeactivateMember,
): Promise<MemberRecord> {
  const { db } = ctx;
  const before = await findMember(ctx, id);
  allow(canDeactivate(ctx.actor, { role: before.role, memberId: id }), 'Your role does not deactivate this person.');
  if (before.deactivated) return memberRecord(ctx, id);
  const heir = heirId ? await findMember(ctx, heirId) : null;
  if (
    heir &&
    (heir._id === id || heir.deactivated || heir.approval !== 1 || heir.role === 'client' || heir.role === 'observer')
  )
    throw invalidField('reassign_to', 'Choose an active member of the team.');
  const led = await projectsLedBy(ctx, id);
  const unfit = heir && leadTo === undefined && led.length > 0 ? whyNotSucceed(before, heir) : null;
  if (unfit)
    throw invalidField(
      'lead_to',
      `${unfit} Choose who leads ${led.map(({ name }) => name).join(', ')}, or say that nobody does.`,
    );
  if (before.role === 'admin' && before.approval === 1 && (await otherAdmins(ctx, id)) === 0)
    throw new DomainError('conflict', 'There must always be an admin. Make somebody else an admin first.');
  const { count } = await db.member.updateMany({
    where: { id, deactivatedAt: null },
    data: { deactivatedAt: new Date() },
  });
  if (!count) return memberRecord(ctx, id);
  await db.session.deleteMany({ where: { memberId: id } });
  await endInvitations(ctx, before.email);
  await passLeadership(ctx, before, (leadTo === undefined && led.length ? heir?._id : leadTo) ?? null);
  const handed = await handOver(ctx, id, heir);
  ctx.audit({
    action: 'member.deactivate',
    target: id,
    after: { reassigned_to: heir?._id ?? null, tasks: handed },
  });
  ctx.revoke(id);
  ctx.emit({ type: 'people.changed' });
  return memberRecord(ctx, id);
}

/** Open tasks go to another person, or are left without one. How many tasks it were. */
async function handOver(ctx: Ctx, id: string, heir: { _id: string; role: string } | null): Promise<number> {
  const { db } = ctx;
  const tasks = await openTasksOf(ctx, id);
  const ids = tasks.map((task) => task.id);
  const seeNothing = heir && heir.role !== 'admin' && heir.role !== 'subadmin';
  if (heir && seeNothing) {
    const projects = new Set(tasks.map((task) => task.project_id));
    await db.projectMember.createMany({
      data: [...projects].map((projectId) => ({ projectId, memberId: heir._id })),
      skipDuplicates: true,
    });
  }
  if (!tasks.length) return 0;
  await db.task.updateMany({ where: { id: { in: ids } }, data: { version: { increment: 1 }, updatedAt: new Date() } });
  await db.taskAssignee.deleteMany({ where: { memberId: id, taskId: { in: ids } } });
  if (heir)
    await db.taskAssignee.createMany({
      data: tasks.map((task) => ({
        taskId: task.id,
        memberId: heir._id,
        projectId: task.project_id,
        audience: task.audience,
      })),
      skipDuplicates: true,
    });
  for (const task of tasks) {
    ctx.record({
      kind: 'task.assigned',
      projectId: task.project_id,
      task: { id: task.id, audience: task.audience },
      audience: 'internal',
      data: { added: heir ? [heir._id] : [], removed: [id] },
    });
    ctx.emit({
      type: 'task.changed',
      taskId: task.id,
      projectId: task.project_id,
      version: task.version + 1,
      client: task.audience === 'client',
    });
    if (heir) ctx.notify({ memberId: heir._id, kind: 'task.assigned', taskId: task.id });
  }
  return tasks.length;
}

/** Lets a deactivated member in again, with the role they had; who never came in gets another link. */
export async function reactivateMember(ctx: Ctx, { user_id: id }: MemberReference): Promise<MemberRecord> {
  const before = await findMember(ctx, id);
  allow(canDeactivate(ctx.actor, { role: before.role, memberId: id }), 'Your role does not reactivate this person.');
  const { count } = await ctx.db.member.updateMany({
    where: { id, deactivatedAt: { not: null } },
    data: { deactivatedAt: null },
  });
  if (count) {
    if (before.placed_at) await invitePlaced(ctx, before);
    ctx.audit({ action: 'member.reactivate', target: id });
    ctx.emit({ type: 'people.changed' });
  }
  return memberRecord(ctx, id);
}

/** Signs somebody out, of one session or of all. `not_found` for a session that is not theirs. */
export async function endMemberSessions(
  ctx: Ctx,
  { user_id: id, session_id: session }: EndMemberSessions,
): Promise<{ ended: number }> {
  const before = await findMember(ctx, id);
  allow(
    canDeactivate(ctx.actor, { role: before.role, memberId: id }),
    'Your role does not end this person’s sessions.',
  );
  const { count } = await ctx.db.session.deleteMany({ where: { memberId: id, ...(session && { id: session }) } });
  if (session && !count) throw new DomainError('not_found', 'This session has ended already.');
  if (count) {
    ctx.audit({ action: 'session.end', target: id, after: { sessions: count } });
    ctx.revoke(id);
  }
  return { ended: count };
}
