import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  ADMIN,
  LEADER,
  member,
  PROJECT,
  projectDetail,
  requestRecord,
  TODAY,
  taskCard,
  USER,
} from '@/components/test/gallery/records';
import { serveTasks } from '@/components/test/gallery/task-server';
import { expectAccessible, expectLink, list, live, message, navigation, press, server } from '@/components/test/part';
import { type ShowOptions, show } from '@/components/test/show';
import type { Waiting } from '@/components/waiting/use-waiting-for-me';
import type { ClientHome } from '@/lib/client-home/schema';
import type { Dashboard } from '@/lib/dashboard/schema';
import type { DashboardPart } from '@/lib/dashboard/vocabulary';
import type { WaitingItem } from '@/lib/waiting/schema';
import { DashboardView } from './dashboard-view';

const NONE = { total: 0, pending: 0, in_process: 0, testing: 0, completed: 0, backlogs: 0, overdue: 0, due_today: 0 };
const row = (name: string) => page.getByRole('link', { name, exact: true });
const tick = (key: string) => page.getByRole('button', { name: new RegExp(`^Complete ${key}`) });

const NOTHING: Waiting = { docs: [], totalDocs: 0 };
const REST = { workload: null, organisation: null, meetings: [], failed: [] as DashboardPart[] };

const HOME: ClientHome = {
  going_on: [],
  delivered: [{ ...taskCard(9, { status: 4, title: 'Style guide' }), project: PROJECT }],
  files: [],
  requests: [requestRecord(1, { state: 'in_progress', state_label: 'In progress' })],
  contacts: [{ person: LEADER, leads: true, projects: [PROJECT] }],
  takes_requests: true,
  failed: [],
};

/** The dashboard of somebody to whom these open tasks are due. */
async function showDashboard({
  workload,
  takes = true,
  failed = [],
  waiting = NOTHING,
  home: partial,
  ...options
}: ShowOptions & {
  workload?: 'fails';
  takes?: boolean;
  failed?: DashboardPart[];
  waiting?: Waiting | null;
  /** Of a client, where it differs. */
  home?: Partial<ClientHome>;
} = {}) {
  const due = (number: number, due_date: string) => taskCard(number, { due_date });
  const store = serveTasks([due(1, '2026-11-20'), due(2, TODAY), due(3, TODAY)]);
  const read = (): Dashboard => {
    const open = store.cards().flatMap((card) => (card.status === 4 ? [] : { ...card, project: PROJECT }));
    const [overdue, today] = [open.filter((one) => one._id === 't-1'), open.filter((one) => one._id !== 't-1')];
    const counts = { ...NONE, total: open.length, pending: open.length };
    const my_day = { overdue, today, soon: [] };
    return { counts, mine: counts, my_day, waiting: [], projects: [], alone: false, activity: [], ...REST };
  };
  server.on('GET getdashboarddetails', read);
  server.on('GET workload', () => ({
    ...{ from: TODAY, to: TODAY, capacity_minutes: 2400 },
    people: [{ person: USER, tasks: 3, estimated_minutes: 90, without_estimate: 1 }],
  }));
  if (workload) server.refuse('GET workload', 422, 'invalid', 'Something went wrong.');
  server.on('GET organisationState', () => ({
    ...{ members: 12, pending: 2, invitations: 1, at_risk: 1 },
    storage: { used_bytes: 2_000_000, quota_bytes: null },
  }));
  const home: ClientHome = { ...HOME, takes_requests: takes, ...partial };
  server.on('GET clientHome', () => home);
  server.on('GET waitingForMe', () => list([]));
  const of = options.as === 'client' ? home : null;
  await show(<DashboardView initial={{ ...read(), failed }} home={of} waiting={waiting} today={TODAY} />, {
    url: '/acme/dashboard',
    ...options,
  });
  return store;
}

test('J, K and arrows walk over My day, and Enter opens', async () => {
  await showDashboard();
  await press('j');
  await expect.element(row('Task 1')).toHaveFocus();
  await press('j{ArrowDown}j');
  await expect.element(row('Task 3')).toHaveFocus();
  await press('k{Enter}');
  expect(navigation.url).toBe('/acme/taskpage?task=WEB-2');
});

test('a tick completes a task at once, Ctrl+Z brings it back, and what is refused stays', async () => {
  const store = await showDashboard();
  const held = server.hold('POST changeTaskStatus');
  await tick('WEB-2').click();
  await expect.element(row('Task 2')).not.toBeInTheDocument();
  held.release();
  await expect.element(message('WEB-2 completed')).toBeVisible();
  expect(store.task('t-2').status).toBe(4);
  await press('{Control>}z{/Control}');
  await expect.element(row('Task 2')).toBeVisible();
  // What is undone is not offered to be undone.
  await expect.element(message('WEB-2 completed')).not.toBeInTheDocument();
  expect(store.task('t-2').status).toBe(1);
  server.refuseNext('POST changeTaskStatus', 403, 'forbidden', 'Not you.');
  const refused = server.hold('POST changeTaskStatus');
  await tick('WEB-3').click();
  await refused.reached;
  await expect.element(row('Task 3')).not.toBeInTheDocument();
  // Nothing is told as done before it is.
  expect(message('WEB-3 completed').query()).toBeNull();
  refused.release();
  await expect.element(message('WEB-3 was not completed. Not you.')).toBeVisible();
  await expect.element(row('Task 3')).toBeVisible();
});

