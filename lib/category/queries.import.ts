import 'server-only';
import type { Ctx } from '@/lib/org';
import { newId } from '@/lib/validation';

const MOST_LETTERS = 60;

/** Ids by name in lower case. What is missing is made, if `makes`; nobody else gives these names meanwhile. */
export async function categoriesByName(
  { db }: Ctx,
  names: readonly string[],
  makes: boolean,
): Promise<{ categories: Map<string, string>; made: { id: string; name: string }[] }> {
  const wanted = new Map(names.map((name) => [name.toLowerCase(), [...name.trim()].slice(0, MOST_LETTERS).join('')]));
  if (!wanted.size) return { categories: new Map(), made: [] };
  for (const name of [...wanted.values()].sort())
    await db.$executeRaw`select pg_advisory_xact_lock(hashtextextended('category:' || app_org_id() || ':' || lower(${name}::text), 0))`;
  const rows = await db.$queryRaw<{ id: string; name: string }[]>`
    select id, lower(name) as name from category where lower(name) = any(${[...wanted.values()].map((name) => name.toLowerCase())}::text[])`;
  const known = new Map(rows.map(({ id, name }) => [name, id]));
  const made: { id: string; name: string }[] = [];
  if (makes)
    for (const name of wanted.values())
      if (!known.has(name.toLowerCase())) {
        const id = newId();
        known.set(name.toLowerCase(), id);
        made.push({ id, name });
      }
  if (made.length) await db.category.createMany({ data: made });
  const categories = new Map(
    [...wanted].flatMap(([key, name]) => {
      const id = known.get(name.toLowerCase());
      return id ? [[key, id] as const] : [];
    }),
  );
  return { categories, made };
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
