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
  create table changed_row (id bigserial primary key, name text not null, by text not null);
  create function note_changed_row() returns trigger language plpgsql security definer as $$ begin
    insert into public.changed_row (name, by) values (tg_table_name, concat_ws(' ', tg_op, current_setting('role'),
      pg_backend_pid(), transaction_timestamp(), left(current_query(), 160)));
    return null;
  end $$`;

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
  const counted: Digest = {};
  let last = '0';
  // Nobody writes while it is looked at, so what comes later has a higher number.
  return async () => {
    const text = 'select name, count(*)::int as lines, max(id) as last from changed_row where id > $1 group by name';
    const { rows } = await owner.query({ name: 'changed rows', text, values: [last] });
    for (const { name, lines } of rows) counted[name] = (counted[name] ?? 0) + lines;
    for (const row of rows) if (BigInt(row.last) > BigInt(last)) last = row.last;
    return { ...counted };
  };
}

/** Who wrote the last rows, as what and by which statement: for the message of a failure. */
export async function lastWrites(owner: pg.ClientBase): Promise<string> {
  const { rows } = await owner.query('select name, by from changed_row order by id desc limit 12');
  return rows.map(({ name, by }) => `${name}: ${by}`).join('\n');
}

/** Names of the tables in which two digests differ. */
export const changedBetween = (before: Digest, after: Digest): string[] =>
  Object.keys(after).filter((name) => before[name] !== after[name]);

/** Whose rows come back after a permitted call, parents first. */
const KEPT = ['organisation', 'person', 'member', 'category', 'project', 'project_member', 'session'];

/** Remembers the rows of people, seats and projects as they are now; the function brings back what was changed of them. */
export async function restorerOf(owner: pg.ClientBase, digest: () => Promise<Digest>): Promise<() => Promise<void>> {
  const statements = new Map<string, string>();
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
    const same = keys.map((key) => `now.${key} = kept.${key}`).join(' and ');
    // Only what is another now: a row that is put in runs what is done at each.
    statements.set(
      table,
      `insert into "${table}" (${columns}) select ${columns} from "kept_${table}" kept
        where not exists (select from "${table}" now where ${same} and to_jsonb(now) = to_jsonb(kept))
       on conflict (${keys.join(', ')}) do update set ${changes.join(', ')}`,
    );
  }
  let last = await digest();
  return async () => {
    const changed = changedBetween(last, await digest());
    if (!changed.some((name) => KEPT.includes(name))) return;
    for (const name of KEPT.filter((name) => changed.includes(name))) await owner.query(statements.get(name) as string);
    last = await digest();
  };
}
