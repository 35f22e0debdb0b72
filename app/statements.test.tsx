import type { ReactElement, ReactNode } from 'react';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import DashboardPage from '@/app/[orgKey]/(dashboard)/dashboard/page';
import ProjectPage from '@/app/[orgKey]/(dashboard)/project/page';
import ProjectDetailsPage from '@/app/[orgKey]/(dashboard)/projectdetails/page';
import SettingsPage from '@/app/[orgKey]/(dashboard)/settings/page';
import TaskPage from '@/app/[orgKey]/(dashboard)/task/page';
import TaskDetailsPage from '@/app/[orgKey]/(dashboard)/taskpage/page';
import UserListPage from '@/app/[orgKey]/(dashboard)/userlist/page';
import { OrganisationShell } from '@/app/[orgKey]/organisation-shell';
import ProfilePage from '@/app/profile/page';
import { closeDatabase } from '@/lib/db';
import { signInWithPassword } from '@/lib/session/sign-in';
import { PASSWORD } from '@/lib/test/fixtures';
import { runAction } from '@/lib/test/next-request';
import { transactionsOf } from '@/lib/test/statements';
import { person, task, WEB } from '@/lib/test/task-calls';
import { bearer, call, type WireCall } from '@/lib/test/wire';

vi.mock('next/headers', () => import('@/lib/test/next-request'));
vi.mock('react', async (original) => {
  const { cache } = await import('@/lib/test/next-request');
  return { ...(await original<object>()), cache };
});

/** What a page asks of the database, its frame included: messages to it, begin and commit among them, in one transaction. */

type Page = (props: {
  params: Promise<{ orgKey: string }>;
  searchParams: Promise<Record<string, string>>;
}) => Promise<ReactNode>;

const PAGES: Record<string, { page: Page; orgKey?: null; search?: Record<string, string> }> = {
  dashboard: { page: DashboardPage },
  list: { page: TaskPage },
  board: { page: TaskPage, search: { view: 'board', project: 'WEB' } },
  calendar: { page: TaskPage, search: { view: 'calendar' } },
  timeline: { page: TaskPage, search: { view: 'timeline' } },
  projects: { page: ProjectPage },
  project: { page: ProjectDetailsPage, search: { project: 'WEB' } },
  task: { page: TaskDetailsPage, search: { task: 'WEB-1' } },
  people: { page: UserListPage },
  settings: { page: SettingsPage },
  profile: { page: ProfilePage, orgKey: null },
};

/** Messages of a page. */
const MOST = 8;

let token: string;
beforeAll(async () => {
  ({ token } = await signInWithPassword(
    { email: 'admin@acme.test', password: PASSWORD, sub_domain: 'acme' },
    'browser',
    {},
  ));
});
afterAll(closeDatabase);
afterAll(() => vi.doUnmock('next/headers'));
afterAll(() => vi.doUnmock('react'));

/** Renders as React does: the frame first, and the page at once, since the frame waits for nothing. */
async function render(page: Page, orgKey: string | null, search: Record<string, string>) {
  const frame = OrganisationShell({ orgKey, children: null }) as ReactElement<{ read: Promise<unknown> }>;
  const body = page({ params: Promise.resolve({ orgKey: 'acme' }), searchParams: Promise.resolve(search) });
  await Promise.all([frame.props.read, body]);
}

describe('a page passes one door once:', () => {
  test.each(Object.entries(PAGES))('%s', async (_name, { page, orgKey = 'acme', search = {} }) => {
    const transactions = await transactionsOf(() => runAction(token, () => render(page, orgKey, search)));
    const texts = transactions.flatMap((texts) => ['---', ...texts.map((text) => text.slice(0, 200))]);
    expect(transactions, texts.join('\n')).toHaveLength(1);
    expect(transactions[0]?.length, texts.join('\n')).toBeLessThanOrEqual(MOST);
  });
});

test.each([
  ['list', { project: 'WEB' }, 2],
  ['board', { view: 'board', project: 'WEB' }, 3],
] as const)('the %s reads tasks for what it shows, and none to name the projects', async (_name, search, reads) => {
  const [texts = []] = await transactionsOf(() => runAction(token, () => render(TaskPage, 'acme', search)));
  const reading = texts.filter((text) => /\b(from|join) task\b/.test(text) && !text.includes('from notification'));
  expect(reading, reading.map((text) => text.slice(0, 300)).join('\n')).toHaveLength(reads);
});

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
