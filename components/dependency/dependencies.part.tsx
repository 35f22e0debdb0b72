import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessible } from '@/components/test/axe';
import { LEADER, USER } from '@/components/test/gallery/people';
import { taskDetail } from '@/components/test/gallery/task';
import { showTask } from '@/components/test/gallery/task-page';
import { server } from '@/components/test/server';
import { undo } from '@/components/test/undo';
import { wholeTest } from '@/lib/test/whole';

const PAPER = taskDetail(2, { title: 'Choose the paper' });

test('a task is made to wait for another by keyboard, says so, and no longer does; both are taken back', async () => {
  const { screen, store, field } = await showTask(taskDetail(1), { others: [PAPER] });
  const blockers = screen.getByRole('list', { name: 'Blocked by' });
  (field('Blocked by').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  const dialog = screen.getByRole('dialog', { name: 'Blocked by' });
  const search = dialog.getByRole('combobox', { name: 'Find a task' });
  await search.fill('zzz');
  await expect.element(dialog.getByText('No task matches.')).toBeVisible();
  await search.fill('WEB');
  const choice = dialog.getByRole('option');
  await expect.element(choice).toHaveTextContent('WEB-2Choose the paper');
  await expect.element(choice).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(dialog);
  await userEvent.keyboard('{Enter}');
  await expect.element(blockers).toHaveTextContent('WEB-2 Choose the paper');
  await expect.element(field('Blocked by')).toHaveFocus();
  await expect.element(field('Status')).toHaveTextContent('Status: PendingBlocked');
  await undo();
  await expect.element(blockers).not.toBeInTheDocument();
  await expect.element(field('Status')).not.toHaveTextContent('Blocked');
  store.changedByOther('t-1', {
    dependencies: [{ _id: 't-2', key: 'WEB-2', title: 'Choose the paper', status: 1, relation: 'blocked_by' }],
  });
  await screen.getByRole('button', { name: 'Remove WEB-2 from Blocked by' }).click();
  await expect.element(blockers).not.toBeInTheDocument();
  await undo();
  await expect.element(blockers).toHaveTextContent('WEB-2');
});

test('the arrows point at a task and Enter chooses it; Enter before the answer takes the first that fits', async () => {
  const ink = taskDetail(3, { title: 'Choose the ink' });
  const { screen, field } = await showTask(taskDetail(1), { others: [PAPER, ink] });
  const search = screen.getByRole('combobox', { name: 'Find a task' });
  const options = screen.getByRole('option');
  await field('Blocks').click();
  await expect.poll(() => options.elements().length).toBe(2);
  expect(options.elements().map((one) => one.getAttribute('aria-selected'))).toEqual(['false', 'false']);
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect.element(search).toHaveAttribute('aria-activedescendant', options.elements()[1]?.id);
  const second = options.elements()[1]?.textContent?.slice(0, 5);
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('list', { name: 'Blocks' })).toHaveTextContent(String(second));
  const answer = server.hold('GET taskList');
  await field('Parent').click();
  await userEvent.keyboard('paper{Enter}');
  answer.release();
  await expect.element(field('Parent')).toHaveTextContent('WEB-2 Choose the paper');
});

test('a circle is refused, says why and leaves no step; a blocker that is done stays in its list', async () => {
  const { screen, store, field } = await showTask(taskDetail(1), { others: [PAPER] });
  await field('Priority').click();
  await screen.getByRole('menuitemradio', { name: 'High' }).click();
  await expect.poll(() => store.stored.priority).toBe('high');
  server.refuseNext('POST dependency', 409, 'conflict', 'They would wait for each other.');
  await field('Blocks').click();
  await screen.getByRole('option').click();
  await expect.element(screen.getByText('WEB-1 was not changed. They would wait for each other.')).toBeVisible();
  await undo();
  await expect.poll(() => store.stored.priority).toBe('none');
  const done = { _id: 't-2', key: 'WEB-2', title: 'Choose the paper', status: 4, relation: 'blocked_by' } as const;
  store.changedByOther('t-1', { dependencies: [done], blocked: undefined });
  await expect.element(screen.getByRole('list', { name: 'Blocked by' })).toHaveTextContent('WEB-2');
  await expect.element(field('Status')).not.toHaveTextContent('Blocked');
});

test('on a phone the folded fields say that the task waits', async () => {
  const { screen, store } = await showTask(taskDetail(1), { width: 390, height: 844 });
  const details = screen.getByRole('button', { name: /^Details/ });
  await expect.element(details).toHaveTextContent('Pending');
  store.changedByOther('t-1', { blocked: true });
  await expect.element(details).toHaveTextContent('Blocked');
  await expectAccessible(screen.getByRole('complementary', { name: 'Details' }));
  await details.click();
  await expect.element(screen.getByRole('button', { name: /^Priority: / })).toBeVisible();
});

wholeTest('one watches a task, or stops, and makes others watchers of it; Ctrl+Z takes it back', async () => {
  const { screen, store } = await showTask(taskDetail(1, { watchers: [LEADER], watching: true }));
  await screen.getByRole('button', { name: 'Stop watching' }).click();
  const watch = screen.getByRole('button', { name: 'Watch', exact: true });
  await expect.element(watch).toBeVisible();
  await undo();
  await expect.element(screen.getByRole('button', { name: 'Stop watching' })).toBeVisible();
  await screen.getByRole('button', { name: /^Watchers/ }).click();
  const dialog = screen.getByRole('dialog', { name: 'Watchers' });
  await dialog.getByRole('checkbox', { name: USER.name }).click();
  await expect.element(screen.getByRole('list', { name: 'Watchers' })).toHaveTextContent(USER.name);
  await expectAccessible(dialog);
  await dialog.getByRole('checkbox', { name: USER.name }).click();
  await expect.element(screen.getByRole('list', { name: 'Watchers' })).not.toBeInTheDocument();
  server.refuseNext('DELETE watchTask/{id}', 403, 'forbidden', 'Not now.');
  await userEvent.keyboard('{Escape}');
  await screen.getByRole('button', { name: 'Stop watching' }).click();
  await expect.element(screen.getByText('WEB-1 was not changed. Not now.')).toBeVisible();
  await undo();
  await expect.element(screen.getByRole('list', { name: 'Watchers' })).toHaveTextContent(USER.name);
  expect(store.stored.watchers).toHaveLength(2);
});
