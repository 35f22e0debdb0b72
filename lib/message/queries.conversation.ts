import 'server-only';
import type { Page } from '@/lib/contract/endpoint';
import { notFound } from '@/lib/errors';
import { messagesById } from '@/lib/message/queries';
import type { FoundMessage, TaskConversation } from '@/lib/message/schema';
import type { Ctx } from '@/lib/org';
import { taskId } from '@/lib/task/queries.facts';

/** Beyond these, those that name the task longest ago are left out. */
const MOST = 500;

/** The key as it stands in a text, and not as a part of another one. */
const alone = (key: string) => `(^|[^[:alnum:]_.#/-])${key}($|[^[:alnum:]_-])`;

/**
 * Messages about a task: those that name it by a key it has or had, and those of which it or a comment on it was made; newest
 * first, of the rooms that the caller reads. `not_found` if the task is hidden.
 */
export async function listConversation(ctx: Ctx, { id, page, limit }: TaskConversation): Promise<Page<FoundMessage>> {
  const task = await taskId(ctx, id);
  const keys = await ctx.db.$queryRaw<{ key: string }[]>`
    select p.key || '-' || t.number as key from task t join project p on p.org_id = t.org_id and p.id = t.project_id where t.id = ${task}::uuid
    union all select k.key from task_former_key k where k.task_id = ${task}::uuid`;
  if (!keys.length) throw notFound('The task');
  const words = keys.map(({ key }) => `('${key.toLowerCase().replace('-', `' <-> '`)}')`).join(' | ');
  const rows = await ctx.db.$queryRaw<{ id: string; total: number }[]>`
    with named as (
      select f.id from find_messages(array(select r.id from room r), ${words}, null, null, null, null, null, ${MOST}::int) f
        join message m on m.id = f.id and m.body ~* ${keys.map(({ key }) => alone(key)).join('|')}
      union select mt.message_id from message_task mt where mt.task_id = ${task}::uuid
      union select mk.message_id from message_comment mk join comment k on k.org_id = mk.org_id and k.id = mk.comment_id
       where k.task_id = ${task}::uuid)
    select c.id, count(*) over ()::int as total from named join message c on c.id = named.id and c.deleted_at is null
     order by c.created_at desc, c.id desc limit ${limit}::int offset ${(page - 1) * limit}::bigint`;
  const docs = await messagesById(
    ctx,
    rows.map(({ id }) => id),
  );
  return { docs, total: rows[0]?.total ?? 0, page, limit };
}
