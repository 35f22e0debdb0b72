import 'server-only';
import type { Page } from '@/lib/contract/endpoint';
import { notFound } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { paginate } from '@/lib/paging';
import { ROLE_LABEL, type Role } from '@/lib/permission/schema';
import type { Candidate } from '@/lib/project/policy';
import type { ListProjectMembers, ProjectMemberRecord } from '@/lib/project/schema';
import { sql } from '@/lib/sql';

/** Leader first, then contacts, then by name; as far as the caller may see. */
export async function listProjectMembers(
  ctx: Ctx,
  { project_id: reference, ...range }: ListProjectMembers,
): Promise<Page<ProjectMemberRecord>> {
  const project = await findProject(ctx, reference);
  const found = sql`
      select m.id as _id, shown_name(m.name, m.namesake) as name, m.picture as pic, m.role, pm.is_contact, pm.joined_at, m.id is not distinct from ${project.leaderId}::uuid as is_leader
        from project_member pm join member m on m.org_id = pm.org_id and m.id = pm.member_id
       where pm.project_id = ${project.id}::uuid and m.deactivated_at is null`;
  const order = sql`is_leader desc, is_contact desc, lower(name), _id`;
  return paginate(ctx.db, range, { found, order }, ({ joined_at, role, ...row }: MemberRow) => ({
    ...row,
    ...roleFor(ctx, role),
    ...(ctx.actor.role !== 'client' && { role_label: ROLE_LABEL[role] }),
    joined_at: joined_at.toISOString(),
  }));
}

/** By id or key, also one that it had; `not_found` if the caller may not see it. */
export async function findProject({ db }: Ctx, reference: string) {
  const [project] = await db.$queryRaw<{ id: string; key: string; leaderId: string | null; status: string }[]>`
    select p.id, p.key, p.leader_id as "leaderId", p.status from project p
     where p.id = ${isId(reference) ? sql`${reference}::uuid` : sql`project_of_key(${reference})`}`;
  if (!project) throw notFound('The project');
  return project;
}

type LockedProject = { id: string; name: string; leaderId: string | null };

/** Locks projects for the transaction, so that changes of people follow one another. Hidden ones are left out. */
export async function lockProjects(
  { db }: Pick<Ctx, 'db'>,
  ids: readonly string[],
): Promise<Map<string, LockedProject>> {
  const rows = await db.$queryRaw<LockedProject[]>`
    select id, name, leader_id as "leaderId" from project where id = any(${[...new Set(ids)]}::uuid[]) order by id
       for no key update`;
  return new Map(rows.map((row) => [row.id, row]));
}

/** Unknown ids are left out. */
export async function candidates({ db }: Pick<Ctx, 'db'>, ids: string[]): Promise<Map<string, Candidate>> {
  const rows = await db.member.findMany({
    where: { id: { in: ids } },
    select: { id: true, name: true, role: true, approval: true, deactivatedAt: true },
  });
  return new Map(
    rows.map(({ id, name, role, approval, deactivatedAt }) => [
      id,
      { name, role: role as Role, active: approval === 1 && deactivatedAt === null },
    ]),
  );
}

export const isId = (reference: string) => reference.length === 36;

/** Clients do not learn roles. */
export const roleFor = ({ actor }: Ctx, role: Role) => (actor.role === 'client' ? {} : { role });

type MemberRow = {
  _id: string;
  name: string;
  pic: string | null;
  role: Role;
  is_contact: boolean;
  is_leader: boolean;
  joined_at: Date;
};
