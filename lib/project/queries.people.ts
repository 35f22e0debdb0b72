import 'server-only';
import type { Page } from '@/lib/api/endpoint';
import { notFound } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { ROLE_LABEL, type Role } from '@/lib/permission/schema';
import type { Candidate } from '@/lib/project/policy';
import type { ListProjectMembers, ProjectMemberRecord } from '@/lib/project/schema';

/** People of a project as the caller may see them: leader first, then contacts, then by name. */
export async function listProjectMembers(
  ctx: Ctx,
  { project_id: reference, page, limit }: ListProjectMembers,
): Promise<Page<ProjectMemberRecord>> {
  const project = await findProject(ctx, reference);
  const rows = await ctx.db.$queryRaw<MemberRow[]>`
    with people as (
      select m.id as _id, m.name, m.picture as pic, m.role, pm.is_contact, pm.joined_at, m.id is not distinct from ${project.leaderId}::uuid as is_leader
        from project_member pm join member m on m.org_id = pm.org_id and m.id = pm.member_id
       where pm.project_id = ${project.id}::uuid and m.deactivated_at is null)
    select (select count(*)::int from people) as total, shown.*
      from (values (1)) as one(row)
      left join (select * from people order by is_leader desc, is_contact desc, lower(name), _id
                  limit ${limit}::int offset ${(page - 1) * limit}::bigint) shown on true`;
  // The one row of an empty page carries the total alone.
  const people = rows.filter(({ _id }) => _id !== null);
  const docs = people.map(({ total: _total, joined_at, role, ...row }) => ({
    ...row,
    ...roleFor(ctx, role),
    ...(ctx.actor.role !== 'client' && { role_label: ROLE_LABEL[role] }),
    joined_at: joined_at.toISOString(),
  }));
  return { docs, total: rows[0]?.total ?? 0, page, limit };
}

/** Id, leader, status and key of a project by id or key; `not_found` if it is not the caller's to see. */
export async function findProject({ db }: Ctx, reference: string) {
  const project = await db.project.findFirst({
    where: isId(reference) ? { id: reference } : { key: reference },
    select: { id: true, key: true, leaderId: true, status: true },
  });
  if (!project) throw notFound('The project');
  return project;
}

/** Holds the project's row until the transaction ends, so that two changes of its people follow one another. */
export async function lockProject({ db }: Ctx, id: string): Promise<void> {
  await db.$queryRaw`select id from project where id = ${id}::uuid for no key update`;
}

/** Facts about people by id, for the rules of who may take which place. Ids of nobody here are left out. */
export async function candidates({ db }: Ctx, ids: string[]): Promise<Map<string, Candidate>> {
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

/** True for an id, false for a key. */
export const isId = (reference: string) => reference.length === 36;

/** Clients learn names and pictures of their contacts, not what they are in the organisation. */
export const roleFor = ({ actor }: Ctx, role: Role) => (actor.role === 'client' ? {} : { role });

type MemberRow = {
  _id: string;
  name: string;
  pic: string | null;
  role: Role;
  total: number;
  is_contact: boolean;
  is_leader: boolean;
  joined_at: Date;
};
