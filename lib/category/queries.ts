import 'server-only';
import type { CategoryRecord, CategoryUse, ListCategories } from '@/lib/category/schema';
import type { Page } from '@/lib/contract/endpoint';
import { notFound } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import { paginate } from '@/lib/paging';
import { recategoriseProjects } from '@/lib/project/queries';
import type { TouchedTask } from '@/lib/realtime/events';
import { type Db, sql } from '@/lib/sql';
import { recategoriseTasks } from '@/lib/task/queries';

/** By name; for a client, only those of visible tasks and projects. */
export function listCategories({ db }: Ctx, input: ListCategories): Promise<Page<CategoryRecord>> {
  const list = {
    found: sql`select c.id as _id, c.name, c.colour, c.version, c.created_at from category c`,
    order: sql`lower(name), _id`,
  };
  return paginate(
    db,
    input,
    list,
    ({ created_at, ...row }: Omit<CategoryRecord, 'created_at'> & { created_at: Date }) => ({
      ...row,
      created_at: created_at.toISOString(),
    }),
  );
}

/** Ignores case, as `nameKey` does. Waits for other transactions that give the same name. */
export async function categoryNameTaken({ db }: Ctx, name: string, own: string | null = null): Promise<boolean> {
  await db.$executeRaw`select pg_advisory_xact_lock(hashtextextended('category:' || app_org_id() || ':' || name_key(${name}::text), 0))`;
  const rows = await db.$queryRaw<unknown[]>`select id from category where name_key(name) = name_key(${name}::text)
     and id is distinct from ${own}::uuid`;
  return rows.length > 0;
}

export async function listCategoryUse({ db }: Ctx): Promise<CategoryUse[]> {
  const rows = await db.$queryRaw<(Omit<CategoryUse, 'created_at'> & { created_at: Date })[]>`
    select c.id as _id, c.name, c.colour, c.version, c.created_at, coalesce(t.n, 0) as tasks, coalesce(p.n, 0) as projects
      from category c
      left join (select category_id, count(*)::int as n from task where category_id is not null and deleted_at is null
                  group by category_id) t on t.category_id = c.id
      left join (select category_id, count(*)::int as n from project where category_id is not null
                  group by category_id) p on p.category_id = c.id
     order by lower(c.name), c.id limit 500`;
  return rows.map(({ created_at, ...row }) => ({ ...row, created_at: created_at.toISOString() }));
}

/** Locked until the transaction ends: nobody can give it to a task meanwhile. */
export async function lockCategory({ db }: Ctx, id: string): Promise<CategoryRecord> {
  const [row] = await db.$queryRaw<{ name: string; colour: string; version: number; created_at: Date }[]>`
    select name, colour, version, created_at from category where id = ${id}::uuid for update`;
  if (!row) throw notFound('The category');
  return { _id: id, ...row, created_at: row.created_at.toISOString() };
}

export type Touched = {
  tasks: TouchedTask[];
  projects: { id: string; version: number }[];
};

/** On tasks and projects that have `from`, only those of `ids` if given. */
export async function replaceCategory(
  ctx: Ctx,
  from: string | null,
  to: string | null,
  only: { tasks: string[]; projects: string[] } | null = null,
): Promise<Touched> {
  const tasks = await recategoriseTasks(ctx, from, to, only?.tasks ?? null);
  return { tasks, projects: await recategoriseProjects(ctx, from, to, only?.projects ?? null) };
}

export const forgetRemoved = (db: Db) =>
  db.$executeRaw`delete from removed_category where removed_at < now() - interval '1 day'`;
