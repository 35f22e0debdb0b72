import 'server-only';
import { allow, invalidField } from '@/lib/errors';
import { whyNotSucceed } from '@/lib/member/policy';
import { findMember, type Led, type Managed, projectsLedBy } from '@/lib/member/queries.manage';
import type { Ctx } from '@/lib/org';
import { changeLeader } from '@/lib/project/membership';
import { canAppointLeader } from '@/lib/project/policy';

/** `leadTo` joins the projects as their clients' contact; null: nobody. Throws `invalid` (`lead_to`). */
export async function transferLeadership(ctx: Ctx, from: Managed, leadTo: string | null): Promise<Led[]> {
  allow(canAppointLeader(ctx.actor), 'Only an admin or sub-admin can choose another leader.');
  const led = await projectsLedBy(ctx, from._id);
  const newLeader = leadTo ? await findMember(ctx, leadTo) : null;
  const problem = newLeader && whyNotSucceed(from, newLeader);
  if (problem) throw invalidField('lead_to', problem);
  if (!led.length) return led;
  const ids = led.map(({ id }) => id);
  await changeLeader(ctx, ids, from._id, newLeader?._id ?? null);
  for (const { id, version } of led) {
    const to = newLeader && { _id: newLeader._id, name: newLeader.name };
    const passed = { from: { _id: from._id, name: from.name }, to };
    ctx.happened('project.leader_changed', { id, version: version + 1 }, passed);
  }
  return led;
}
