import 'server-only';
import { isOpen } from '@/lib/archived';
import type { Page } from '@/lib/contract/endpoint';
import type { Ctx } from '@/lib/org';
import { paginate } from '@/lib/paging';
import { scopeOf } from '@/lib/permission/schema';
import { rightsOf } from '@/lib/project/policy';
import type { ProjectCard } from '@/lib/project/schema';
import { sql } from '@/lib/sql';
import { contains } from '@/lib/validation';

/** Longest choice of projects, besides the one that is looked at. */
export const MOST_NAMES = 200;

export type ProjectName = Pick<ProjectCard, '_id' | 'key' | 'name' | 'tint' | 'picture' | 'status' | 'updated_at'> & {
  /** Whether the caller may create tasks in it. */
  creates: boolean;
};

/** What a choice of projects needs, by name; nothing is counted for it. `wanted`, an id or a key, is always among them. */
export async function listProjectNames(ctx: Ctx, wanted = ''): Promise<ProjectName[]> {
  type Row = Omit<ProjectName, 'updated_at' | 'creates'> & { leader_id: string | null; updated_at: Date };
  const rows = await ctx.db.$queryRaw<Row[]>`
    select id as _id, key, name, tint, picture, status, leader_id, updated_at from project
     where id in (select id from project order by lower(name), id limit ${MOST_NAMES}::int)
        or key = upper(${wanted}) or id::text = lower(${wanted})
     order by lower(name), id`;
  return rows.map(({ leader_id: leaderId, updated_at, ...row }) => ({
    ...row,
    updated_at: updated_at.toISOString(),
    creates: rightsOf(ctx.actor, { id: row._id, leaderId, status: row.status }).create_task,
  }));
}

type Creatable = Pick<ProjectName, '_id' | 'key' | 'name'>;
type Wanted = { q?: string; page: number; limit: number };

/** Projects in which the caller may create tasks, by name. `q`: letters of the name or the key. */
export function listCreatable({ db, actor }: Ctx, { q, ...range }: Wanted): Promise<Page<Creatable>> {
  const scope = scopeOf(actor.role, 'task.create');
  const ids = scope === 'none' ? [] : [...actor.projectIds];
  const like = q ? contains(q) : null;
  return paginate<Creatable, Creatable>(
    db,
    range,
    {
      found: sql`select id as _id, key, name from project p
         where ${isOpen} and (${scope === 'all'}::boolean or id = any(${ids}::uuid[]))
           and (${like}::text is null or fold(name) like ${like}::text or fold(key) like ${like}::text)`,
      order: sql`lower(name), _id`,
      columns: sql`s._id, s.key, s.name`,
    },
    (row) => row,
  );
}
