import 'server-only';
import { allow, DomainError, invalidField } from '@/lib/errors';
import { inviteProvisioned } from '@/lib/invitation/commands';
import { endInvitations } from '@/lib/invitation/queries.rows';
import { transferLeadership } from '@/lib/member/commands.leading';
import { canDeactivate, whoLeadsThen, whyNotSucceed } from '@/lib/member/policy';
import { findMember, memberRecord, openTasksOf, otherAdmins, projectsLedBy } from '@/lib/member/queries.manage';
import type { MemberRecord } from '@/lib/member/schema';
import type { DeactivateMember, EndMemberSessions, MemberReference } from '@/lib/member/schema.manage';
import type { Ctx } from '@/lib/org';
import type { Role } from '@/lib/permission/schema';
import { closeSeat, reopenSeat } from '@/lib/person/seat';
import { changeMembership } from '@/lib/project/membership';
import { signMemberOut } from '@/lib/session/sessions';
import { releaseOpenWork } from '@/lib/task/assignment';
import { NEVER_ASSIGNED, SEES_EVERY_PROJECT } from '@/lib/task/policy';

/** Open work goes to `reassign_to` or nobody; led projects to `lead_to`, else the same person if they can. */
export async function deactivateMember(
  ctx: Ctx,
  { user_id: id, reassign_to: newAssigneeId, lead_to: leadTo }: DeactivateMember,
): Promise<MemberRecord> {
  const before = await findMember(ctx, id);
  allow(canDeactivate(ctx.actor, { role: before.role, memberId: id }), 'Your role cannot deactivate this person.');
  if (before.deactivated) return memberRecord(ctx, id);
  const newAssignee = newAssigneeId ? await findMember(ctx, newAssigneeId) : null;
  if (
    newAssignee &&
    (newAssignee._id === id ||
      newAssignee.deactivated ||
      newAssignee.approval !== 1 ||
      NEVER_ASSIGNED.includes(newAssignee.role))
  )
    throw invalidField('reassign_to', 'Choose an active member of the team.');
  const led = await projectsLedBy(ctx, id);
  const unfit = newAssignee && leadTo === undefined && led.length > 0 ? whyNotSucceed(before, newAssignee) : null;
  if (unfit) throw invalidField('lead_to', whoLeadsThen(led, unfit));
  if (before.role === 'admin' && before.approval === 1 && (await otherAdmins(ctx, id)) === 0)
    throw new DomainError('conflict', 'An organisation needs at least one admin. Make somebody else an admin first.');
  if (!(await closeSeat(ctx, id))) return memberRecord(ctx, id);
  await signMemberOut(ctx, id);
  await endInvitations(ctx, before.email);
  await transferLeadership(ctx, before, (leadTo === undefined && led.length ? newAssignee?._id : leadTo) ?? null);
  const handed = await handOver(ctx, id, newAssignee);
  ctx.happened('member.deactivated', { id }, { reassigned_to: newAssignee?._id ?? null, tasks: handed });
  return memberRecord(ctx, id);
}

/** The new assignee joins projects they would not see. Returns how many tasks. */
async function handOver(ctx: Ctx, id: string, newAssignee: { _id: string; role: Role } | null): Promise<number> {
  if (newAssignee && !SEES_EVERY_PROJECT.includes(newAssignee.role)) {
    const projects = new Set((await openTasksOf(ctx, id)).map((task) => task.project_id));
    await changeMembership(
      ctx,
      [...projects].map((projectId) => ({ projectId, add: [newAssignee._id] })),
    );
  }
  return releaseOpenWork(ctx, [id], { to: newAssignee?._id });
}

/** With the former role. If they never signed in, a new link is sent. */
export async function reactivateMember(ctx: Ctx, { user_id: id }: MemberReference): Promise<MemberRecord> {
  const before = await findMember(ctx, id);
  allow(canDeactivate(ctx.actor, { role: before.role, memberId: id }), 'Your role cannot reactivate this person.');
  if (await reopenSeat(ctx, id)) {
    if (before.placed_at) await inviteProvisioned(ctx, before);
    ctx.happened('member.reactivated', { id });
  }
  return memberRecord(ctx, id);
}

/** One session or all; `not_found` for a session that is not theirs. */
export async function endMemberSessions(
  ctx: Ctx,
  { user_id: id, session_id: session }: EndMemberSessions,
): Promise<{ ended: number }> {
  const before = await findMember(ctx, id);
  allow(canDeactivate(ctx.actor, { role: before.role, memberId: id }), 'Your role cannot end this person’s sessions.');
  const count = await signMemberOut(ctx, id, session);
  if (session && !count) throw new DomainError('not_found', 'This session has already ended.');
  if (count) ctx.happened('session.ended', { memberId: id }, { sessions: count });
  return { ended: count };
}
