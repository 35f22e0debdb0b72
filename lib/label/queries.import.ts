import 'server-only';
import type { Ctx } from '@/lib/org';
import { sql } from '@/lib/sql';
import { newId } from '@/lib/validation';

const MOST_LETTERS = 60;
const TINTS = 8;

type Wanted = { name: string; colour: string | null };

/** By the name alone: the same everywhere. */
const tintOf = (name: string) =>
  `c${([...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % TINTS) + 1}`;

/** As a label of that name is looked up. */
export const labelKey = (name: string): string => shown(name).toLowerCase();
const shown = (name: string) => [...name.replace(/\s+/g, ' ').trim()].slice(0, MOST_LETTERS).join('');

/** Ids by `labelKey`. What is missing is made, if `makes`; nobody else gives these names until the transaction ends. */
export async function labelsByName(
  { db }: Ctx,
  wanted: readonly Wanted[],
  makes: boolean,
): Promise<{ labels: Map<string, string>; made: { id: string; name: string }[] }> {
  const byKey = new Map(wanted.flatMap((one) => (shown(one.name) ? [[labelKey(one.name), one] as const] : [])));
  if (!byKey.size) return { labels: new Map(), made: [] };
  const keys = [...byKey.keys()].sort();
  await db.$executeRaw`select pg_advisory_xact_lock(hashtextextended('label:' || app_org_id() || ':' || lower(name), 0))
    from (select unnest(${keys}::text[]) as name order by 1) as wanted`;
  const rows = await db.$queryRaw<{ id: string; name: string }[]>`
    select id, lower(name) as name from label where lower(name) = any(${keys}::text[]) and deleted_at is null`;
  const labels = new Map(rows.map(({ id, name }) => [name, id]));
  const missing = makes ? keys.filter((key) => !labels.has(key)) : [];
  const made = missing.map((key) => ({ id: newId(), name: shown(byKey.get(key)?.name ?? key), key }));
  if (made.length)
    await db.label.createMany({
      data: made.map(({ id, name, key }) => ({ id, name, colour: byKey.get(key)?.colour ?? tintOf(key) })),
    });
  for (const { id, key } of made) labels.set(key, id);
  return { labels, made: made.map(({ id, name }) => ({ id, name })) };
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
