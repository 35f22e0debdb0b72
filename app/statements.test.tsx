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
