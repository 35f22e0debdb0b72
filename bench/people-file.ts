/** How long 10,000 people by CSV file take, beside 10,000 rows that are merely inserted in one statement. */
import type pg from 'pg';

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
  const upload = (performance.now() - started) / 1000;
  const { data } = (await answer.json()) as { data?: { invited: number } };
  if (data?.invited !== ROWS) throw new Error(`the file invited ${data?.invited} of ${ROWS}`);

  await database.query('create temp table bare (like invitation including defaults)');
  const before = performance.now();
  await database.query('insert into bare select * from invitation where email like $1', [`%.${mark}@people.test`]);
  const bare = (performance.now() - before) / 1000;
  return { rows: ROWS, seconds: upload, bare_insert_seconds: bare, ratio: bare / upload };
}
