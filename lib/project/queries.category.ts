import 'server-only';
import type { Ctx } from '@/lib/org';

/** Gives projects a category, or takes it: those that have `from`, of `ids` where they are given. Those that changed. */
export const recategoriseProjects = (
  { db }: Ctx,
  from: string | null,
  to: string | null,
  ids: string[] | null,
): Promise<{ id: string; version: number }[]> =>
  db.$queryRaw`
    update project set category_id = ${to}::uuid, version = version + 1
     where category_id is not distinct from ${from}::uuid and (${ids === null} or id = any(${ids ?? []}::uuid[]))
    returning id, version`;
