import type pg from 'pg';

/** What a denied call must leave alone, and how a permitted one is taken back. */

/** Counters of attempts and remembered answers: a call may leave its trace there, denied or not. */
const TRACES = ['rate_limit', 'idempotency_key'];
/** Being delivered meanwhile: only which rows there are counts. */
const IN_DELIVERY = ['outbox', 'job'];

/** Rows that were written of each table. */
export type Digest = Record<string, number>;

/** Each row that is made, gone or changed leaves a line, in the transaction that does it. */
const LINES = `
  create table changed_row (name text not null);
  create function note_changed_row() returns trigger language plpgsql security definer as
    $$ begin insert into public.changed_row values (tg_table_name); return null; end $$`;

/**
 * A function that says how many rows of every table were written since now. When somebody was last here does not count, nor
 * a write that was rolled back or that left a row as it was.
 */
export async function digestOf(owner: pg.ClientBase): Promise<() => Promise<Digest>> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  await owner.query(LINES);
  const note = 'for each row execute function note_changed_row()';
  for (const { name } of tables.filter((table) => !TRACES.includes(table.name))) {
    await owner.query(`create trigger note_rows after insert or delete on "${name}" ${note}`);
    const changed = `when (to_jsonb(old) - 'last_seen_at' <> to_jsonb(new) - 'last_seen_at')`;
    if (!IN_DELIVERY.includes(name))
      await owner.query(
        `create trigger note_changes after update on "${name}" ${note.replace('execute', `${changed} execute`)}`,
      );
  }
  return async () => {
    const text = 'select name, count(*)::int as lines from changed_row group by name';
    const { rows } = await owner.query<{ name: string; lines: number }>({ name: 'changed rows', text });
    return Object.fromEntries(rows.map(({ name, lines }) => [name, lines]));
  };
}

/** Names of the tables in which two digests differ. */
export const changedBetween = (before: Digest, after: Digest): string[] =>
  Object.keys(after).filter((name) => before[name] !== after[name]);

/** Whose rows come back after a permitted call, parents first. */
const KEPT = ['organisation', 'person', 'member', 'category', 'project', 'project_member', 'session'];

/** Remembers the rows of people, seats and projects as they are now; the function brings back what was changed of them. */
export async function restorerOf(owner: pg.ClientBase, digest: () => Promise<Digest>): Promise<() => Promise<void>> {
  const statements: string[] = [];
  for (const table of KEPT) {
    const { rows } = await owner.query(
      `select a.attname as name, coalesce(i.indisprimary, false) as key
         from pg_attribute a left join pg_index i on i.indrelid = a.attrelid and i.indisprimary and a.attnum = any(i.indkey)
        where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`,
      [table],
    );
    const columns = rows.map(({ name }) => `"${name}"`).join(', ');
    const keys = rows.filter(({ key }) => key).map(({ name }) => `"${name}"`);
    const changes = rows.filter(({ key }) => !key).map(({ name }) => `"${name}" = excluded."${name}"`);
    await owner.query(`create temp table "kept_${table}" as select * from "${table}"`);
    statements.push(
      `insert into "${table}" (${columns}) select ${columns} from "kept_${table}" on conflict (${keys.join(', ')})
       do update set ${changes.join(', ')} where to_jsonb("${table}") <> to_jsonb(excluded)`,
    );
  }
  let last = await digest();
  return async () => {
    if (!changedBetween(last, await digest()).some((name) => KEPT.includes(name))) return;
    await owner.query(statements.join(';\n'));
    last = await digest();
  };
}
