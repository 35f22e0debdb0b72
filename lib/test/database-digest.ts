import type pg from 'pg';

/** What a denied call must leave alone, and how a permitted one is taken back. */

/** Counters of attempts and remembered answers: a call may leave its trace there, denied or not. */
const TRACES = ['rate_limit', 'idempotency_key'];
/** Being delivered meanwhile: only which rows there are counts. */
const IN_DELIVERY = ['outbox', 'job'];

async function tablesOf(owner: pg.ClientBase): Promise<string[]> {
  const { rows } = await owner.query(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`,
  );
  return rows.map(({ relname }) => relname as string).filter((name) => !TRACES.includes(name));
}

/**
 * A function that gives count and content of every table as one text; when somebody was last here does not count. Content
 * is read of those tables alone whose rows are others than last time: a row that is written gets a younger transaction
 * than all before it, and one that is gone is missed by the count.
 */
export async function digestOf(owner: pg.ClientBase): Promise<() => Promise<string>> {
  const tables = await tablesOf(owner);
  const states = tables.map(
    (name) =>
      `select '${name}' as name, count(*) || ':' || coalesce(max(xmin::text::bigint), 0) as state from "${name}"`,
  );
  const known: Record<string, { state: string; content: string }> = {};
  const contentOf = async (name: string): Promise<string> => {
    const row = IN_DELIVERY.includes(name) ? 't.id::text' : `(to_jsonb(t) - 'last_seen_at')::text`;
    const text = `select count(*) || ':' || coalesce(sum(hashtextextended(${row}, 0)), 0) as content from "${name}" t`;
    return (await owner.query({ name: `content of ${name}`, text })).rows[0].content;
  };
  return async () => {
    const { rows } = await owner.query({ name: 'states of tables', text: states.join(' union all ') });
    for (const { name, state } of rows)
      if (known[name]?.state !== state) known[name] = { state, content: await contentOf(name) };
    return JSON.stringify(Object.fromEntries(tables.map((name) => [name, known[name]?.content])));
  };
}

/** Names of the tables in which two digests differ. */
export function changedBetween(before: string, after: string): string[] {
  const [one, other] = [JSON.parse(before), JSON.parse(after)] as [Record<string, string>, Record<string, string>];
  return Object.keys(one).filter((name) => one[name] !== other[name]);
}

/** Whose rows come back after a permitted call, parents first. */
const KEPT = ['organisation', 'person', 'member', 'category', 'project', 'project_member', 'session'];

/** Remembers the rows of people, seats and projects as they are now; the function brings back what was changed of them. */
export async function restorerOf(owner: pg.ClientBase): Promise<() => Promise<void>> {
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
  return async () => {
    await owner.query(statements.join(';\n'));
  };
}
