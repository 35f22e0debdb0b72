import 'server-only';
import type { Ctx } from '@/lib/org';
import { rightsOf } from '@/lib/project/policy';
import type { ProjectCard } from '@/lib/project/schema';

/** Longest choice of projects. */
const MOST = 200;

export type ProjectName = Pick<ProjectCard, '_id' | 'key' | 'name' | 'tint' | 'status' | 'updated_at'> & {
  /** Whether the caller may create tasks in it. */
  creates: boolean;
};

/** What a choice of projects needs, by name; nothing is counted for it. */
export async function listProjectNames(ctx: Ctx): Promise<ProjectName[]> {
  type Row = Omit<ProjectName, 'updated_at' | 'creates'> & { leader_id: string | null; updated_at: Date };
  const rows = await ctx.db.$queryRaw<Row[]>`
    select id as _id, key, name, tint, status, leader_id, updated_at from project
     order by lower(name), id limit ${MOST}::int`;
  return rows.map(({ leader_id: leaderId, updated_at, ...row }) => ({
    ...row,
    updated_at: updated_at.toISOString(),
    creates: rightsOf(ctx.actor, { id: row._id, leaderId, status: row.status }).create_task,
  }));
}
