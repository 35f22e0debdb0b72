/** How long 10,000 people by CSV file take, beside rows that are merely inserted; and calls while their emails leave. */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Figure } from './figures';
import type { Installation } from './installation';
import { load, middle } from './load';
import { processorTime } from './processor-time';

const ROWS = 10_000;

/** Seconds of the upload (goal: under 30), of the bare insert, and their ratio. `token`: an admin's. */
async function peopleByFile({ app, token, database }: Installation) {
  // The cap of a day, which a second run would meet.
  await database.query(`delete from rate_limit where bucket like '%file%'`);
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
  const { data, message } = (await answer.json()) as { data?: { batch_id: string }; message: string };
  if (!data) throw new Error(`The file was refused: ${message}`);
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
  await database.query('drop table bare');
  return { seconds: upload, ratio: bare / upload };
}

/** The emails that wait for the bulk lane, which can be stopped and set free from outside. */
class Emails {
  constructor(private readonly database: pg.Client) {}

  async #count(state: string): Promise<number> {
    const sql = `select count(*)::int as n from job where lane = 'bulk' and state = $1`;
    return (await this.database.query<{ n: number }>(sql, [state])).rows[0]?.n ?? 0;
  }

  left = () => this.#count('done');

  /** Resolves when none is under way. */
  async hold(): Promise<void> {
    const sql = `update job set run_at = now() + interval '1 day' where lane = 'bulk' and state = 'waiting'`;
    do await this.database.query(sql);
    while ((await this.#count('running')) && (await sleep(100, true)));
  }

  /** Resolves when they leave at their pace, rendered beside the calls. */
  async free(): Promise<void> {
    await this.database.query(`update job set run_at = now() where lane = 'bulk' and state = 'waiting'`);
    for (const goal = (await this.left()) + UNDER_WAY; (await this.left()) < goal; ) await sleep(100);
  }

  /** The next run must not send them. */
  forget = () => this.database.query(`delete from job where lane = 'bulk' and state <> 'done'`);
}

/** So many in each round before it counts: the thread that renders has begun. */
const UNDER_WAY = 200;
const ROUNDS = 3;
const PACE = { connections: 16, seconds: 8 };

/** What calls keep of their speed while emails are rendered and leave: both by turns, the median of their ratios. */
export async function people(whole: Installation): Promise<Figure[]> {
  const emails = new Emails(whole.database);
  const calls = { url: `${whole.app}/api/taskList?limit=50`, headers: { authorization: whole.token } };
  try {
    const file = await peopleByFile(whole);
    const ratios: number[] = [];
    const rates: number[] = [];
    await load(calls, PACE);
    for (let round = 0; round < ROUNDS; round++) {
      await emails.hold();
      const alone = await load(calls, PACE);
      await emails.free();
      const before = await emails.left();
      const beside = await load(calls, PACE);
      rates.push(((await emails.left()) - before) / PACE.seconds);
      ratios.push(beside.rps / alone.rps);
    }
    const [since, sent] = [processorTime(whole), await emails.left()];
    await sleep(PACE.seconds * 1_000);
    const each = (processorTime(whole) - since) / ((await emails.left()) - sent);
    return [
      {
        name: '10,000 people by CSV',
        value: file.seconds,
        unit: 's',
        goal: 30,
        detail: `${(file.ratio * 100).toFixed(0)} % of a bare insert`,
      },
      {
        name: 'calls while emails leave',
        value: middle(ratios),
        unit: '×',
        goal: 0.8,
        detail: `${middle(rates).toFixed(0)} emails a second meanwhile`,
      },
      {
        name: 'an email: processor time',
        value: each,
        unit: 'ms',
        detail: 'of the application and the database together',
      },
    ];
  } finally {
    await emails.forget();
  }
}
