/**
 * `npm run bench:chat`: how long reading and searching take in a chat of 1,000,000 messages, 100,000 of them in one room; the first
 * run makes them (some minutes), and the database is dropped at the end unless `BENCH_KEEP` is set.
 */
import type pg from 'pg';
import type { Ctx, Seat } from '../lib/org';
import { quantile } from './load';
import { fillStep, idOf, ORG, onOwnDatabase, word } from './own-database';

const MESSAGES = Number(process.env.BENCH_MESSAGES ?? 1_000_000);
const LARGE = Math.floor(MESSAGES / 10);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 60);
const [PROJECTS, BATCH] = [200, 50_000] as const;

async function fill(owner: pg.Client) {
  const { RENDERER } = await import('../lib/markdown/markdown');
  const say = (what: string, sql: string) => fillStep(owner, what, sql);
  await owner.query(`insert into organisation (id, key, name, verified_at) values ('${ORG}', 'big', 'Big', now())`);
  await owner.query(`insert into member (org_id, id, role, approval, name, email, placed_at)
    select '${ORG}', ${idOf(1, 'n')}, case n % 5 when 0 then 'admin' when 1 then 'client' else 'user' end, 1,
           ${word} || ' ' || ${word} || n, 'person' || n || '@big.test', now() from generate_series(0, 499) n`);
  await owner.query(
    `insert into project (org_id, id, key, name, type) select '${ORG}', ${idOf(2, 'n')}, 'P' || n, ${word} || ' ' || n, 'web_application' from generate_series(10, ${PROJECTS + 9}) n`,
  );
  await owner.query(`create temp table place as select id, (row_number() over (order by project_id, kind))::int - 1 as at
    from room where kind = 'project'; create unique index on place (at)`);
  // The first tenth lies in the room of the first project, the others in all of them by turns.
  for (let from = 0; from < MESSAGES; from += BATCH)
    await say(
      `messages from ${from}`,
      `insert into message (org_id, id, room_id, seq, place, author_id, client_id, body, body_html, body_renderer, created_at)
      select '${ORG}', ${idOf(4, 'n')}, p.id, n + 1, n + 1, ${idOf(1, '2 + (n % 3)')}, ${idOf(5, 'n')},
             said.body, '<p>' || said.body || '</p>', ${RENDERER},
             now() - make_interval(secs => ${MESSAGES} - n)
        from generate_series(${from}, ${Math.min(from + BATCH, MESSAGES) - 1}) n
        join place p on p.at = case when n < ${LARGE} then 0 else 1 + n % ${PROJECTS - 1} end
        cross join lateral (select string_agg(${word}, ' ') as body from generate_series(1, 12 + n * 0)) said`,
    );
  await owner.query(`update room r set last_seq = m.last, last_place = m.last, last_at = m.at
    from (select room_id, max(seq) as last, max(created_at) as at from message group by 1) m where m.room_id = r.id`);
  await say('vacuum', 'vacuum analyze');
}

