import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { messagesStay } from '../support/messages';
import { nameOf } from '../support/organisation';

test('many tasks are changed in several calls, deleted and taken back; some get people and a label, and move', async ({
  org,
}) => {
  const leader = await org.program('leader');
  const [here, there] = [await leader.newProject('From here', [nameOf('user')]), await leader.newProject('To there')];
  const { data: label } = await leader.ask('POST', 'label', { name: 'Print' });
  const make = (title: string, more = {}) => leader.newTask(here._id, title, more);
  const one = await make('One', { label_ids: [label._id], assignee_ids: [org.memberId('user')] });
  await Promise.all(Array.from({ length: 59 }, (_, at) => make(`Number ${at}`)));
  const count = async (filter: string) =>
    (await leader.ask('GET', `taskList?project_id=${here._id}&limit=1&${filter}`)).totalDocs;
  const page = await org.as('leader');
  const bar = page.getByRole('region', { name: 'Selected tasks' });
  await page.goto(org.url(`task?project=${here.key}&sort=created`));
  await messagesStay(page);
  await page.keyboard.press('j');
  await page.keyboard.press('Control+a');
  await bar.getByRole('button', { name: 'Select all 60' }).click();
  await expect(bar.getByText('60 selected')).toBeVisible();
  await bar.getByRole('button', { name: 'Priority' }).click();
  await page.getByRole('menuitemradio', { name: 'High' }).click();
  await expect(page.getByText('60 tasks changed.')).toBeVisible();
  expect(await count('priority=high')).toBe(60);
  await page.keyboard.press('Control+z');
  await expect(page.getByText('The change of 60 tasks was undone.')).toBeVisible();
  expect(await count('priority=none')).toBe(60);
  await bar.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('60 tasks deleted.')).toBeVisible();
  expect(await count('')).toBe(0);
  await page.keyboard.press('Control+z');
  await expect.poll(() => count('')).toBe(60);

  await page.goto(org.url(`task?project=${here.key}&filter=label:${label._id}`));
  await page.getByRole('button', { name: `Select ${one.key}` }).click();
  await bar.getByRole('button', { name: 'Move to…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move 1 task' });
  await dialog.getByLabel('Project').selectOption({ label: `To there (${there.key})` });
  await expect(dialog.getByRole('status')).toContainText(`${nameOf('user')} does not belong to that project’s team`);
  await dialog.getByRole('button', { name: 'Move' }).click();
  await expect(page.getByText('1 task moved to To there.')).toBeVisible();
  const { docs } = await leader.ask('GET', `taskList?project_id=${there._id}`);
  expect(docs).toMatchObject([{ title: 'One', assignees: [], labels: [{ name: 'Print' }] }]);
});

test('what one may not change is left, with the reason, and the rest is done', async ({ org }) => {
  const [leader, user] = [await org.program('leader'), await org.program('user')];
  const project = await leader.newProject('Some are refused', [nameOf('user')]);
  await leader.newTask(project._id, 'Of the leader');
  await user.newTask(project._id, 'Of the user');
  const page = await org.as('user');
  await page.goto(org.url(`task?project=${project.key}`));
  await page.keyboard.press('j');
  await page.keyboard.press('Control+a');
  const bar = page.getByRole('region', { name: 'Selected tasks' });
  await bar.getByRole('button', { name: 'Priority' }).click();
  await page.getByRole('menuitemradio', { name: 'High' }).click();
  await expect(page.getByText(/^1 task of 2 not changed\. \S/)).toBeVisible();
  const { docs } = await leader.ask('GET', `taskList?project_id=${project._id}`);
  expect(docs.map(({ title, priority }) => [title, priority]).sort()).toEqual([
    ['Of the leader', 'none'],
    ['Of the user', 'high'],
  ]);
});