test('what others change is read again, also what was missed', async () => {
  const store = await showDashboard();
  store.changedByOther('t-1', { title: 'Written anew' });
  await expect.element(row('Written anew')).toBeVisible();
  store.write('t-1', { title: 'Missed' });
  live.become('paused');
  live.become('live');
  await expect.element(row('Missed')).toBeVisible();
});

const CLIENTS = `private-project-${PROJECT._id}-client`;
const QUESTION: WaitingItem = {
  ...{ kind: 'question', _id: 't-2', title: 'Task 2', says: 'waits for you here', by: LEADER, task_key: 'WEB-2' },
  ...{ project_id: PROJECT._id, since: '2026-11-20T09:00:00.000Z', url: '/acme/taskpage?task=WEB-2' },
};

test('a client sees first what waits for them, as it is now, and is told when nothing does', async () => {
  await showDashboard({ as: 'client' });
  await expect.element(page.getByText(/^Nothing waits for you/)).toBeVisible();
  server.on('GET waitingForMe', () => list([QUESTION]));
  live.say(CLIENTS, 'task.changed', { id: 't-2', version: 2 });
  const waiting = page.getByRole('list', { name: 'Waiting for you' });
  await expect.element(waiting.getByRole('link', { name: 'Task 2', exact: true })).toBeVisible();
  const [first] = page.getByRole('heading', { level: 2 }).all();
  await expect.element(first as NonNullable<typeof first>).toHaveTextContent('Waiting for you');
  await expect.element(page.getByRole('list', { name: 'Your requests' })).toHaveTextContent('Request 1In progress');
  await expect.element(page.getByRole('list', { name: 'What was delivered' })).toHaveTextContent('Style guide');
  await expect.element(page.getByRole('list', { name: 'Whom to ask' })).toHaveTextContent(PROJECT.name);
  await expectAccessible();
});

test('of a client’s home what could not be read has its place, and is tried again; the rest stands', async () => {
  await showDashboard({ as: 'client', home: { failed: ['requests', 'contacts'], delivered: [] } });
  const of = (title: string) => page.getByRole('region', { name: title, exact: true });
  for (const title of ['Your requests', 'Whom to ask'])
    await expect.element(of(title).getByRole('alert')).toBeVisible();
  await expect.element(of('What was delivered')).toHaveTextContent('What the team completes and shares with you');
  await expectAccessible();
  server.on('GET clientHome', () => HOME);
  await of('Your requests').getByRole('button', { name: 'Retry' }).click();
  await expect.element(page.getByRole('list', { name: 'Your requests' })).toHaveTextContent('Request 1In progress');
  await expect.element(page.getByRole('list', { name: 'Whom to ask' })).toBeVisible();
});

test('a client’s page reads what it shows of the dashboard, and no more', async () => {
  await showDashboard({ as: 'client' });
  live.say(CLIENTS, 'task.changed', { id: 't-2', version: 2 });
  await expect.poll(() => server.inputs('GET getdashboarddetails').at(-1)).toMatchObject({ parts: 'counts,projects' });
});

test('where requests are switched off a client reads whom to ask instead', async () => {
  await showDashboard({ as: 'client', takes: false });
  await expect
    .element(page.getByText('Requests are not taken here. Ask Maya Lindqvist instead.', { exact: false }))
    .toBeVisible();
  expect(page.getByRole('button', { name: 'New request' }).query()).toBeNull();
});

test('whoever leads sees what is due from whom, and an admin how the organisation stands', async () => {
  await showDashboard({ as: 'admin' });
  await expect.element(page.getByRole('link', { name: 'Open invitations' })).toBeVisible();
  const line = page.getByRole('link', { name: USER.name });
  await expect.element(line).toHaveAttribute('href', expect.stringContaining(`assignee:${USER._id};!status:4,5`));
  await expect.element(page.getByText('1.5 h, 3 tasks, 1 without estimate')).toBeVisible();
  await expectAccessible();
});

test('a card that cannot be read does not take the others along, and is tried again in its place', async () => {
  await showDashboard({ as: 'admin', workload: 'fails' });
  await expect.element(page.getByText('This could not be loaded')).toBeVisible();
  await expect.element(row('Task 1')).toBeVisible();
  server.on('GET workload', () => ({ from: TODAY, to: TODAY, capacity_minutes: 0, people: [] }));
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.element(page.getByText('Nothing with an assignee is due within seven days.')).toBeVisible();
  // Read again because of others: where that fails, what is there stays.
  const changed = () => live.say(`private-project-${PROJECT._id}`, 'task.changed', { id: 't-1', version: 2 });
  server.refuseNext('GET workload', 422, 'invalid', 'Something went wrong.');
  changed();
  await expect.poll(() => server.inputs('GET workload').length).toBe(3);
  const next = server.hold('GET workload');
  changed();
  await next.reached;
  expect(page.getByText('This could not be loaded').query()).toBeNull();
});

