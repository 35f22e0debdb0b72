import 'server-only';
import type { Page } from '@/lib/contract/endpoint';
import { notFound } from '@/lib/errors';
import { messagesById } from '@/lib/message/queries';
import type { FoundMessage, TaskConversation } from '@/lib/message/schema';
import type { Ctx } from '@/lib/org';
import { turned } from '@/lib/paging';
import { sql } from '@/lib/sql';
import { taskId } from '@/lib/task/queries.facts';

/** Beyond these, those that name the task longest ago are left out. */
const MOST = 500;

const cursorOf = ({ created_at, id }: { created_at: Date; id: string }) => `${created_at.toISOString()}_${id}`;

/** The key as it stands in a text, and not as a part of another one. */
const alone = (key: string) => `(^|[^[:alnum:]_.#/-])${key}($|[^[:alnum:]_-])`;

/**
 * Messages about a task: those that name it by a key it has or had, and those of which it or a comment on it was made; newest
 * first, of the rooms that the caller reads. `not_found` if the task is hidden.
 */
export async function listConversation(ctx: Ctx, input: TaskConversation): Promise<Page<FoundMessage>> {
  const { id, cursor, page, limit } = input;
  const task = await taskId(ctx, id);
  const keys = await ctx.db.$queryRaw<{ key: string }[]>`
    select p.key || '-' || t.number as key from task t join project p on p.org_id = t.org_id and p.id = t.project_id where t.id = ${task}::uuid
    union all select k.key from task_former_key k where k.task_id = ${task}::uuid`;
  if (!keys.length) throw notFound('The task');
  const words = keys.map(({ key }) => `('${key.toLowerCase().replace('-', `' <-> '`)}')`).join(' | ');
  const at = cursor && sql`(${cursor.from.slice(0, 24)}::timestamptz, ${cursor.from.slice(25)}::uuid)`;
  const beyond = at ? (cursor.newer ? sql`(created_at, id) > ${at}` : sql`(created_at, id) < ${at}`) : sql`true`;
  const order = cursor?.newer ? sql`created_at, id` : sql`created_at desc, id desc`;
  const rows = await ctx.db.$queryRaw<{ id: string; created_at: Date; total: number }[]>`
    with named as (
      select f.id from find_messages(array(select r.id from room r), ${words}, null, null, null, null, null, ${MOST}::int) f
        join message m on m.id = f.id and m.body ~* ${keys.map(({ key }) => alone(key)).join('|')}
      union select mt.message_id from message_task mt where mt.task_id = ${task}::uuid
      union select mk.message_id from message_comment mk join comment k on k.org_id = mk.org_id and k.id = mk.comment_id
       where k.task_id = ${task}::uuid),
    found as (select c.id, c.created_at from named join message c on c.id = named.id and c.deleted_at is null)
    select id, created_at, (select count(*)::int from found) as total from found where ${beyond}
     order by ${order} limit ${limit + 1}::int offset ${cursor ? 0 : (page - 1) * limit}::bigint`;
  const { shown, older, newer } = turned(rows, input, rows.length > limit);
  const docs = await messagesById(
    ctx,
    shown.map(({ id }) => id),
  );
  const [first, last] = [shown[0], shown.at(-1)];
  return {
    ...{ docs, total: rows[0]?.total ?? 0, page, limit },
    next_cursor: older && last ? cursorOf(last) : null,
    prev_cursor: newer && first ? `>${cursorOf(first)}` : null,
  };
}
