import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '@/components/test/axe';
import { showBoard } from '@/components/test/gallery/board';
import { DESIGN, PRINT } from '@/components/test/gallery/names';
import { LEADER, OTHER_USER, USER } from '@/components/test/gallery/people';
import { PROJECT } from '@/components/test/gallery/project';
import { taskCard } from '@/components/test/gallery/task';
import { message } from '@/components/test/messages';
import { navigation } from '@/components/test/navigation';
import { server } from '@/components/test/server';
import { show } from '@/components/test/show';
import { wholeTest } from '@/lib/test/whole';
import { BoardChoice } from './board-choice';

/** Columns and lanes that are what tasks have: a drop changes that. */

const press = (keys: string) => userEvent.keyboard(keys);
const undo = () => press('{Control>}z{/Control}');
const below = { sourcePosition: { x: 60, y: 84 } };
const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = page.getByRole('dialog', { name: 'Move to…' });

test('by assignee a drop hands the task over and leaves the others; Ctrl+Z gives it back', async () => {
  const cards = [taskCard(1, { assignees: [LEADER] }), taskCard(2, { assignees: [LEADER, USER] })];
  const { card, column, keysIn, said, tasks } = await showBoard(cards, { filters: { group: 'assignee' } });
  const people = (id: string) => tasks.task(id).assignees.map(({ name }) => name);
  expect(keysIn(LEADER.name)).toEqual(['WEB-1', 'WEB-2']);
  expect(keysIn(USER.name)).toEqual(['WEB-2']);
  await expectAccessible();
  await expect.element(card('WEB-1')).toHaveAttribute('draggable', 'true');
  await userEvent.dragAndDrop(card('WEB-1'), column(OTHER_USER.name), below);
  await expect.element(card('WEB-1', OTHER_USER.name)).toBeVisible();
  await expect.element(card('WEB-1', LEADER.name)).not.toBeInTheDocument();
  await expect.element(message(`“Task 1” moved to ${OTHER_USER.name}.`)).toBeVisible();
  expect(people('t-1')).toEqual([OTHER_USER.name]);
  await undo();
  await expect.element(card('WEB-1', LEADER.name)).toBeVisible();
  await expect.poll(() => people('t-1')).toEqual([LEADER.name]);

  // By keys, one of two: the other stays, and the focus goes along.
  card('WEB-2', LEADER.name).getByRole('link').element().focus();
  await press(' {ArrowRight}');
  await expect.element(said(`Task 2: ${USER.name}`)).toBeInTheDocument();
  await press('{ArrowRight} ');
  await expect.poll(() => people('t-2')).toEqual([USER.name, OTHER_USER.name]);
  await expect.element(card('WEB-2', OTHER_USER.name).getByRole('link')).toHaveFocus();
  await press('m');
  await expect.element(dialog.getByLabelText('Position')).not.toBeInTheDocument();
  await expectAccessible();
  await dialog.getByText('Nobody').click();
  await press('{Enter}');
  await expect.element(card('WEB-2', 'Nobody')).toBeVisible();
  await expect.poll(() => people('t-2')).toEqual([]);
  await expect.element(card('WEB-2', 'Nobody').getByRole('link')).toHaveFocus();
  // What somebody else does shows as well.
  tasks.changedByOther('t-2', { assignees: [USER] });
  await expect.element(card('WEB-2', USER.name)).toBeVisible();
  await expect.poll(() => document.activeElement?.closest('[data-card]')).not.toBeNull();
});

test('a refused drop is put back with the reason; a user may put a name of one’s own on a task, and no other', async () => {
  const { card, column, tasks } = await showBoard([taskCard(1, { assignees: [LEADER] }), taskCard(2)], {
    as: 'user',
    filters: { group: 'assignee' },
  });
  await expect.element(card('WEB-2')).toHaveAttribute('draggable', 'true');
  await userEvent.dragAndDrop(card('WEB-2'), column(OTHER_USER.name), below);
  const why = '“Task 2” was put back. You can change tasks that you created or that are assigned to you.';
  await expect.element(page.getByRole('alert').filter({ hasText: why })).toBeVisible();
  await expect.element(card('WEB-2', 'Nobody')).toBeVisible();
  server.refuseNext('PATCH taskCard/{id}', 403, 'forbidden', 'Not today.');
  await userEvent.dragAndDrop(card('WEB-2'), column(USER.name), below);
  await expect.element(page.getByRole('alert').filter({ hasText: 'Not today.' })).toBeVisible();
  await expect.element(card('WEB-2', 'Nobody')).toBeVisible();
  await userEvent.dragAndDrop(card('WEB-2'), column(USER.name), below);
  await expect.poll(() => tasks.task('t-2').assignees).toHaveLength(1);
  expect(server.inputs('PATCH taskCard/{id}').map(({ assignee_ids }) => assignee_ids)).toEqual([
    [USER._id],
    [USER._id],
  ]);
});

