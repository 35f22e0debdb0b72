import 'server-only';
import type { Ctx } from '@/lib/org';

type Recategorised = { id: string; project_id: string; version: number; audience: string; binned: boolean };

/** Gives tasks a category, or takes it: those that have `from`, of `ids` where they are given. Those that changed. */
export const recategoriseTasks = (
  { db }: Ctx,
  from: string | null,
  to: string | null,
  ids: string[] | null,
): Promise<Recategorised[]> =>
  db.$queryRaw`
    update task set category_id = ${to}::uuid, version = version + 1
     where category_id is not distinct from ${from}::uuid and (${ids === null} or id = any(${ids ?? []}::uuid[]))
    returning id, project_id, version, audience, deleted_at is not null as binned`;
