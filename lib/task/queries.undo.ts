import 'server-only';
import { namesOf } from '@/lib/event/registry';
import type { Ctx } from '@/lib/org';
import { empty, type Sql, sql } from '@/lib/sql';
import type { TaskFacts } from '@/lib/task/queries.facts';

/** What is written from here on in the transaction sets off no rule. */
export const withoutRules = ({ db }: Pick<Ctx, 'db'>) => db.$executeRaw`select set_config('app.rules_off', 'on', true)`;

type Line<D> = { data: D; at: Date } | null;
type Back = { status?: number; priority?: string; labels?: readonly { _id: string }[]; audience?: string };

/** The newest line of the task's history of a kind. */
const newest = (id: string, kind: Parameters<typeof namesOf>[0], more: Sql = empty): Sql => sql`
  (select json_build_object('data', a.data, 'at', a.created_at) from activity a
    where a.task_id = ${id}::uuid and a.kind = any(${namesOf(kind)}::text[]) ${more} order by a.created_at desc, a.id desc limit 1)`;

/**
 * Before a change is written that is said to take back what was changed last. Where it does, no rule begins by it, and who
 * stopped watching as the task was hidden from them watches it again. Anything else is a change as any other.
 */
export async function beginUndo(ctx: Ctx, task: TaskFacts, back: Back): Promise<() => Promise<unknown>> {
  const nothing = async () => null;
  const { id } = task;
  const [last] = await ctx.db.$queryRaw<
    {
      moved: Line<{ from?: number; to: number }>;
      edited: Line<{ from?: string; to?: string }>;
      labelled: Line<{ removed: { _id: string }[] }>;
      hidden: Line<{ to: string }>;
    }[]
  >`select ${newest(id, 'task.moved')} as moved, ${newest(id, 'task.edited', sql`and a.data ->> 'field' = 'priority'`)} as edited,
           ${newest(id, 'task.labelled')} as labelled, ${newest(id, 'task.audience')} as hidden`;
  if (!last) return nothing;
  const { moved, edited, labelled, hidden } = last;
  const taken = labelled?.data.removed.map(({ _id }) => _id) ?? [];
  const isBack =
    (back.status === undefined || (moved?.data.from === back.status && moved.data.to === task.status)) &&
    (back.priority === undefined || (edited?.data.from === back.priority && edited.data.to === task.priority)) &&
    (back.labels ?? []).every(({ _id }) => taken.includes(_id));
  if (isBack) await withoutRules(ctx);
  return isBack && back.audience === 'client' && hidden?.data.to === 'internal'
    ? () => ctx.db.$executeRaw`select resume_watching(${id}::uuid, ${hidden.at}::timestamptz)`
    : nothing;
}
