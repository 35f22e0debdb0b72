import 'server-only';
import { bidi } from '@/lib/bidi';
import { allow, DomainError, invalidField, notFound } from '@/lib/errors';
import { queueMail } from '@/lib/mail/queue';
import { transferLeadership } from '@/lib/member/commands.leading';
import {
  canApprove,
  canChangeRole,
  canDecideRequest,
  canRequestRole,
  leadsProjects,
  whoLeadsThen,
} from '@/lib/member/policy';
import {
  approvers,
  findMember,
  findRoleRequest,
  getOwnRoleRequest,
  type Managed,
  memberRecord,
  otherAdmins,
  projectsLedBy,
  requestOf,
} from '@/lib/member/queries.manage';
import type { MemberRecord } from '@/lib/member/schema';
import type {
  ChangeRole,
  DecideApproval,
  DecideRoleRequest,
  RequestRole,
  RoleRequestRecord,
} from '@/lib/member/schema.manage';
import { APPROVAL_LABEL } from '@/lib/member/vocabulary';
import type { Ctx } from '@/lib/org';
import { ROLE_LABEL, type Role } from '@/lib/permission/schema';
import { roleChangeToYou } from '@/lib/permission/words';
import { changeSeatRole, writeDecision } from '@/lib/person/seat';
import { settleRole } from '@/lib/project/membership';
import { newId } from '@/lib/validation';

const APPROVED = 1;
const REJECTED = 0;

/**
 * `conflict` if the state is not `seen_status`; without it, if another member decided within ten seconds. Of two at
 * once one wins. Approved people are not declined but deactivated. Repeating a decision changes nothing.
 */
export async function decideApproval(ctx: Ctx, input: DecideApproval): Promise<MemberRecord> {
  const { user_id: id, status, reason, seen_status: seen } = input;
  const before = await findMember(ctx, id);
  allow(
    id !== ctx.actor.memberId &&
      canApprove(ctx.actor, { role: before.role, memberId: id, invitedById: before.invited_by }),
    'Your role cannot approve or decline this person.',
  );
  if (seen !== undefined && seen !== before.approval) throw await decidedMeanwhile(ctx, before);
  if (before.approval === status) return memberRecord(ctx, id);
  if (before.placed_at)
    throw new DomainError(
      'conflict',
      bidi`${before.name} was invited and has to accept by the link in the email. Resend or revoke the invitation instead.`,
    );
  if (before.deactivated) throw new DomainError('conflict', 'This member was deactivated. Reactivate them first.');
  if (status === REJECTED && before.approval === APPROVED)
    throw new DomainError('conflict', bidi`${before.name} is already a member. Deactivate them instead.`, {
      current: await memberRecord(ctx, id),
    });
  if (
    !(await writeDecision(ctx, {
      id,
      from: before.approval,
      seen: seen !== undefined,
      to: status as 0 | 1,
      note: status === REJECTED ? (reason ?? null) : null,
    }))
  )
    throw await decidedMeanwhile(ctx, await findMember(ctx, id));
  const { name, key } = ctx.org;
  if (status === APPROVED)
    await queueMail(ctx, {
      to: before.email,
      template: 'approved',
      data: { name: before.name, organisation: name, key, role: ROLE_LABEL[before.role] },
    });
  else
    await queueMail(ctx, {
      to: before.email,
      template: 'rejected',
      data: { name: before.name, organisation: name, reason: reason || null },
    });
  const from = APPROVAL_LABEL[before.approval];
  if (status === APPROVED) ctx.happened('member.approved', { id }, { from });
  else ctx.happened('member.rejected', { id }, { from, ...(reason && { reason }) });
  return memberRecord(ctx, id);
}

const DECIDED = { [APPROVED]: 'approved', [REJECTED]: 'rejected' } as Record<number, string>;

/** A conflict that carries the current record. */
async function decidedMeanwhile(
  ctx: Ctx,
  { _id: id, name, approval, decided_by_id: by }: Managed,
): Promise<DomainError> {
  const decider = by ? await ctx.db.member.findFirst({ where: { id: by }, select: { name: true } }) : null;
  const who = by === ctx.actor.memberId ? 'You' : (decider?.name ?? 'Somebody else');
  const what = DECIDED[approval];
  return new DomainError(
    'conflict',
    what
      ? bidi`${who} ${what} ${name} in the meantime. Check the current state before you decide again.`
      : bidi`${name} is waiting for a decision again. Check the current state.`,
    { current: await memberRecord(ctx, id) },
  );
}

