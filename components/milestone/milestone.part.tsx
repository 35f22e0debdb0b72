import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '@/components/test/axe';
import '@/components/test/css';
import { milestone } from '@/components/test/gallery/names';
import { CLIENT, LEADER } from '@/components/test/gallery/people';
import { PROJECT } from '@/components/test/gallery/project';
import { server } from '@/components/test/server';
import { type ShowOptions, show } from '@/components/test/show';
import type { MilestoneRecord } from '@/lib/milestone/schema';
import type { SignOffRecord } from '@/lib/sign-off/schema';
import { MilestonesCard } from './milestones-card';

const TODAY = '2031-03-09';
const DESIGN = milestone('Design', { reached_at: '2031-02-01T09:00:00.000Z', tasks: { total: 4, completed: 4 } });
const BETA = milestone('Beta', { due_date: '2031-03-05', tasks: { total: 3, completed: 1 }, audience: 'client' });
const LAUNCH = milestone('Launch', { due_date: '2031-04-01' });

const SIGN_OFF: SignOffRecord = {
  _id: 's-1',
  subject: { kind: 'milestone', _id: 'm-beta', title: 'Beta', key: null, project_id: PROJECT._id, url: '/acme/x' },
  ...{ state: 'waiting', internal: false, note: '', hash: 'a'.repeat(64), version_number: null, fallen: null },
  ...{ asked_by: LEADER, created_at: '2031-03-08T09:00:00.000Z', closed_at: null },
  people: [{ _id: CLIENT._id, person: CLIENT, decision: null, reason: '', marks: [], decided_at: null }],
  rights: { decide: false, take_back: false, withdraw: true, ask: false },
};

const showCard = (
  milestones: readonly MilestoneRecord[],
  { mayEdit = true, ...options }: ShowOptions & { mayEdit?: boolean } = {},
) =>
  show(
    <MilestonesCard
      projectId={PROJECT._id}
      milestones={milestones}
      mayEdit={mayEdit}
      isClient={options.as === 'client'}
      today={TODAY}
      hrefOf={({ _id }) => `/acme/projectdetails?project=WEB&tab=tasks&filter=milestone:${_id}`}
    />,
    options,
  );
const dialog = page.getByRole('dialog');
const choose = async (name: string, item: string) => {
  page
    .getByRole('button', { name: `Actions for ${name}` })
    .element()
    .focus();
  await userEvent.keyboard('{Enter}');
  await page.getByRole('menuitem', { name: item }).click();
};

test('the way of a project shows what is reached, late and to come, and leads to its tasks', async () => {
  await showCard([DESIGN, BETA, LAUNCH]);
  const rows = page.getByRole('listitem').elements();
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('DesignReached'),
    expect.stringContaining('Beta'),
    expect.stringContaining('No tasks'),
  ]);
  await expect.element(page.getByText('Overdue 4 days')).toBeVisible();
  await expect.element(page.getByText('1 of 3 completed')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Beta' }))
    .toHaveAttribute('href', expect.stringContaining('filter=milestone:m-beta'));
  await expectAccessible();
});

test('a milestone is added, changed and deleted by keys, and each is taken back', async () => {
  await showCard([BETA]);
  server.on('POST milestone', ({ name }) => milestone(name));
  server.on('PATCH milestone/{id}', () => ({ ...BETA, version: 2 }));
  server.on('DELETE milestone/{id}', () => BETA);
  server.on('POST restoreMilestone/{id}', () => BETA);
  page.getByRole('button', { name: 'Add milestone' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByLabelText('Name')).toHaveFocus();
  await userEvent.keyboard('Launch');
  await dialog.getByRole('checkbox').click();
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Add milestone' }).click();
  await expect.element(page.getByText('Launch was added.')).toBeVisible();
  expect(server.inputs('POST milestone')).toEqual([
    { project_id: PROJECT._id, name: 'Launch', due_date: null, audience: 'client' },
  ]);
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(() => server.inputs('DELETE milestone/{id}')).toEqual([{ id: 'm-launch' }]);
  await choose('Beta', 'Edit');
  await dialog.getByLabelText('Name').fill('Beta 2');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Actions for Beta' })).toHaveFocus();
  await choose('Beta', 'Mark as reached');
  await expect.element(page.getByText('Beta is reached.')).toBeVisible();
  await userEvent.keyboard('{Control>}z{/Control}{Control>}z{/Control}');
  await expect
    .poll(() => server.inputs('PATCH milestone/{id}').map(({ version, name, reached }) => [version, name, reached]))
    .toEqual([
      [1, 'Beta 2', undefined],
      [1, undefined, true],
      [2, undefined, false],
      [2, 'Beta', undefined],
    ]);
  const undo = page.getByRole('button', { name: 'Undo' });
  // Messages of what is undone are on their way out.
  await expect.poll(() => undo.all().length).toBe(0);
  await choose('Beta', 'Delete');
  await undo.click();
  await expect.poll(() => server.inputs('POST restoreMilestone/{id}')).toEqual([{ id: 'm-beta' }]);
});

test('who cannot change the project sees no way to, and no empty card', async () => {
  const screen = await showCard([BETA], { as: 'client', mayEdit: false });
  await expect.element(page.getByText('1 of 3 shared with you completed')).toBeVisible();
  await expect.element(page.getByRole('button')).not.toBeInTheDocument();
  await expectAccessible();
  await screen.showAgain(
    <MilestonesCard projectId="p" milestones={[]} mayEdit={false} isClient today={TODAY} hrefOf={() => ''} />,
  );
  await expect.element(page.getByText('Milestones')).not.toBeInTheDocument();
});

test('a milestone is sent for approval from its menu', async () => {
  server.on('GET signerList', () => ({
    ...{ visible_to_clients: true, may_share: false },
    people: [{ ...CLIENT, client: true }],
  }));
  server.on('POST signOff', () => SIGN_OFF);
  await showCard([BETA]);
  await choose('Beta', 'Ask for approval');
  await dialog.getByRole('checkbox', { name: CLIENT.name }).click();
  await dialog.getByRole('button', { name: 'Ask for approval' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.inputs('POST signOff')).toEqual([{ milestone_id: 'm-beta', to: [CLIENT._id], note: '' }]);
});

test('below its progress a milestone says whether it is approved', async () => {
  await showCard([{ ...BETA, sign_off: SIGN_OFF }, LAUNCH]);
  await expect.element(page.getByRole('heading', { name: 'Approval of Beta' })).toBeVisible();
  await expect.element(page.getByText('Waiting for approval', { exact: true })).toBeVisible();
  await expectAccessible();
});
