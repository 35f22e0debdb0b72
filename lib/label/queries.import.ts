import 'server-only';
import { fittedLine, nameKey } from '@/lib/clean-text';
import type { Ctx } from '@/lib/org';
import { sql } from '@/lib/sql';
import { newId } from '@/lib/validation';

const MOST_LETTERS = 60;
const TINTS = 8;

type Wanted = { name: string; colour: string | null };

/** By the name alone: the same everywhere. */
const tintOf = (name: string) =>
  `c${([...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % TINTS) + 1}`;

/** Two names are one label where these are equal. */
export const labelKey = (name: string): string => nameKey(fittedLine(name, MOST_LETTERS, '…'));

/** Ids by `labelKey`. What is missing is made, if `makes`; nobody else gives these names until the transaction ends. */
export async function labelsByName(
  { db }: Ctx,
  wanted: readonly Wanted[],
  makes: boolean,
): Promise<{ labels: Map<string, string>; made: { id: string; name: string }[] }> {
  // Of several forms of one name the first one stands.
  const keyed = wanted.toReversed().map((one) => [labelKey(one.name), one] as const);
  const byKey = new Map(keyed.filter(([key]) => key));
  if (!byKey.size) return { labels: new Map(), made: [] };
  const names = [...byKey.values()].map(({ name }) => fittedLine(name, MOST_LETTERS, '…'));
  await db.$executeRaw`select pg_advisory_xact_lock(hashtextextended('label:' || app_org_id() || ':' || name, 0))
    from (select distinct name_key(name) as name from unnest(${names}::text[]) as name order by 1) as wanted`;
  const rows = await db.$queryRaw<{ name: string; key: string; id: string | null }[]>`
    select given.name, name_key(given.name) as key, l.id from unnest(${names}::text[]) as given(name)
      left join lateral (select l.id from label l where name_key(l.name) = name_key(given.name) and l.deleted_at is null
        order by l.name = given.name desc, l.id limit 1) l on true`;
  const ids = new Map(rows.flatMap(({ key, id }) => (id ? [[key, id] as const] : [])));
  const missing = makes ? rows.filter(({ key }) => !ids.has(key)) : [];
  const made = [...new Map(missing.map(({ key, name }) => [key, { id: newId(), name }]))];
  for (const [key, { id }] of made) ids.set(key, id);
  if (made.length)
    await db.label.createMany({
      data: made.map(([, { id, name }]) => ({
        id,
        name,
        colour: byKey.get(labelKey(name))?.colour ?? tintOf(labelKey(name)),
      })),
    });
  const labels = new Map(
    rows.flatMap(({ key, name }) => {
      const id = ids.get(key);
      return id ? [[labelKey(name), id] as const] : [];
    }),
  );
  return { labels, made: made.map(([, one]) => one) };
}

/** Those that nothing has and that are called as they were. */
export async function removeUnusedLabels({ db }: Ctx, made: readonly { id: string; name: string }[]): Promise<void> {
  if (!made.length) return;
  const ids = sql`${made.map(({ id }) => id)}::uuid[]`;
  await db.$executeRaw`
    update label l set deleted_at = now() from unnest(${ids}, ${made.map(({ name }) => name)}::text[]) as given(id, name)
     where l.id = given.id and l.name = given.name and l.deleted_at is null
       and not exists (select from task_label tl where tl.org_id = l.org_id and tl.label_id = l.id)`;
}
