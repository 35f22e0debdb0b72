import 'server-only';
import { isOpen } from '@/lib/archived';
import { canViewClientsOf } from '@/lib/client-view/policy';
import { allow, notFound } from '@/lib/errors';
import { hasSecondFactor } from '@/lib/member/auth.factor';
import {
  canApprove,
  canChangeRole,
  canDeactivate,
  canDecideRequest,
  canEditMember,
  canResetSecondFactor,
  seesPhones,
} from '@/lib/member/policy';
import { type MemberRow, recordFor } from '@/lib/member/queries';
import type { MemberRecord } from '@/lib/member/schema';
import type {
  AccountRecord,
  ApprovalQueue,
  MemberDetail,
  MemberReference,
  RoleRequestRecord,
} from '@/lib/member/schema.manage';
import type { Ctx } from '@/lib/org';
import { mayEver } from '@/lib/permission/policy';
import { ROLE_LABEL, ROLES, type Role } from '@/lib/permission/schema';
import { sql } from '@/lib/sql';

export type Managed = MemberRow & {
  phone: string | null;
  company: string | null;
  version: number;
  approval_note: string | null;
  deactivated: boolean;
  decided_by_id: string | null;
  /** Who has an open invitation for this address, if the caller may see it. */
  invited_by: string | null;
};

const managed = sql`
  select m.id as _id, m.name, m.namesake, m.email, m.role, m.picture as pic, m.approval, m.approval_note, m.phone, m.company, m.version,
         m.created_at, m.last_seen_at, m.deactivated_at is not null as deactivated, m.placed_at, m.decided_by_id,
         (select i.invited_by_id from invitation i where i.email = lower(m.email) and i.revoked_at is null
           order by i.sent_at desc limit 1) as invited_by
    from member m`;

/** In any state; `not_found` if the caller may not see the member. */
export async function findMember({ db }: Ctx, id: string): Promise<Managed> {
  const [row] = await db.$queryRaw<Managed[]>`
    ${managed} where m.id = ${id}::uuid`;
  if (!row) throw notFound('The person');
  return row;
}

/** Locks the row until the transaction ends. */
export async function lockedVersion({ db }: Ctx, id: string): Promise<number | undefined> {
  const [row] = await db.$queryRaw<
    { version: number }[]
  >`select version from member where id = ${id}::uuid for no key update`;
  return row?.version;
}

export const memberRecord = async (ctx: Ctx, id: string): Promise<MemberRecord> =>
  recordFor(ctx, await findMember(ctx, id));

export async function accountRecord(ctx: Ctx, id: string): Promise<AccountRecord> {
  const row = await findMember(ctx, id);
  const seated = await ctx.db.projectMember.findMany({ where: { memberId: id }, select: { projectId: true } });
  return {
    ...recordFor(ctx, row),
    ...(seesPhones(ctx.actor) && { phone: row.phone, company: row.company }),
    project_ids: seated.map(({ projectId }) => projectId),
    version: row.version,
  };
}

