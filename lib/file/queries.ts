import 'server-only';
import type { Page } from '@/lib/contract/endpoint';
import { notFound } from '@/lib/errors';
import { afterCursor, cursorOf, sortOf } from '@/lib/file/queries.order';
import { type FileRow, fileColumns, toFile } from '@/lib/file/queries.record';
import type { FileRecord, ListFiles } from '@/lib/file/schema';
import { TYPES_OF_KIND } from '@/lib/file/vocabulary';
import type { Ctx } from '@/lib/org';
import { empty, type Sql, sql } from '@/lib/sql';
import { contains } from '@/lib/validation';

/** Of one place, or with `q` of all below it, in one statement. `not_found` where the caller does not see the place. */
export async function listFiles(ctx: Ctx, input: ListFiles): Promise<Page<FileRecord>> {
  const { page, limit, cursor, sort } = input;
  const { text, order } = sortOf(sort);
  const where = matching(ctx, input);
  const skip = cursor === undefined ? (page - 1) * limit : 0;
  const rows = await ctx.db.$queryRaw<(FileRow & { there: boolean; total: number; sort_key: string; place: number })[]>`
    select ${isThere(input)} as there, (select count(*)::int from file f where ${where}) as total, shown.*
      from (select) as always
      left join lateral (
        select ${fileColumns(ctx)}, f.sort_key, f.place::int as place
          from (select f.*, ${text} as sort_key, row_number() over (order by ${order}) as place from file f
                 where ${where} ${afterCursor(sort, cursor)} order by ${order} limit ${limit + 1}::int offset ${skip}::bigint) f) as shown on true
     order by shown.place`;
  const [first] = rows;
  if (!first?.there) throw notFound(input.task_id ? 'The task' : input.folder_id ? 'The folder' : 'The project');
  const found = rows.filter(({ id }) => id !== null);
  const last = found[limit - 1];
  return {
    docs: found
      .slice(0, limit)
      .map(({ there: _there, total: _total, sort_key: _key, place: _place, ...row }) => toFile(ctx, row)),
    total: first.total,
    page,
    limit,
    next_cursor: found.length > limit && last ? cursorOf(last.sort_key, last.id) : null,
  };
}

const isThere = ({ folder_id, project_id, task_id }: ListFiles): Sql =>
  task_id
    ? sql`exists (select from task where id = ${task_id}::uuid and deleted_at is null)`
    : folder_id
      ? sql`exists (select from folder where id = ${folder_id}::uuid and deleted_at is null
          and (${project_id ?? null}::uuid is null or project_id = ${project_id ?? null}::uuid))`
      : project_id
        ? sql`exists (select from project where id = ${project_id}::uuid)`
        : sql`true`;

/** The file `f`. */
function matching(ctx: Ctx, input: ListFiles): Sql {
  const { q, type, uploaded_by: owner } = input;
  return sql`f.deleted_at is null and f.draft_at is null and ${within(ctx, input)}
    ${q ? sql`and f.name_folded like ${contains(q)}` : empty} ${type ? sql`and ${ofKind(type)}` : empty}
    ${owner ? sql`and f.uploaded_by_id = ${owner}::uuid` : empty}`;
}

function within({ actor }: Ctx, { folder_id, project_id, task_id, q }: ListFiles): Sql {
  if (task_id) return sql`f.task_id = ${task_id}::uuid`;
  if (folder_id) {
    // The space first: the index begins with it.
    const space = sql`f.space_id = (select o.space_id from folder o where o.id = ${folder_id}::uuid)`;
    return q
      ? sql`${space} and f.folder_id in (
          with recursive tree as (
            select o.id from folder o where o.id = ${folder_id}::uuid
            union all
            select o.id from folder o join tree on o.parent_id = tree.id where o.deleted_at is null)
          select id from tree)`
      : sql`${space} and f.folder_id = ${folder_id}::uuid`;
  }
  if (q && !project_id) return sql`f.task_id is null and f.message_id is null and f.request_id is null`;
  const space = sql`f.space_id = coalesce(${project_id ?? null}::uuid, (select app_org_id())) and f.task_id is null and f.message_id is null and f.request_id is null`;
  if (q) return space;
  // What was shared out of an internal folder lies, for clients, at the root.
  return actor.role === 'client'
    ? sql`${space} and (f.folder_id is null
        or not exists (select from folder o where o.org_id = f.org_id and o.id = f.folder_id))`
    : sql`${space} and f.folder_id is null`;
}

function ofKind(kind: NonNullable<ListFiles['type']>): Sql {
  const like = (patterns: readonly string[]) => sql`f.type like any(${[...patterns]}::text[])`;
  return kind === 'other' ? sql`not ${like(Object.values(TYPES_OF_KIND).flat())}` : like(TYPES_OF_KIND[kind]);
}