test('what could not be read when the page began has its place, and is tried again there', async () => {
  await showDashboard({ as: 'leader', failed: ['my_day', 'waiting', 'activity'], waiting: null });
  const of = (title: string) => page.getByRole('region', { name: title, exact: true });
  // What waits is asked for at once.
  await expect.poll(() => server.inputs('GET waitingForMe').length).toBe(1);
  for (const title of ['My day', 'Overdue with others', 'Recent activity'])
    await expect.element(of(title).getByRole('alert')).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Tasks by status' })).toBeVisible();
  await expectAccessible();
  await of('My day').getByRole('button', { name: 'Retry' }).click();
  await expect.element(row('Task 1')).toBeVisible();
});

test('who looks as a client is offered nothing that would be refused', async () => {
  const view = { ends_at: new Date(Date.now() + 1_800_000).toISOString() };
  await showDashboard({ as: 'client', shell: { view }, waiting: { docs: [QUESTION], totalDocs: 1 } });
  await expect.element(page.getByRole('list', { name: 'Your requests' })).toBeVisible();
  expect(page.getByRole('button', { name: 'New request' }).query()).toBeNull();
  const waiting = page.getByRole('list', { name: 'Waiting for you' });
  await expect.element(waiting.getByRole('link', { name: 'Open Task 2' })).toBeVisible();
});

const EMPTY: Dashboard = {
  ...{ counts: NONE, mine: NONE, my_day: { overdue: [], today: [], soon: [] } },
  ...{ waiting: [], projects: [], alone: false, activity: [], ...REST },
};
const dashboard = (part: Partial<Dashboard> = {}) => (
  <DashboardView initial={{ ...EMPTY, ...part }} waiting={NOTHING} today={TODAY} />
);

test.each([
  ['user', 'You are in no project yet', /can add you to a project\.$/],
  ['client', 'No project is shared with you yet', /can share a project with you\.$/],
  ['observer', 'No project yet', null],
] as const)('a %s without a project reads that there is none, and who can help', async (as, title, help) => {
  server.onAny('GET userList', () => list([member('admin')]));
  await show(dashboard(), { as, url: '/acme/dashboard' });
  await expect.element(page.getByText(title, { exact: true })).toBeVisible();
  if (!help) return expect(server.calls).toEqual([]);
  await expect.element(page.getByText(help)).toBeVisible();
  await expectLink(page.getByRole('link', { name: `Write to ${ADMIN.name}` }), 'mailto:admin@acme.test');
  expect(server.inputs('GET userList')).toMatchObject([{ role: 'admin' }]);
});

test('whoever leads begins with a project, others and a task; each step goes when it is done', async () => {
  server.on('GET workload', () => ({ from: TODAY, to: TODAY, capacity_minutes: 0, people: [] }));
  const screen = await show(dashboard({ alone: true }), { url: '/acme/dashboard' });
  const steps = page.getByRole('region', { name: 'Three steps to get started' });
  await expect.element(steps).toBeVisible();
  const offered = () =>
    steps
      .getByRole('button')
      .elements()
      .map(({ textContent }) => textContent);
  expect(offered()).toEqual(['New project', 'Invite']);
  const projects = [projectDetail()];
  await screen.showAgain(dashboard({ alone: true, projects }));
  await expect.poll(offered).toEqual(['Invite', 'New task']);
  await screen.showAgain(dashboard({ projects, counts: { ...NONE, total: 1, pending: 1 } }));
  await expect.element(steps).not.toBeInTheDocument();
});

test('an observer reads what is overdue, how projects stand and what is due from whom, and has no day of their own', async () => {
  server.on('GET workload', () => ({ from: TODAY, to: TODAY, capacity_minutes: 0, people: [] }));
  const late = { ...taskCard(4, { due_date: '2026-11-20' }), project: PROJECT };
  const projects = [projectDetail({ health: 'late', health_reason: 'one task is late' })];
  const counts = { ...NONE, total: 1, pending: 1, overdue: 1 };
  await show(dashboard({ counts, projects, waiting: [late] }), { as: 'observer', url: '/acme/dashboard' });
  const part = (name: string) => page.getByRole('region', { name, exact: true });
  await expectLink(part('Overdue').getByRole('link', { name: 'Task 4' }), '/acme/taskpage?task=WEB-4');
  await expectLink(part('Tasks by status').getByRole('link', { name: /Overdue/ }), '/acme/task?due=overdue');
  await expectLink(part('Tasks by status').getByRole('link', { name: /Pending/ }), '/acme/task?status=1');
  const glance = part('Projects at a glance');
  await expectLink(glance.getByRole('link', { name: PROJECT.name }), '/acme/projectdetails?project=WEB');
  await expect.element(glance.getByText('Late', { exact: true })).toBeVisible();
  await expect.element(part('Workload of the next 7 days')).toBeVisible();
  expect(part('My day').query()).toBeNull();
  expect(page.getByRole('button', { name: /^Complete/ }).query()).toBeNull();
});
