import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessible } from '@/components/test/axe';
import { carry, middleOf, touchScreen } from '@/components/test/finger';
import { taskCard, taskDetail } from '@/components/test/gallery/task';
import { showTask } from '@/components/test/gallery/task-page';
import { server } from '@/components/test/server';
import { undo } from '@/components/test/undo';
import type { TaskCard } from '@/lib/task/schema';
import { wholeTest } from '@/lib/test/whole';

const under = (above: number) => ({ _id: `t-${above}`, key: `WEB-${above}`, title: `Task ${above}` });
const subtask = (number: number, part: Partial<TaskCard> = {}) => taskCard(number, { parent: under(1), ...part });
const ORDERED = [subtask(2), subtask(3), subtask(4)];

test('a subtask is made, ticked and taken back; what is refused goes back', async () => {
  const { screen, store } = await showTask(taskDetail(1, { subtasks: [subtask(2, { title: 'Buy ink' })] }));
  await screen.getByRole('button', { name: 'Complete WEB-2 Buy ink' }).click();
  await expect.element(screen.getByText('1 of 1 completed')).toBeVisible();
  await expect.poll(() => store.task('t-2').status).toBe(4);
  await undo();
  await expect.element(screen.getByText('0 of 1 completed')).toBeVisible();
  await expect.poll(() => store.task('t-2').status).toBe(1);

  const held = server.hold('POST Task');
  await screen.getByRole('button', { name: 'Add subtask' }).click();
  const field = screen.getByRole('textbox', { name: 'New subtask' });
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('Made in passing{Enter}');
  await held.reached;
  held.release();
  const made = screen.getByRole('link', { name: 'Made in passing' });
  await expect.element(made).toBeVisible();
  expect(server.inputs('POST Task')).toMatchObject([{ parent_id: 't-1', title: 'Made in passing', status: 1 }]);
  await userEvent.keyboard('{Escape}');
  await undo();
  await expect.element(made).not.toBeInTheDocument();
  expect(store.task('t-3').deleted_at).not.toBeNull();

  server.refuseNext('POST changeTaskStatus', 403, 'forbidden', 'Not yours.');
  await screen.getByRole('button', { name: 'Complete WEB-2 Buy ink' }).click();
  await expect.element(screen.getByText('WEB-2 was not changed. Not yours.')).toBeVisible();
  await expect.element(screen.getByText('0 of 1 completed')).toBeVisible();
});

wholeTest(
  'before the first subtask of a task that clients see it is asked whether they see it too, and remembered',
  async () => {
    const { screen } = await showTask(taskDetail(1, { audience: 'client' }));
    await screen.getByRole('button', { name: 'Add subtask' }).click();
    const field = screen.getByRole('textbox', { name: 'New subtask' });
    await expect.element(field).toHaveFocus();
    await userEvent.keyboard('Given up{Enter}');
    const ours = screen.getByRole('button', { name: 'Only the team' });
    await expect.element(ours).toHaveFocus();
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await expect.element(screen.getByText('“Given up” was not added. Choose who sees it first.')).toBeVisible();
    await screen.getByRole('button', { name: 'Add subtask' }).click();
    await field.fill('For all');
    await userEvent.keyboard('{Enter}');
    await screen.getByRole('button', { name: 'Clients too' }).click();
    await expect
      .element(screen.getByRole('listitem').filter({ hasText: 'For all' }))
      .toHaveTextContent('Visible to client');
    await expect.element(field).toHaveFocus();
    await userEvent.keyboard('For all as well{Enter}');
    await expect.element(screen.getByRole('link', { name: 'For all as well' })).toBeVisible();
    await ours.click();
    await field.fill('Ours');
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByRole('listitem').filter({ hasText: 'Ours' })).not.toHaveTextContent('Visible');
    expect(server.inputs('POST Task').map(({ audience }) => audience)).toEqual(['client', 'client', 'internal']);
  },
);

test('Ctrl+Z leaves a subtask where somebody else has moved it since', async () => {
  const { screen, store } = await showTask(taskDetail(1, { subtasks: [subtask(2)] }));
  await screen.getByRole('button', { name: /^Complete WEB-2/ }).click();
  await expect.poll(() => store.task('t-2').status).toBe(4);
  store.changedByOther('t-2', { status: 3 });
  await expect.element(screen.getByRole('listitem').filter({ hasText: 'WEB-2' })).toHaveTextContent('Testing');
  await undo();
  await expect
    .element(screen.getByText(/The change of WEB-2 was not undone.* The status is now Testing\./))
    .toBeVisible();
  expect(store.task('t-2').status).toBe(3);
});

