import 'server-only';
import { allow, invalidField } from '@/lib/errors';
import { whyNotSucceed } from '@/lib/member/policy';
import { findMember, type Led, type Managed, projectsLedBy } from '@/lib/member/queries.manage';
import type { Ctx } from '@/lib/org';
import { canAppointLeader } from '@/lib/project/policy';

/**
 * Gives what somebody leads to `leadTo`, who joins those projects and is their clients' contact, or to nobody. Throws
 * `invalid` (`lead_to`) for somebody who cannot lead.
 */
export async function passLeadership(ctx: Ctx, from: Managed, leadTo: string | null): Promise<Led[]> {
  const { db } = ctx;
  allow(canAppointLeader(ctx.actor), 'Only an admin or sub-admin appoints another leader.');
  const led = await projectsLedBy(ctx, from._id);
  const heir = leadTo ? await findMember(ctx, leadTo) : null;
  const problem = heir && whyNotSucceed(from, heir);
  if (problem) throw invalidField('lead_to', problem);
  if (!led.length) return led;
  const ids = led.map(({ id }) => id);
  await db.project.updateMany({
    where: { id: { in: ids }, leaderId: from._id },
    data: { leaderId: heir?._id ?? null, version: { increment: 1 }, updatedAt: new Date() },
  });
  if (heir) {
    await db.projectMember.updateMany({
      where: { projectId: { in: ids }, memberId: heir._id },
      data: { isContact: true },
    });
    await db.projectMember.createMany({
      data: ids.map((projectId) => ({ projectId, memberId: heir._id, isContact: true })),
      skipDuplicates: true,
    });
  }
  for (const { id, version } of led) {
    if (heir) ctx.notify({ memberId: heir._id, kind: 'project.leader', data: { project_id: id } });
    const data = { field: 'team_leader', from: from.name, to: heir?.name ?? null };
    ctx.record({ kind: 'project.leader', projectId: id, audience: 'internal', data });
    ctx.audit({
      action: 'project.leader',
      target: id,
      before: { leader_id: from._id },
      after: { leader_id: heir?._id ?? null },
    });
    ctx.emit({ type: 'members.changed', projectId: id });
    ctx.emit({ type: 'project.changed', projectId: id, version: version + 1 });
  }
  return led;
}