/** Locks all admins until the transaction ends; returns how many remain without `id`. */
export async function otherAdmins({ db }: Ctx, id: string): Promise<number> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    select id from member where role = 'admin' and approval = 1 and deactivated_at is null order by id for no key update`;
  return rows.filter((row) => row.id !== id).length;
}

/** Oldest first. */
export async function getApprovalQueue(ctx: Ctx): Promise<ApprovalQueue> {
  const { db, actor } = ctx;
  allow(mayEver(actor, 'member.approve'), 'Your role cannot approve people.');
  const waiting = await db.$queryRaw<Managed[]>`
    ${managed} where m.approval = 2 and m.deactivated_at is null and m.placed_at is null order by m.created_at, m.id limit 200`;
  const people = waiting
    .filter((row) => canApprove(actor, { role: row.role, invitedById: row.invited_by }))
    .map((row) => recordFor(ctx, row));
  return { people, requests: await readRequests(ctx, null) };
}

export async function getOwnRoleRequest(ctx: Ctx): Promise<RoleRequestRecord | null> {
  const [own] = await readRequests(ctx, ctx.actor.memberId);
  return own ?? null;
}

type RequestRow = {
  id: string;
  member_id: string;
  name: string;
  pic: string | null;
  from: Role;
  role: Role;
  reason: string;
  granted: boolean | null;
  created_at: Date;
};

const requests = sql`
  select r.id, r.member_id, shown_name(m.name, m.namesake) as name, m.picture as pic, m.role as from, r.role, r.reason, r.granted, r.created_at
    from role_request r join member m on m.id = r.member_id`;

async function readRequests(ctx: Ctx, memberId: string | null): Promise<RoleRequestRecord[]> {
  const rows = await ctx.db.$queryRaw<RequestRow[]>`
    ${requests} where r.granted is null and m.deactivated_at is null and m.approval = 1
       and (${memberId}::uuid is null or r.member_id = ${memberId}::uuid) order by r.created_at, r.id limit 200`;
  return rows.map((row) => requestOf(ctx, row));
}

/** Open or not; null if the caller may not see it. */
export async function findRoleRequest({ db }: Ctx, id: string): Promise<RequestRow | null> {
  const [row] = await db.$queryRaw<RequestRow[]>`
    ${requests} where r.id = ${id}::uuid`;
  return row ?? null;
}

export function requestOf({ actor }: Ctx, row: RequestRow): RoleRequestRecord {
  return {
    _id: row.id,
    member: { _id: row.member_id, name: row.name, pic: row.pic, role: row.from },
    from: row.from,
    from_label: ROLE_LABEL[row.from],
    role: row.role,
    role_label: ROLE_LABEL[row.role],
    reason: row.reason,
    granted: row.granted,
    created_at: row.created_at.toISOString(),
    can: { decide: row.granted === null && canDecideRequest(actor, { role: row.from }, row.role) },
  };
}

export async function getMemberDetail(ctx: Ctx, { user_id: id }: MemberReference): Promise<MemberDetail> {
  const { db, actor } = ctx;
  const row = await findMember(ctx, id);
  const person = { role: row.role, memberId: id, invitedById: row.invited_by };
  const ends = canDeactivate(actor, person);
  const found = await db.$queryRaw<(MemberDetail['projects'][number] & { leader_id: string | null })[]>`
    select p.id as _id, p.key, p.name, p.leader_id, p.leader_id is not distinct from ${id}::uuid as is_leader
      from project p where ${isOpen} and (p.leader_id = ${id}::uuid
        or exists (select from project_member pm where pm.project_id = p.id and pm.member_id = ${id}::uuid)) order by p.key limit 200`;
  const sessions = ends
    ? await db.session.findMany({
        where: { memberId: id, expiresAt: { gt: new Date() } },
        orderBy: { lastSeenAt: 'desc' },
        take: 50,
      })
    : null;
  const secondFactor = canResetSecondFactor(actor, person) ? await hasSecondFactor(ctx, id) : null;
  const open = (await openTasksOf(ctx, id)).length;
  const approvable = !row.deactivated && canApprove(actor, person);
  const changeable = !row.deactivated && row.approval === 1;
  return {
    ...recordFor(ctx, row),
    ...(seesPhones(actor) && { phone: row.phone, company: row.company }),
    approval_note: seesPhones(actor) ? row.approval_note : null,
    version: row.version,
    projects: found.map(({ leader_id: _leader, ...project }) => project),
    open_tasks: open,
    second_factor: secondFactor,
    sessions:
      sessions?.map((session) => ({
        _id: session.id,
        kind: session.kind,
        ip: session.ip,
        user_agent: session.userAgent,
        created_at: session.createdAt.toISOString(),
        last_seen_at: session.lastSeenAt.toISOString(),
      })) ?? null,
    can: {
      edit: canEditMember(actor, person),
      roles: changeable ? ROLES.filter((to) => to !== row.role && canChangeRole(actor, person, to)) : [],
      deactivate: ends && !row.deactivated,
      reactivate: ends && row.deactivated,
      reset_second_factor: secondFactor === true && changeable,
      view_as:
        row.role === 'client' &&
        changeable &&
        (canViewClientsOf(actor, { leaderId: null }) ||
          found.some(
            ({ leader_id }) => leader_id === actor.memberId && canViewClientsOf(actor, { leaderId: leader_id }),
          )),
      approve: approvable && row.approval !== 1,
      reject: approvable && row.approval === 2,
    },
  };
}

export type OpenTask = { id: string; project_id: string; audience: string; version: number };

export const openTasksOf = ({ db }: Ctx, memberId: string): Promise<OpenTask[]> =>
  db.$queryRaw<OpenTask[]>`
    select t.id, t.project_id, t.audience, t.version from task t join task_assignee a on a.task_id = t.id
     where a.member_id = ${memberId}::uuid and t.status <> 4 and t.deleted_at is null order by t.id`;

/** Ids of those who decide about role requests, hidden ones too (a function of the migration). */
export async function approvers({ db }: Ctx): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`select role_approvers() as id`;
  return rows.map(({ id }) => id);
}

export type Led = { id: string; key: string; name: string; version: number };

/** By key; archived projects too. */
export const projectsLedBy = ({ db }: Ctx, memberId: string): Promise<Led[]> =>
  db.project.findMany({
    where: { leaderId: memberId },
    select: { id: true, key: true, name: true, version: true },
    orderBy: { key: 'asc' },
  });