test('what is below a subtask is unfolded level by level, and ticked there', async () => {
  const kitchen = taskCard(3, { title: 'Kitchen', parent: under(2), subtask_progress: { done: 0, total: 1 } });
  const cups = taskCard(4, { title: 'Wrap the cups', parent: under(3) });
  const packing = subtask(2, { title: 'Pack', subtask_progress: { done: 0, total: 1 } });
  const { screen, store } = await showTask(taskDetail(1, { subtasks: [packing] }), {
    others: [kitchen, cups].map((one) => taskDetail(one.number, one)),
  });
  const below = (key: string) => screen.getByRole('button', { name: new RegExp(`below ${key}$`) });
  await expect.element(below('WEB-2')).toHaveTextContent('0 of 1 below');
  (below('WEB-2').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(below('WEB-2')).toHaveAttribute('aria-expanded', 'true');
  await below('WEB-3').click();
  await expect
    .element(screen.getByRole('list', { name: 'Below WEB-3' }).getByRole('link', { name: 'Wrap the cups' }))
    .toBeVisible();
  await expectAccessible(screen.getByRole('region', { name: /^Subtasks/ }));
  await screen.getByRole('button', { name: 'Complete WEB-4 Wrap the cups' }).click();
  await expect.element(screen.getByRole('button', { name: 'Reopen WEB-4 Wrap the cups' })).toBeVisible();
  store.changedByOther('t-3', { subtask_progress: { done: 1, total: 1 } });
  await expect.element(below('WEB-3')).toHaveTextContent('1 of 1 below');
  await undo();
  await expect.element(screen.getByRole('button', { name: 'Complete WEB-4 Wrap the cups' })).toBeVisible();
  await expect.poll(() => store.task('t-4').status).toBe(1);
  await below('WEB-2').click();
  await expect.element(screen.getByRole('list', { name: 'Below WEB-2' })).not.toBeInTheDocument();
});

test('subtasks have an order of their own, by keys and by drag; it is said and taken back', async () => {
  const { screen, store } = await showTask(taskDetail(1, { subtasks: ORDERED }));
  const region = screen.getByRole('region', { name: /^Subtasks/ });
  const rows = region.getByRole('listitem');
  const order = () =>
    region
      .getByRole('link', { name: /^Task/ })
      .elements()
      .map(({ textContent }) => textContent);
  const stored = () => store.stored.subtasks.map(({ title }) => title);
  const last = rows.nth(2).getByRole('link');
  await userEvent.keyboard('{Shift}');
  await expect.element(last).toHaveAttribute('aria-keyshortcuts', 'Alt+ArrowUp Alt+ArrowDown');
  (last.element() as HTMLElement).focus();
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await expect.poll(order).toEqual(['Task 2', 'Task 4', 'Task 3']);
  await expect.element(rows.nth(1).getByRole('link')).toHaveFocus();
  await expect.element(screen.getByText('WEB-4 Task 4 is subtask 2 of 3.')).toBeInTheDocument();
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await expect.poll(stored).toEqual(['Task 4', 'Task 2', 'Task 3']);
  await undo();
  await expect.poll(stored).toEqual(['Task 2', 'Task 4', 'Task 3']);
  await expect.poll(order).toEqual(stored());
  await userEvent.dragAndDrop(rows.nth(2), rows.first());
  await expect.poll(stored).toEqual(['Task 3', 'Task 2', 'Task 4']);
  await expect.poll(order).toEqual(stored());

  server.refuseNext('POST moveSubtask', 403, 'forbidden', 'Not yours.');
  (rows.first().getByRole('link').element() as HTMLElement).focus();
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await expect.element(screen.getByText('WEB-3 was not moved. Not yours.')).toBeVisible();
  await expect.poll(order).toEqual(['Task 3', 'Task 2', 'Task 4']);
  // Where somebody else has changed the order since, it stays.
  const [two, three, four] = ORDERED as [TaskCard, TaskCard, TaskCard];
  store.partChangedByOther({ subtasks: [two, three, four] });
  await expect.poll(order).toEqual(['Task 2', 'Task 3', 'Task 4']);
  await undo();
  await expect
    .element(screen.getByText('WEB-3 was not moved. Somebody else changed the order in the meantime.'))
    .toBeVisible();
  expect(stored()).toEqual(['Task 2', 'Task 3', 'Task 4']);
});

test('by touch a subtask is carried above another', async () => {
  touchScreen();
  const { screen, store } = await showTask(taskDetail(1, { subtasks: ORDERED }));
  const rows = screen.getByRole('region', { name: /^Subtasks/ }).getByRole('listitem');
  await screen.getByRole('heading', { name: /^Subtasks/ }).click();
  await expect.element(rows.nth(2)).toHaveAttribute('draggable', 'true');
  rows.nth(2).element().scrollIntoView({ block: 'center' });
  await carry(middleOf(rows.nth(2)), middleOf(rows.first()));
  await expect.poll(() => store.stored.subtasks.map(({ key }) => key)).toEqual(['WEB-4', 'WEB-2', 'WEB-3']);
  await expect.element(rows.first()).toHaveTextContent('WEB-4');
});
