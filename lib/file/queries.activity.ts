import 'server-only';
import type { Page } from '@/lib/contract/endpoint';
import type { ActivityRecord } from '@/lib/event/schema';
import { activityInWords } from '@/lib/event/words';
import { getFile } from '@/lib/file/queries.record';
import type { ListVersions } from '@/lib/file/schema';
import { formatsFor } from '@/lib/formats';
import type { Ctx } from '@/lib/org';
import { badge, instant } from '@/lib/sql';

type Row = Pick<ActivityRecord, '_id' | 'kind' | 'data' | 'actor' | 'task_id'> & { created: number; total: number };

/** What happened to a file where it lies now, newest first, as far as the caller may know; `not_found` as for the file. */
export async function listFileActivity(ctx: Ctx, { id, page, limit }: ListVersions): Promise<Page<ActivityRecord>> {
  const { name, project_id, created_at } = await getFile(ctx, { id });
  // By place and time first: the index has these.
  const rows = await ctx.db.$queryRaw<Row[]>`
    select a.id as _id, a.kind, a.data, a.task_id, extract(epoch from a.created_at)::float8 as created,
           count(*) over ()::int as total,
           (select ${badge(ctx)} from member m where m.org_id = a.org_id and m.id = a.actor_id) as actor
      from activity a
     where a.project_id = ${project_id}::uuid and a.created_at >= ${created_at}::timestamptz - interval '1 minute'
       and a.data ->> 'file_id' = ${id}
     order by a.created_at desc, a.id desc limit ${limit}::int offset ${(page - 1) * limit}::bigint`;
  const formats = formatsFor(ctx.actor);
  const docs = rows.map(({ created, total: _total, ...row }) => ({
    ...row,
    ...activityInWords(row, formats, name),
    task_key: null,
    task_title: null,
    created_at: instant(created),
  }));
  return { docs, total: rows[0]?.total ?? 0, page, limit };
}
