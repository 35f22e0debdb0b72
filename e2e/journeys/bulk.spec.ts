import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { NAMES } from '../support/accounts';
import { messagesStay } from '../support/messages';

test('several tasks are selected by keyboard, changed together, and taken back', async ({ as, program }) => {
  const leader = await program('leader');
  const project = await leader.newProject('Many at once');
  const make = (title: string) => leader.newTask(project._id, title);
  const tasks = [await make('One'), await make('Two'), await make('Three')];
  const page = await as('leader');
  const row = (key: string) => page.locator(`[data-row="${key}"]`);
  const bar = page.getByRole('region', { name: 'Selected tasks' });
  const statusOf = async () => {
    const { docs } = await leader.ask('GET', `taskList?project_id=${project._id}&sort=created`);
    return docs.map(({ status, deleted_at }) => [status, deleted_at]);
  };
  await page.goto(`/acme/task?project=${project.key}`);
  await expect(row(tasks[2]?.key ?? '')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(bar.getByText('1 selected')).toBeVisible();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(bar.getByText('3 selected')).toBeVisible();
  await page.keyboard.press('Shift+ArrowUp');
  await expect(bar.getByText('2 selected')).toBeVisible();

  await messagesStay(page);
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/api/taskArray'));
  await bar.getByRole('button', { name: 'Status' }).click();
  await page.getByRole('menuitemradio', { name: 'Testing' }).click();
  expect((await saved).status()).toBe(200);
  await expect(page.getByText('2 tasks changed.')).toBeVisible();
  await expect.poll(async () => (await statusOf()).filter(([status]) => status === 3).length).toBe(2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('The change of 2 tasks was undone.')).toBeVisible();
  expect((await statusOf()).filter(([status]) => status === 1)).toHaveLength(3);

  // All of them by mouse and key, deleted, and back by Ctrl+Z.
  await page.keyboard.press('Control+a');
  await expect(bar.getByText('3 selected')).toBeVisible();
  await bar.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('3 tasks deleted.')).toBeVisible();
  await expect(page.locator('[data-row]')).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(page.locator('[data-row]')).toHaveCount(3);
  await expect.poll(statusOf).toHaveLength(3);
});

test('what one may not change is left, with the reason, and the rest is done', async ({ as, program }) => {
  const [leader, user] = [await program('leader'), await program('user')];
  const project = await leader.newProject('Some are refused', ['Daniel Osei']);
  const foreign = await leader.newTask(project._id, 'Of the leader');
  const own = await user.newTask(project._id, 'Of the user');
  const page = await as('user');
  const box = (key: string) => page.locator(`[data-row="${key}"]`).getByRole('button', { name: `Select ${key}` });
  await page.goto(`/acme/task?project=${project.key}`);
  await page.waitForLoadState('networkidle');
  await page.locator(`[data-row="${own.key}"]`).hover();
  await box(own.key).click();
  await box(foreign.key).click({ modifiers: ['Shift'] });
  const bar = page.getByRole('region', { name: 'Selected tasks' });
  await expect(bar.getByText('2 selected')).toBeVisible();
  await bar.getByRole('button', { name: 'Priority' }).click();
  await page.getByRole('menuitemradio', { name: 'High' }).click();
  await expect(page.getByText(/^1 task of 2 not changed\./)).toBeVisible();
  const { docs } = await leader.ask('GET', `taskList?project_id=${project._id}`);
  expect(docs.map(({ title, priority }) => [title, priority]).sort()).toEqual([
    ['Of the leader', 'none'],
    ['Of the user', 'high'],
  ]);
});

test('several tasks get a label that some have already, and move to another project', async ({ as, program }) => {
  const leader = await program('leader');
  const [here, there] = [await leader.newProject('From here', [NAMES.user]), await leader.newProject('To there')];
  const { data: label } = await leader.ask('POST', 'label', { name: `Bulk ${here.key}` });
  const { data: other } = await leader.ask('POST', 'label', { name: `Other ${here.key}` });
  const assignee_ids = [await leader.memberId(NAMES.user)];
  await leader.newTask(here._id, 'One', { label_ids: [other._id], assignee_ids });
  await leader.newTask(here._id, 'Two', { label_ids: [other._id, label._id] });
  await leader.newTask(here._id, 'Stays');
  const labels = async (project: { _id: string }) => {
    const { docs } = await leader.ask('GET', `taskList?project_id=${project._id}&sort=title`);
    return docs.map(({ title, labels: on }) => [title, ((on ?? []) as { name: string }[]).map(({ name }) => name)]);
  };
  const page = await as('leader');
  const bar = page.getByRole('region', { name: 'Selected tasks' });
  await page.goto(`/acme/task?project=${here.key}`);
  await page.waitForLoadState('networkidle');
  for (const title of ['One', 'Two'])
    await page
      .locator('[data-row]')
      .filter({ hasText: title })
      .getByRole('button', { name: /^Select/ })
      .click();
  await bar.getByRole('button', { name: 'Labels' }).click();
  const mine = page.getByRole('checkbox', { name: `Bulk ${here.key}` });
  await expect(page.getByRole('checkbox', { name: `Other ${here.key}` })).toBeChecked();
  await expect(mine).not.toBeChecked();
  await mine.check();
  await page.keyboard.press('Escape');
  await expect(page.getByText('2 tasks changed.')).toBeVisible();
  const both = [`Bulk ${here.key}`, `Other ${here.key}`];
  expect(await labels(here)).toEqual([
    ['One', both],
    ['Stays', []],
    ['Two', both],
  ]);

  await bar.getByRole('button', { name: 'Move to…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move 2 tasks' });
  await expect(dialog.getByRole('button', { name: 'Move' })).toBeDisabled();
  await dialog.getByLabel('Project').selectOption({ label: `To there (${there.key})` });
  await expect(dialog.getByRole('status')).toContainText(`${NAMES.user} does not belong to that project’s team`);
  await dialog.getByRole('button', { name: 'Move' }).click();
  await expect(page.getByText('2 tasks moved to To there.')).toBeVisible();
  await expect(page.locator('[data-row]')).toHaveCount(1);
  await expect(bar).toBeHidden();
  expect(await labels(there)).toEqual([
    ['One', both],
    ['Two', both],
  ]);
});

test('on a phone rows are selected by a press, once that was asked for', async ({ as, program }) => {
  const leader = await program('leader');
  const project = await leader.newProject('On a phone');
  const task = await leader.newTask(project._id, 'One');
  await leader.newTask(project._id, 'Two');
  const page = await as('leader');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/acme/task?project=${project.key}`);
  await page.waitForLoadState('networkidle');
  const box = page.getByRole('button', { name: `Select ${task.key}` });
  await expect(box).toBeHidden();
  await page.getByRole('button', { name: 'Select tasks' }).click();
  await expect(box).toBeVisible();
  await page.getByRole('link', { name: 'One' }).click();
  await expect(page.getByRole('region', { name: 'Selected tasks' }).getByText('1 selected')).toBeVisible();
  await expect(page).not.toHaveURL(/task=/);
  await page.getByRole('button', { name: 'Done selecting' }).click();
  await expect(page.getByRole('region', { name: 'Selected tasks' })).toHaveCount(0);
  await expect(box).toBeHidden();
});
