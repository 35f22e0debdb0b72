/**
 * `npm run bench:search`: how long a search takes among 100,000 tasks and 1,000,000 comments, by role; the first run makes them
 * (about 10 minutes), and the database is dropped at the end unless `BENCH_KEEP` is set. Words are as frequent as in a language.
 */
import type pg from 'pg';
import type { Seat } from '../lib/org';
import { quantile } from './load';
import { fillStep, idOf, ORG, onOwnDatabase, word } from './own-database';

const [TASKS, COMMENTS] = [Number(process.env.BENCH_TASKS ?? 100_000), Number(process.env.BENCH_COMMENTS ?? 1_000_000)];
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 400);
const [PROJECTS, BATCH] = [200, 20_000] as const;
const text = (words: number, of: string) =>
  `(select string_agg(${word}, ' ') from generate_series(1, ${words} + (${of}) * 0))`;

async function fill(owner: pg.Client) {
  const say = (what: string, sql: string) => fillStep(owner, what, sql);
  await owner.query(`insert into organisation (id, key, name, verified_at) values ('${ORG}', 'big', 'Big', now())`);
  await owner.query(`insert into member (org_id, id, role, approval, name, email, placed_at)
    select '${ORG}', ${idOf(1, 'n')}, case n % 6 when 0 then 'admin' when 1 then 'team_leader' when 2 then 'client' else 'user' end, 1,
           ${word} || ' ' || ${word} || n, 'person' || n || '@big.test', now() from generate_series(0, 1999) n`);
  await owner.query(
    `insert into project (org_id, id, key, name, type) select '${ORG}', ${idOf(2, 'n')}, 'P' || n, ${word} || ' ' || n, 'web_application' from generate_series(10, ${PROJECTS + 9}) n`,
  );
  for (const table of ['task', 'comment']) await owner.query(`alter table ${table} disable trigger search_1_inserted`);
  for (let from = 0; from < TASKS; from += BATCH)
    await say(
      `tasks from ${from}`,
      `insert into task (org_id, id, project_id, number, title, description, rank, audience, updated_at)
      select '${ORG}', ${idOf(3, 'n')}, ${idOf(2, `10 + n % ${PROJECTS}`)}, n + 1, ${text(6, 'n')}, ${text(30, 'n')}, lpad(n::text, 8, '0'),
             case when n % 5 = 0 then 'client' else 'internal' end, now() - make_interval(mins => ${TASKS} - n)
        from generate_series(${from}, ${Math.min(from + BATCH, TASKS) - 1}) n`,
    );
  for (let from = 0; from < COMMENTS; from += BATCH)
    await say(
      `comments from ${from}`,
      `insert into comment (org_id, id, task_id, project_id, task_audience, audience, body, created_at)
      select '${ORG}', ${idOf(4, 'n')}, t.id, t.project_id, t.audience, case when n % 2 = 0 then 'client' else 'internal' end, ${text(20, 'n')},
             now() - make_interval(secs => ${COMMENTS} - n)
        from generate_series(${from}, ${Math.min(from + BATCH, COMMENTS) - 1}) n join task t on t.id = ${idOf(3, `(n::bigint * 7919) % ${TASKS}`)}`,
    );
  for (const table of ['task', 'comment']) await owner.query(`alter table ${table} enable trigger search_1_inserted`);
  const began = performance.now();
  await owner.query(`insert into search_backlog (kind) values ('task'), ('comment')`);
  for (;;) {
    const { rows } = await owner.query<{ read: number }>('select fill_search(2000) as read');
    if (!rows[0]?.read) break;
  }
  console.log(`taken into the search by steps of 2,000: ${((performance.now() - began) / 1000).toFixed(0)} s`);
  await say('vacuum', 'vacuum analyze');
}

async function measure(owner: pg.Client): Promise<void> {
  const { asMember } = await import('../lib/test/as-member');
  const { search } = await import('../lib/search/queries');
  const { Search } = await import('../lib/search/schema');
  const { rows: projects } = await owner.query<{ id: string }>('select id from project order by key');
  const seats = [
    ['admin', 'admin', 0],
    ['leader of 8 projects', 'team_leader', 8],
    ['user of 100 projects', 'user', 100],
    ['client of 3 projects', 'client', 3],
  ] as const;
  const sample = async (sql: string) => (await owner.query<{ q: string }>(sql)).rows.map(({ q }) => q);
  const words = await sample(`select ${word} as q from generate_series(1, 400)`);
  const titles = await sample('select title as q from task order by md5(id::text) limit 200');
  const rare = titles.map((title) => title.split(' ').sort((a, b) => b.length - a.length)[0] as string);
  const swapped = (one: string) => `${one.slice(0, 3)}${one[4] ?? ''}${one[3] ?? ''}${one.slice(5)}`;
  const kinds: Record<string, (at: number) => string> = {
    'two letters': (at) => (words[at % 400] as string).slice(0, 2),
    'three letters': (at) => (words[at % 400] as string).slice(0, 3),
    'four letters': (at) => (words[at % 400] as string).slice(0, 4),
    'a frequent word': (at) => words[at % 400] as string,
    'a rare word': (at) => rare[at % rare.length] as string,
    'two words': (at) => `${words[at % 400]} ${rare[at % rare.length]}`,
    'a phrase': (at) => `"${(titles[at % titles.length] as string).split(' ').slice(1, 3).join(' ')}"`,
    'with a typing error': (at) => swapped(rare[at % rare.length] as string),
    'nothing there': (at) => `qqq${at}`,
    'a key': (at) => `P${10 + (at % PROJECTS)}-${at}`,
  };
  for (const [name, role, count] of seats) {
    const ids = projects.slice(0, count).map(({ id }) => id);
    const [person] = (
      await owner.query<{ id: string }>('select id from member where role = $1 order by id limit 1', [role])
    ).rows;
    for (const id of ids)
      await owner.query(
        'insert into project_member (org_id, project_id, member_id) values ($1, $2, $3) on conflict do nothing',
        [ORG, id, person?.id],
      );
    const seat = {
      org_id: ORG,
      org_key: 'big',
      member_id: person?.id,
      role,
      project_ids: ids,
      locale: 'en',
      time_zone: 'UTC',
    } as unknown as Seat;
    const once = async (q: string) => {
      let found = 0;
      await asMember(seat, async (ctx) => {
        found = (await search(ctx, Search.parse({ q, limit: '30' }))).docs.length;
      });
      return found;
    };
    const all: number[] = [];
    for (const [kind, of] of Object.entries(kinds)) {
      const took: number[] = [];
      let found = 0;
      for (let at = -5; at < ROUNDS / 10; at++) {
        const began = performance.now();
        const docs = await once(of(at + 5));
        if (at < 0) continue;
        took.push(performance.now() - began);
        found += docs;
      }
      all.push(...took);
      console.log(
        `${name.padEnd(22)} ${kind.padEnd(20)} p50 ${quantile(took, 0.5).toFixed(1).padStart(6)} ms  p95 ${quantile(took, 0.95).toFixed(1).padStart(6)} ms  most ${Math.max(
          ...took,
        )
          .toFixed(1)
          .padStart(6)} ms  ${(found / took.length).toFixed(1)} found`,
      );
    }
    console.log(
      `${name.padEnd(22)} ${'all of them'.padEnd(20)} p50 ${quantile(all, 0.5).toFixed(1).padStart(6)} ms  p95 ${quantile(all, 0.95).toFixed(1).padStart(6)} ms`,
    );
  }
}

await onOwnDatabase('search', fill, measure);
