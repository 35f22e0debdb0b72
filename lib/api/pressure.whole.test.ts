import { beforeAll, describe, expect, test } from 'vitest';
import { ownerClient } from '@/lib/test/owner';
import { WEB } from '@/lib/test/task-calls';
import { bearer, call, type WireAnswer } from '@/lib/test/wire';

/** Many changes of one thing at once: all are done, in an order, and nobody else waits for them. */

const owner = ownerClient({ RATE_LIMIT_FACTOR: '1000' });
let token: string;
beforeAll(async () => {
  token = await bearer('acme.leader');
});

type Made = { _id: string; number: number; rank: string };
const create = (at: number) =>
  call('POST', 'Task', { token, body: { project_id: WEB, title: `At once ${at}`, status: 5 } });
const refused = (answers: readonly WireAnswer[], status: number) =>
  answers.filter((answer) => answer.status !== status).map(({ body }) => body);
const atOnce = <T>(times: number, work: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: times }, (_, at) => work(at)));

describe('at once', { timeout: 240_000 }, () => {
  test('300 tasks are created in one project: all succeed, with numbers without gaps, each at a rank of its own', async () => {
    const { rows } = await owner.query('select last from task_counter where project_id = $1', [WEB]);
    const answers = await atOnce(300, create);
    expect(refused(answers, 201)).toEqual([]);
    const made = answers.map(({ body }) => body.data as Made);
    const numbers = made.map(({ number }) => number).sort((one, other) => one - other);
    expect(numbers).toEqual(Array.from({ length: 300 }, (_, at) => rows[0].last + 1 + at));
    // The order of the numbers is the order in the column.
    const byNumber = made.toSorted((one, other) => one.number - other.number).map(({ rank }) => rank);
    expect(byNumber).toEqual([...new Set(byNumber)].sort());
  });

  test('an organisation whose every change waits for a lock keeps no other one waiting', async () => {
    const other = await bearer('globex.admin');
    await owner.query('begin');
    await owner.query('select from task_counter where project_id = $1 for update', [WEB]);
    let done = 0;
    const flood = atOnce(40, async (at) => {
      const answer = await create(at);
      done += 1;
      return answer;
    });
    // All the connections that it may have.
    await expect.poll(async () => (await owner.query('select from pg_locks where not granted')).rowCount).toBe(8);
    const read = await call('GET', 'taskList', { token: other });
    expect([read.status, done]).toEqual([200, 0]);
    await owner.query('rollback');
    expect(refused(await flood, 201)).toEqual([]);
  });
});
