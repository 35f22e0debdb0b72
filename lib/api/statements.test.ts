import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeDatabase } from '@/lib/db';
import { PASSWORD } from '@/lib/test/fixtures';
import { transactionsOf } from '@/lib/test/statements';
import { person, task, WEB } from '@/lib/test/task-calls';
import { bearer, call, type WireCall } from '@/lib/test/wire';

/** What a call asks of the database: messages to it, begin and commit among them. The outbox's deliveries are apart. */

type Options = () => WireCall;
let version = 0;
const inWeb = { project_id: WEB, title: 'Print the posters' };
const move = (status: number, more = {}) => ({ body: { task_id: task('WEB-1'), status, ...more } });
const card = `taskCard/${task('WEB-1')}`;
const withKey = () => ({
  body: { ...inWeb, assignee_ids: [person('user')] },
  headers: { 'Idempotency-Key': crypto.randomUUID() },
});
const signIn = { body: { email: 'user@acme.test', password: PASSWORD, sub_domain: 'acme' }, token: null };

/** What is called, and the most that it may ask; all but signing in in one transaction. */
const CALLS: [name: string, most: number, method: Parameters<typeof call>[0], path: string, options?: Options][] = [
  ['seat', 3, 'GET', 'loggedInUser'],
  ['list', 3, 'GET', 'taskList', () => ({ query: { limit: '50' } })],
  ['board', 5, 'GET', 'taskListByProject', () => ({ query: { project_id: WEB, group: 'status' } })],
  ['task', 4, 'GET', `task/${task('WEB-1')}`],
  ['create', 6, 'POST', 'Task', () => ({ body: inWeb })],
  [
    'create with a text that names a task',
    7,
    'POST',
    'Task',
    () => ({ body: { ...inWeb, description: 'Like WEB-1' } }),
  ],
  ['create for somebody, with a key', 9, 'POST', 'Task', withKey],
  ['move', 6, 'POST', 'changeTaskStatus', () => move(2)],
  [
    'move beside a task that has left the column',
    7,
    'POST',
    'changeTaskStatus',
    () => move(2, { after_id: task('WEB-2') }),
  ],
  ['move to Testing, of which others are told', 6, 'POST', 'changeTaskStatus', () => move(3)],
  ['comment', 6, 'POST', 'addTaskComment', () => ({ body: { task_id: task('WEB-1'), body: 'Seen.' } })],
  ['edit', 6, 'PATCH', card, () => ({ body: { title: `Posters ${version}`, version } })],
  ['sign in', 11, 'POST', 'signinwithorgs', () => signIn],
];

beforeAll(async () => {
  process.env.RATE_LIMIT_FACTOR = '1000';
  await bearer('acme.leader');
});
afterAll(closeDatabase);

describe('a call asks the database no more than', () => {
  test.each(CALLS)('%s', async (name, most, method, path, options = () => ({})) => {
    const token = await bearer('acme.leader');
    version = ((await call('GET', card, { token })).body.data as { version: number }).version;
    const given = { token, ...options() };
    const transactions = await transactionsOf(async () => {
      const answer = await call(method, path, given);
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    });
    const texts = transactions.flatMap((texts) => texts.map((text) => text.slice(0, 300)));
    expect(transactions.length, texts.join('\n')).toBeLessThanOrEqual(name === 'sign in' ? 2 : 1);
    expect(texts.length, texts.join('\n')).toBeLessThanOrEqual(most);
  });
});
