/** How long 10,000 people by CSV file take, beside 10,000 rows that are merely inserted in one statement. */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { load, type Target } from './load';

const ROWS = 10_000;

/** Seconds of the upload (goal: under 30), of the bare insert, and their ratio. `token`: an admin's. */
export async function peopleByFile(app: string, token: string, database: pg.Client) {
  const mark = Date.now().toString(36);
  const rows = Array.from({ length: ROWS }, (_, at) => `p${at}.${mark}@people.test,Person ${at},user,`);
  const form = new FormData();
  form.set('file', new Blob([`email,name,role,projects\n${rows.join('\n')}\n`], { type: 'text/csv' }), 'people.csv');
  const started = performance.now();
  const answer = await fetch(`${app}/api/sendInviteFromCSV`, {
    method: 'POST',
    headers: { authorization: token },
    body: form,
  });
  const { data } = (await answer.json()) as { data: { batch_id: string } };
  const now = () =>
    fetch(`${app}/api/inviteBatch/${data.batch_id}`, { headers: { authorization: token } })
      .then((response) => response.json() as Promise<{ data: { invited: number; state: string } }>)
      .then(({ data }) => data);
  let batch = await now();
  for (; ['waiting', 'running'].includes(batch.state); batch = await now()) await sleep(100);
  const upload = (performance.now() - started) / 1000;
  if (batch.invited !== ROWS) throw new Error(`the file invited ${batch.invited} of ${ROWS}`);

  await database.query('create temp table bare (like invitation including defaults)');
  const before = performance.now();
  await database.query('insert into bare select * from invitation where email like $1', [`%.${mark}@people.test`]);
  const bare = (performance.now() - before) / 1000;
  return { rows: ROWS, seconds: upload, bare_insert_seconds: bare, ratio: bare / upload };
}

const PACE = { connections: 16, seconds: 8 };

/** What calls keep of their speed while the emails of 10,000 people are rendered and leave (goal: 0.8). */
export async function besideEmails(calls: Target, database: pg.Client, invite: () => Promise<unknown>) {
  const left = async () =>
    (await database.query<{ n: number }>(`select count(*)::int as n from job where lane = 'bulk' and state = 'done'`))
      .rows[0]?.n ?? 0;
  const alone = await load(calls, PACE);
  await invite();
  const before = await left();
  const beside = await load(calls, PACE);
  return { ratio: beside.rps / alone.rps, emailsASecond: ((await left()) - before) / PACE.seconds };
}
