import 'server-only';
import type { Page } from '@/lib/contract/endpoint';
import { type Db, empty, type Sql, sql } from '@/lib/sql';

/**
 * In one statement.
 * @param list `found`: a query for all of it. `order`: what it is ordered by, in columns of `found`; it has to be total.
 *   `columns`: what a row tells, where `s` is a row of the page (all of `s` by default). `joins`: what else is read, for the
 *   rows of the page only; the page may be empty, so they are left joins. `beyond`: of `found`, what the page is taken of;
 *   all of it is counted.
 * @param docOf makes a record of a row
 */
export async function paginate<Row extends object, Doc>(
  db: Db,
  { page, limit }: { page: number; limit: number },
  {
    found,
    order,
    columns = sql`s.*`,
    joins = empty,
    beyond = empty,
  }: {
    found: Sql;
    order: Sql;
    columns?: Sql;
    joins?: Sql;
    beyond?: Sql;
  },
  docOf: (row: Row) => Doc,
): Promise<Page<Doc>> {
  // At least one row: on an empty page it carries only the total.
  const rows = await db.$queryRaw<(Row & { page_total: number; page_row: number | null })[]>`
    with found as (${found}),
    shown as (select f.*, (row_number() over ())::int as page_row
                from (select * from found ${beyond} order by ${order} limit ${limit}::int offset ${(page - 1) * limit}::bigint) f)
    select (select count(*)::int from found) as page_total, s.page_row, ${columns}
      from (values (1)) as one(row) left join shown s on true ${joins}
     order by s.page_row`;
  const docs = rows
    .filter((row) => row.page_row !== null)
    .map(({ page_total, page_row, ...row }) => docOf(row as never));
  return { docs, total: rows[0]?.page_total ?? 0, page, limit };
}

export type Turned = { cursor?: { newer: boolean }; page: number; limit: number };

/**
 * A page of a list with cursors in both directions.
 * @param rows from the cursor on, so for newer ones in the other order
 * @param more whether there are others in that direction
 */
export function turned<T>(rows: readonly T[], { cursor, page, limit }: Turned, more: boolean) {
  const shown = rows.slice(0, limit);
  if (cursor?.newer) return { shown: shown.reverse(), older: true, newer: more };
  return { shown, older: more, newer: cursor !== undefined || page > 1 };
}

/** Page after page until there are no more, or `most` records are there: one reading has two hundred at most. */
export async function pagesUpTo<T>(
  most: number,
  read: (page: number) => Promise<Pick<Page<T>, 'docs' | 'total'>>,
): Promise<T[]> {
  const all: T[] = [];
  for (let page = 1; all.length < most; page++) {
    const { docs, total } = await read(page);
    all.push(...docs);
    if (!docs.length || all.length >= total) break;
  }
  return all.slice(0, most);
}

/** Limit for an answer's records together, as JSON. */
const ANSWER_BYTES = 250_000;

/** The first records that fit into an answer, at least one: size ends a page too. */
export function fitting<T>(records: readonly T[]): T[] {
  let bytes = 0;
  const end = records.findIndex((record) => {
    bytes += Buffer.byteLength(JSON.stringify(record));
    return bytes > ANSWER_BYTES;
  });
  return records.slice(0, end < 0 ? records.length : Math.max(1, end));
}