/** Applies from the next request; open pages reload. What the role cannot lead goes to `lead_to`, or to nobody. */
export async function changeUserRole(
  ctx: Ctx,
  { user_id: id, role, lead_to: leadTo }: ChangeRole,
): Promise<MemberRecord> {
  const before = await findMember(ctx, id);
  allow(canChangeRole(ctx.actor, { role: before.role, memberId: id }, role), 'Your role cannot make this change.');
  await applyRole(ctx, before, role, leadTo ?? null);
  return memberRecord(ctx, id);
}

async function applyRole(ctx: Ctx, before: Managed, role: Role, leadTo: string | null): Promise<void> {
  const { _id: id } = before;
  if (before.role === role) return;
  if (before.deactivated || before.approval !== APPROVED)
    throw new DomainError('conflict', bidi`${before.name} is not an active member. Approve or reactivate them first.`);
  if (before.role === 'admin' && (await otherAdmins(ctx, id)) === 0)
    throw new DomainError('conflict', 'An organisation needs at least one admin. Make somebody else an admin first.');
  if (!(await changeSeatRole(ctx, id, before.role, role)))
    throw new DomainError('conflict', 'Somebody else changed this role at the same time.', {
      current: await memberRecord(ctx, id),
    });
  const left = leadsProjects(role) ? [] : await transferLeadership(ctx, before, leadTo);
  await settleRole(ctx, id, role);
  await ctx.db.roleRequest.updateMany({
    where: { memberId: id, granted: null, role },
    data: { granted: true, decidedAt: new Date() },
  });
  const led = left.map(({ key }) => key);
  ctx.happened('member.role_changed', { id }, { from: before.role, to: role, ...(led.length && { led }) });
  await queueMail(ctx, {
    to: before.email,
    template: 'roleChanged',
    data: {
      name: before.name,
      organisation: ctx.org.name,
      key: ctx.org.key,
      role: ROLE_LABEL[role],
      ...roleChangeToYou(before.role, role),
    },
  });
}

/** `conflict` while a request is pending, or for the role they have. */
export async function requestRole(ctx: Ctx, { role, reason }: RequestRole): Promise<RoleRequestRecord> {
  allow(canRequestRole(ctx.actor), 'Observers cannot ask for another role here. Ask an admin.');
  if (role === ctx.actor.role)
    throw new DomainError('conflict', `You are already ${ROLE_LABEL[role]}.`, {
      errors: { role: ['You already have this role.'] },
    });
  if (await getOwnRoleRequest(ctx)) throw new DomainError('conflict', 'Your previous request is still pending.');
  await ctx.db.roleRequest.createMany({ data: [{ id: newId(), memberId: ctx.actor.memberId, role, reason }] });
  ctx.happened('role.requested', { id: ctx.actor.memberId, approvers: await approvers(ctx) }, { role });
  return (await getOwnRoleRequest(ctx)) as RoleRequestRecord;
}

/** If the new role cannot lead their projects: `invalid` on `lead_to` unless given (null: nobody). */
export async function decideRoleRequest(
  ctx: Ctx,
  { request_id: id, grant, reason, lead_to: leadTo }: DecideRoleRequest,
): Promise<RoleRequestRecord> {
  const request = await findRoleRequest(ctx, id);
  if (!request) throw notFound('The request');
  const before = await findMember(ctx, request.member_id);
  allow(
    request.member_id !== ctx.actor.memberId && canDecideRequest(ctx.actor, { role: before.role }, request.role),
    'Your role cannot decide about this request.',
  );
  if (grant && leadTo === undefined && !leadsProjects(request.role)) {
    const led = await projectsLedBy(ctx, before._id);
    if (led.length) throw invalidField('lead_to', whoLeadsThen(led, bidi`${before.name} leads projects.`));
  }
  const { count } = await ctx.db.roleRequest.updateMany({
    where: { id, granted: null },
    data: { granted: grant, decidedAt: new Date() },
  });
  if (!count) throw new DomainError('conflict', 'Somebody else decided this already.');
  if (grant) await applyRole(ctx, before, request.role, leadTo ?? null);
  else ctx.happened('role.declined', { id: request.member_id }, { role: request.role, ...(reason && { reason }) });
  return requestOf(ctx, { ...request, granted: grant, from: before.role });
}
