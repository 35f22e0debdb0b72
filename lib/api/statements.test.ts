import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeDatabase } from '@/lib/db';
import { PASSWORD } from '@/lib/test/fixtures';
import { transactionsOf } from '@/lib/test/statements';
import { person, task, WEB } from '@/lib/test/task-calls';
import { bearer, call, type WireCall } from '@/lib/test/wire';

/** What a call asks of the database: messages to it, begin and commit among them. The outbox's deliveries are apart. */

type Counted = {
  at: { statements: number; transactions?: number };
  method: Parameters<typeof call>[0];
  path: string;
  options: () => WireCall;
  status?: number;
};
let version = 0;
const inWeb = { project_id: WEB, title: 'Print the posters' };
const move = (status: number) => ({ task_id: task('WEB-1'), status });

/** Call → most it may ask. */
const CALLS: Record<string, Counted> = {
  seat: { at: { statements: 3 }, method: 'GET', path: 'loggedInUser', options: () => ({}) },
  list: { at: { statements: 3 }, method: 'GET', path: 'taskList', options: () => ({ query: { limit: '50' } }) },
  board: {
    at: { statements: 5 },
    method: 'GET',
    path: 'taskListByProject',
    options: () => ({ query: { project_id: WEB, group: 'status' } }),
  },
  task: { at: { statements: 4 }, method: 'GET', path: `task/${task('WEB-1')}`, options: () => ({}) },
  create: { at: { statements: 4 }, method: 'POST', path: 'Task', options: () => ({ body: inWeb }), status: 201 },
  'create with a text that names a task': {
    at: { statements: 5 },
    method: 'POST',
    path: 'Task',
    options: () => ({ body: { ...inWeb, description: 'Like WEB-1' } }),
    status: 201,
  },
  'create for somebody, with a key': {
    at: { statements: 6 },
    method: 'POST',
    path: 'Task',
    options: () => ({
      body: { ...inWeb, assignee_ids: [person('user')] },
      headers: { 'Idempotency-Key': crypto.randomUUID() },
    }),
    status: 201,
  },
  move: { at: { statements: 5 }, method: 'POST', path: 'changeTaskStatus', options: () => ({ body: move(2) }) },
  'move beside a task that has left the column': {
    at: { statements: 7 },
    method: 'POST',
    path: 'changeTaskStatus',
    options: () => ({ body: { ...move(2), after_id: task('WEB-2') } }),
  },
  'move to Testing, of which others are told': {
    at: { statements: 5 },
    method: 'POST',
    path: 'changeTaskStatus',
    options: () => ({ body: move(3) }),
  },
  comment: {
    at: { statements: 6 },
    method: 'POST',
    path: 'addTaskComment',
    options: () => ({ body: { task_id: task('WEB-1'), body: 'Seen.' } }),
    status: 201,
  },
  edit: {
    at: { statements: 6 },
    method: 'PATCH',
    path: `taskCard/${task('WEB-1')}`,
    options: () => ({ body: { title: `Posters ${version}`, version } }),
  },
  'sign in': {
    at: { statements: 8, transactions: 2 },
    method: 'POST',
    path: 'signinwithorgs',
    options: () => ({ body: { email: 'user@acme.test', password: PASSWORD, sub_domain: 'acme' }, token: null }),
  },
};

beforeAll(async () => {
  process.env.RATE_LIMIT_FACTOR = '1000';
  await bearer('acme.leader');
});
afterAll(closeDatabase);

describe('a call asks the database no more than', () => {
  test.each(Object.entries(CALLS))('%s', async (_name, { at, method, path, options, status = 200 }) => {
    const token = await bearer('acme.leader');
    version = ((await call('GET', `taskCard/${task('WEB-1')}`, { token })).body.data as { version: number }).version;
    const given = { token, ...options() };
    const transactions = await transactionsOf(async () => {
      const answer = await call(method, path, given);
      expect(answer.status, JSON.stringify(answer.body)).toBe(status);
    });
    const texts = transactions.flatMap((texts) => texts.map((text) => text.slice(0, 300)));
    expect(transactions.length, texts.join('\n')).toBeLessThanOrEqual(at.transactions ?? 1);
    expect(texts.length, texts.join('\n')).toBeLessThanOrEqual(at.statements);
  });
});
