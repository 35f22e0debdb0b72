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

/** A function that gives count and content of every table as one text; when somebody was last here does not count. */
export async function digestOf(owner: pg.ClientBase): Promise<() => Promise<string>> {
  const parts = (await tablesOf(owner)).map((name) => {
    const content = IN_DELIVERY.includes(name) ? 't.id::text' : `(to_jsonb(t) - 'last_seen_at')::text`;
    return `'${name}', (select count(*) || ':' || coalesce(sum(hashtextextended(${content}, 0)), 0) from "${name}" t)`;
  });
  const statement = `select json_build_object(${parts.join(', ')})::text as all`;
  return async () => (await owner.query(statement)).rows[0].all;
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
    for (const statement of statements) await owner.query(statement);
  };
}