test('by label a card leaves its label for another; a task written in a column has what the column is', async () => {
  const { card, column, tasks, said } = await showBoard([taskCard(1, { labels: [DESIGN] })], {
    filters: { group: 'label' },
  });
  card('WEB-1', 'Design').getByRole('link').element().focus();
  await press(' ');
  await expect.element(said('Lifted Task 1.')).toBeInTheDocument();
  await press('{ArrowRight} ');
  await expect.element(card('WEB-1', 'Print')).toBeVisible();
  await expect.element(card('WEB-1', 'Print').getByRole('link')).toHaveFocus();
  await expect.poll(() => tasks.task('t-1').labels?.map(({ name }) => name)).toEqual(['Print']);
  await button('New task in Print').click();
  await page.getByRole('textbox', { name: 'New task in Print' }).fill('Bind the book');
  await press('{Enter}');
  await expect
    .poll(() => server.inputs('POST Task'))
    .toEqual([{ title: 'Bind the book', label_ids: [PRINT._id], project_id: PROJECT._id }]);
  await userEvent.dragAndDrop(card('WEB-1'), column('No label'), below);
  await expect.poll(() => tasks.task('t-1').labels).toEqual([]);
});

wholeTest('in swimlanes a card goes to another column and lane at once; lanes fold and stay so', async () => {
  const cards = [taskCard(1, { priority: 'high' }), taskCard(2, { priority: 'low', status: 2 })];
  const options = { filters: { swimlane: 'priority' } } as const;
  const { card, column, tasks, unmount } = await showBoard(cards, options);
  await expect.element(card('WEB-1', 'Pending, High')).toBeVisible();
  await expectAccessible();
  await expect.element(card('WEB-1')).toHaveAttribute('draggable', 'true');
  await userEvent.dragAndDrop(card('WEB-1'), column('Testing, Low'), below);
  await expect.element(card('WEB-1', 'Testing, Low')).toBeVisible();
  await expect.poll(() => tasks.task('t-1')).toMatchObject({ status: 3, priority: 'low' });
  await undo();
  await expect.poll(() => tasks.task('t-1')).toMatchObject({ status: 1, priority: 'high' });
  await expect.element(card('WEB-1', 'Pending, High')).toBeVisible();

  await press('{Escape}');
  const lane = page.getByRole('button', { name: /^High/ });
  await expect.element(lane).toHaveTextContent('High1');
  lane.element().focus();
  await press('{Enter}');
  await expect.element(lane).toHaveAttribute('aria-expanded', 'false');
  await expect.element(column('Pending, High')).not.toBeInTheDocument();
  await unmount();
  const again = await showBoard(cards, options);
  await expect.element(again.card('WEB-2')).toBeVisible();
  await expect.element(again.column('Pending, High')).not.toBeInTheDocument();
});

test('J passes a card in two columns twice, and goes on to the end', async () => {
  const cards = [taskCard(1, { assignees: [USER, LEADER] }), taskCard(2, { assignees: [LEADER] }), taskCard(3)];
  const url = '/acme/task?view=board&task=WEB-1';
  const { column } = await showBoard(cards, { filters: { group: 'assignee' }, url });
  const beside = (key: string) => page.getByRole('region', { name: `Task ${key}` });
  await expect.element(beside('WEB-1')).toBeVisible();
  const shown = [...document.querySelectorAll<HTMLElement>('main [data-row]')].map(({ dataset }) => dataset.row ?? '');
  expect(shown).toEqual(['WEB-1', 'WEB-2', 'WEB-1', 'WEB-3']);
  for (const key of shown.slice(1)) {
    await press('j');
    await expect.element(beside(key)).toBeVisible();
  }
  await expect.element(column('Nobody').getByRole('link', { name: 'Task 3' })).toHaveFocus();
});

test('columns and lanes are chosen in the address; a second choice adds to the first', async () => {
  const address = { path: '/acme/task', keep: { view: 'board', project: 'WEB' } };
  await show(<BoardChoice projectId={PROJECT._id} fields={[]} address={address} filters={{ sort: '-created' }} />);
  await page.getByLabelText('Columns').selectOptions('By label');
  expect(navigation.url).toBe('/acme/task?view=board&project=WEB&group=label');
  await show(<BoardChoice projectId={PROJECT._id} fields={[]} address={address} filters={{ group: 'label' }} />);
  const lanes = page.getByLabelText('Swimlanes').last();
  await expect.element(lanes).not.toHaveTextContent('Lanes: label');
  await lanes.selectOptions('Lanes: assignee');
  expect(navigation.url).toContain('group=label&swimlane=assignee');
});
