import 'server-only';
import type { Page } from '@/lib/api/endpoint';
import type { CategoryRecord, ListCategories } from '@/lib/category/schema';
import type { Ctx } from '@/lib/org';

/** Categories by name; for a client, those of what it sees. */
export async function listCategories({ db }: Ctx, { page, limit }: ListCategories): Promise<Page<CategoryRecord>> {
  const rows = await db.$queryRaw<(Omit<CategoryRecord, 'created_at'> & { created_at: Date; total: number })[]>`
    with found as (select c.id as _id, c.name, c.colour, c.created_at from category c)
    select (select count(*)::int from found) as total, shown.*
      from (values (1)) as one(row)
      left join (select * from found order by lower(name), _id limit ${limit}::int offset ${(page - 1) * limit}::bigint) shown on true`;
  // The one row of an empty page carries the total alone.
  const docs = rows
    .filter(({ _id }) => _id !== null)
    .map(({ total: _total, created_at, ...row }) => ({ ...row, created_at: created_at.toISOString() }));
  return { docs, total: rows[0]?.total ?? 0, page, limit };
}

/** True if a category has this name in whatever case. Waits for others who are adding the same name. */
export async function categoryNameTaken({ db }: Ctx, name: string): Promise<boolean> {
  await db.$executeRaw`select pg_advisory_xact_lock(hashtextextended('category:' || app_org_id() || ':' || lower(${name}::text), 0))`;
  const rows = await db.$queryRaw<unknown[]>`select id from category where lower(name) = lower(${name}::text)`;
  return rows.length > 0;
}
