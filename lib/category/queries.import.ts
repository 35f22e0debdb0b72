import 'server-only';
import { fittedLine, nameKey } from '@/lib/clean-text';
import type { Ctx } from '@/lib/org';
import { newId } from '@/lib/validation';

const MOST_LETTERS = 60;

/** Two names are one category where these are equal. */
export const categoryKey = (name: string): string => nameKey(fittedLine(name, MOST_LETTERS, '…'));

/** Ids by `categoryKey`. What is missing is made, if `makes`; nobody else gives these names meanwhile. */
export async function categoriesByName(
  { db }: Ctx,
  given: readonly string[],
  makes: boolean,
): Promise<{ categories: Map<string, string>; made: { id: string; name: string }[] }> {
  const fitted = given.map((name) => fittedLine(name, MOST_LETTERS, '…')).filter(Boolean);
  const names = [...new Map(fitted.toReversed().map((name) => [categoryKey(name), name])).values()];
  if (!names.length) return { categories: new Map(), made: [] };
  await db.$executeRaw`select pg_advisory_xact_lock(hashtextextended('category:' || app_org_id() || ':' || name, 0))
    from (select distinct name_key(name) as name from unnest(${names}::text[]) as name order by 1) as wanted`;
  const rows = await db.$queryRaw<{ name: string; key: string; id: string | null }[]>`
    select given.name, name_key(given.name) as key, k.id from unnest(${names}::text[]) as given(name)
      left join lateral (select k.id from category k where name_key(k.name) = name_key(given.name)
        order by k.name = given.name desc, k.id limit 1) k on true`;
  const ids = new Map(rows.flatMap(({ key, id }) => (id ? [[key, id] as const] : [])));
  const missing = makes ? rows.filter(({ key }) => !ids.has(key)) : [];
  const made = [...new Map(missing.map(({ key, name }) => [key, { id: newId(), name }]))];
  for (const [key, { id }] of made) ids.set(key, id);
  if (made.length) await db.category.createMany({ data: made.map(([, one]) => one) });
  const categories = new Map(
    rows.flatMap(({ key, name }) => {
      const id = ids.get(key);
      return id ? [[categoryKey(name), id] as const] : [];
    }),
  );
  return { categories, made: made.map(([, one]) => one) };
}

/** Those of `ids` that nothing has and that are called as they were. */
export async function removeUnusedCategories(
  { db }: Ctx,
  made: readonly { id: string; name: string }[],
): Promise<void> {
  for (const { id, name } of made)
    await db.$executeRaw`
      delete from category k where k.id = ${id}::uuid and k.name = ${name}
         and not exists (select from task t where t.org_id = k.org_id and t.category_id = k.id)
         and not exists (select from project p where p.org_id = k.org_id and p.category_id = k.id)`;
}
