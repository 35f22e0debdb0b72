import 'server-only';
import { isOpen } from '@/lib/archived';
import type { Ctx } from '@/lib/org';

/** By member; only projects that the reader sees, by name. */
export type MemberProjects = ReadonlyMap<string, readonly { key: string; name: string }[]>;

/** One statement for all; without archived projects. */
export async function projectsOf({ db }: Ctx, memberIds: readonly string[]): Promise<MemberProjects> {
  const rows = await db.$queryRaw<{ member_id: string; key: string; name: string }[]>`
    select pm.member_id, p.key, p.name from project_member pm join project p on p.org_id = pm.org_id and p.id = pm.project_id
     where pm.member_id = any(${[...memberIds]}::uuid[]) and ${isOpen} order by lower(p.name), p.id`;
  const byMember = new Map<string, { key: string; name: string }[]>();
  for (const { member_id, ...project } of rows) byMember.set(member_id, [...(byMember.get(member_id) ?? []), project]);
  return byMember;
}
