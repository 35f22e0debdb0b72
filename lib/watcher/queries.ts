import 'server-only';
import { notFound } from '@/lib/errors';
import type { Ctx } from '@/lib/org';
import type { PersonBadge } from '@/lib/person/schema';
import { watchersOf } from '@/lib/task-parts/queries';

export async function readWatchers(ctx: Ctx, taskId: string): Promise<PersonBadge[]> {
  const [row] = await ctx.db.$queryRaw<{ watchers: PersonBadge[] | null }[]>`
    select ${watchersOf(ctx)} as watchers from task t where t.id = ${taskId}::uuid`;
  if (!row) throw notFound('The task');
  return row.watchers ?? [];
}

type Watched = { id: string; projectId: string; audience: string };

/** As they choose, whatever was before. */
export const setWatching = (
  { db }: Ctx,
  { id, projectId, audience }: Watched,
  memberId: string,
  watching: boolean,
): Promise<number> => db.$executeRaw`
  insert into task_watcher (task_id, member_id, project_id, audience, watching)
  values (${id}::uuid, ${memberId}::uuid, ${projectId}::uuid, ${audience}, ${watching})
  on conflict (org_id, task_id, member_id) do update set watching = excluded.watching`;

/** Who takes part in a task watches it from then on, also after they left and came back, unless they chose not to. Leaves with what is written along. */
export const takingPart = (
  { db }: Pick<Ctx, 'db'>,
  { id, projectId, audience }: Watched,
  memberIds: readonly string[],
) => db.$executeRaw`
  insert into task_watcher (task_id, member_id, project_id, audience)
  select ${id}::uuid, one, ${projectId}::uuid, ${audience} from unnest(${[...memberIds]}::uuid[]) one on conflict do nothing`;
