import 'server-only';
import { formatsFor, type Reader } from '@/lib/formats';
import { Prisma } from '@/prisma/client/client';

/** Valid only within its transaction. */
export type Db = Prisma.TransactionClient;

/** For lists with varying order and filters: values are always parameters, so input never becomes SQL text. */
export const { sql, join, empty } = Prisma;
export type Sql = Prisma.Sql;

/** Rows as a table, its columns with their types: one parameter and one text, however many rows. */
export const recordset = (rows: readonly object[], columns: Sql): Sql =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(${columns})`;

const NAMES = [sql`w1`, sql`w2`, sql`w3`];

/** Writes that do not read each other, as one statement. */
export function together(writes: readonly Sql[]): Sql {
  const before = writes.slice(0, -1);
  if (before.length > NAMES.length) throw new Error('Too many writes for one statement');
  const named = before.map((statement, at) => sql`${NAMES[at] as Sql} as (${statement})`);
  const last = writes.at(-1) as Sql;
  return named.length ? sql`with ${join(named)} ${last}` : last;
}

export const todayOf = ({ actor }: { actor: Reader }): Sql => sql`${formatsFor(actor).today()}::date`;

/** The member `m` as JSON, without the role for clients. */
export const badge = ({ actor }: { actor: { role: string } }): Sql =>
  actor.role === 'client'
    ? sql`json_build_object('_id', m.id, 'name', shown_name(m.name, m.namesake), 'pic', m.picture)`
    : sql`json_build_object('_id', m.id, 'name', shown_name(m.name, m.namesake), 'pic', m.picture, 'role', m.role)`;

/** Of a row of comments or time: where it was imported from, as JSON; null for all others. */
export const importedOf = (row: Sql): Sql =>
  sql`case when ${row}.imported_from is not null then json_build_object('source', ${row}.imported_from, 'name', ${row}.imported_name) end`;

/** Seconds since 1970 as ISO 8601. */
export const instant = (seconds: number): string => new Date(Math.round(seconds * 1000)).toISOString();