async function measure(owner: pg.Client): Promise<void> {
  const { asMember } = await import('../lib/test/as-member');
  const { listMessages, searchMessages } = await import('../lib/message/queries.list');
  const { ListMessages, SearchMessages } = await import('../lib/message/schema');
  const { readRoom } = await import('../lib/room/commands');
  const { getRoom } = await import('../lib/room/queries');
  const { search } = await import('../lib/search/queries');
  const { Search } = await import('../lib/search/schema');
  const { rows: projects } = await owner.query<{ id: string }>('select id from project order by key');
  const { rows: rooms } = await owner.query<{ id: string; project_id: string }>(
    `select r.id, r.project_id from room r where r.kind = 'project' and r.last_seq = $1`,
    [LARGE],
  );
  const [large] = rooms;
  if (!large) throw new Error('The large room is missing: drop the database and run again.');
  const sample = async (sql: string) => (await owner.query<{ q: string }>(sql)).rows.map(({ q }) => q);
  const ids = await sample(
    `select id::text as q from message where room_id = '${large.id}' order by md5(id::text) limit ${ROUNDS + 5}`,
  );
  const days = await sample(
    `select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as q from message where room_id = '${large.id}' order by md5(id::text) limit ${ROUNDS + 5}`,
  );
  const words = await sample(`select ${word} as q from generate_series(1, 400)`);
  const bodies = await sample('select body as q from message tablesample system (0.1) limit 400');
  const rare = bodies.map((body) => body.split(' ').sort((a, b) => b.length - a.length)[0] as string);
  const one = (list: readonly string[], at: number) => list[at % list.length] as string;
  const sought: Record<string, (at: number) => object> = {
    'a frequent word': (at) => ({ q: one(words, at) }),
    'a beginning': (at) => ({ q: one(words, at).slice(0, 3) }),
    'a rare word': (at) => ({ q: one(rare, at) }),
    'two words': (at) => ({ q: `${one(words, at)} ${one(rare, at)}` }),
    'a phrase': (at) => ({ q: `"${one(bodies, at).split(' ').slice(2, 4).join(' ')}"` }),
    'of one person': (at) => ({ q: one(words, at), author: idIn(1, 2 + (at % 3)) }),
    'of one room': (at) => ({ q: one(words, at), room_id: large.id }),
    'of some days': (at) => ({ q: one(words, at), from: one(days, at).slice(0, 10), to: one(days, at).slice(0, 10) }),
    'nothing there': (at) => ({ q: `qqq${at}` }),
  };
  for (const [name, role, count] of [
    ['user of all projects', 'user', PROJECTS],
    ['user of 10 projects', 'user', 10],
    ['client of 3 projects', 'client', 3],
  ] as const) {
    const seen = [large.project_id, ...projects.map(({ id }) => id).filter((id) => id !== large.project_id)].slice(
      0,
      count,
    );
    const person = { user: idIn(1, 2), client: idIn(1, 1) }[role];
    const seat = {
      ...{ org_id: ORG, org_key: 'big', org_name: 'Big', member_id: person, role, project_ids: seen },
      ...{ locale: 'en', time_zone: 'UTC' },
    } as unknown as Seat;
    type Run = (ctx: Ctx, at: number) => Promise<unknown>;
    const times = async (what: string, run: Run, before?: Run) => {
      const took: number[] = [];
      for (let at = -3; at < ROUNDS; at++)
        await asMember(seat, async (ctx) => {
          await before?.(ctx, at + 3);
          const began = performance.now();
          await run(ctx, at + 3);
          if (at >= 0) took.push(performance.now() - began);
        });
      const [half, most] = [quantile(took, 0.5).toFixed(1).padStart(6), quantile(took, 0.95).toFixed(1).padStart(6)];
      console.log(`${name.padEnd(22)} ${what.padEnd(30)} p50 ${half} ms  p95 ${most} ms`);
    };
    if (role === 'user') {
      await times(
        'opens at the last unread',
        async (ctx) => {
          const { last_read_id } = await getRoom(ctx, { id: large.id });
          await listMessages(ctx, ListMessages.parse({ room_id: large.id, around: last_read_id, limit: '50' }));
        },
        (ctx, at) => readRoom(ctx, { room_id: large.id, message_id: one(ids, at) }),
      );
      await times('jumps to a date', (ctx, at) =>
        listMessages(ctx, ListMessages.parse({ room_id: large.id, at: one(days, at), limit: '50' })),
      );
      await times('reads on from a message', (ctx, at) =>
        listMessages(ctx, ListMessages.parse({ room_id: large.id, before: one(ids, at), limit: '50' })),
      );
    }
    for (const [what, of] of Object.entries(sought))
      await times(`search: ${what}`, (ctx, at) => searchMessages(ctx, SearchMessages.parse(of(at))));
    await times('search of all, a beginning', (ctx, at) =>
      search(ctx, Search.parse({ q: one(words, at).slice(0, 4), limit: '30' })),
    );
  }
}

const idIn = (kind: number, at: number) =>
  `${kind.toString(16).padStart(8, '0')}-0000-7000-8000-${at.toString(16).padStart(12, '0')}`;

await onOwnDatabase('chat', fill, measure);
