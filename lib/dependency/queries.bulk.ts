import 'server-only';
import { closesCircle, lockDependencies } from '@/lib/dependency/queries';
import type { Ctx } from '@/lib/org';
import { recordset, sql } from '@/lib/sql';

/** `task_id` blocks `blocks_id`. */
export type Link = { task_id: string; blocks_id: string };

const insertLinks = ({ db }: Ctx, links: readonly Link[]) => db.$executeRaw`
  insert into dependency (task_id, project_id, audience, blocks_id, blocks_project_id, blocks_audience)
  select a.id, a.project_id, a.audience, b.id, b.project_id, b.audience
    from ${recordset(links, sql`task_id uuid, blocks_id uuid`)}
    join task a on a.id = given.task_id and a.deleted_at is null join task b on b.id = given.blocks_id and b.deleted_at is null
  on conflict do nothing`;

/**
 * Of tasks that were made together (`fresh`, whose own links close no circle) and of earlier ones; those that would close one
 * are left out. Versions stay; history does not tell.
 */
export async function linkMany(ctx: Ctx, links: readonly Link[], fresh: ReadonlySet<string>): Promise<void> {
  if (!links.length) return;
  await lockDependencies(ctx);
  const isFresh = ({ task_id, blocks_id }: Link) => fresh.has(task_id) && fresh.has(blocks_id);
  const among = links.filter(isFresh);
  if (among.length) await insertLinks(ctx, among);
  for (const link of links)
    if (!isFresh(link) && !(await closesCircle(ctx, link.task_id, link.blocks_id))) await insertLinks(ctx, [link]);
}
