import 'server-only';
import type { Ctx } from '@/lib/org';
import { rightsOf } from '@/lib/project/policy';
import type { ProjectCard } from '@/lib/project/schema';

/** Longest choice of projects, besides the one that is looked at. */
export const MOST_NAMES = 200;

export type ProjectName = Pick<ProjectCard, '_id' | 'key' | 'name' | 'tint' | 'status' | 'updated_at'> & {
  /** Whether the caller may create tasks in it. */
  creates: boolean;
};

/** What a choice of projects needs, by name; nothing is counted for it. `wanted`, an id or a key, is always among them. */
export async function listProjectNames(ctx: Ctx, wanted = ''): Promise<ProjectName[]> {
  type Row = Omit<ProjectName, 'updated_at' | 'creates'> & { leader_id: string | null; updated_at: Date };
  const rows = await ctx.db.$queryRaw<Row[]>`
    select id as _id, key, name, tint, status, leader_id, updated_at from project
     where id in (select id from project order by lower(name), id limit ${MOST_NAMES}::int)
        or key = upper(${wanted}) or id::text = lower(${wanted})
     order by lower(name), id`;
  return rows.map(({ leader_id: leaderId, updated_at, ...row }) => ({
    ...row,
    updated_at: updated_at.toISOString(),
    creates: rightsOf(ctx.actor, { id: row._id, leaderId, status: row.status }).create_task,
  }));
}
