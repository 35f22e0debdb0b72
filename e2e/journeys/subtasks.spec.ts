import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { boardIsReady, boardUrl, card } from '../support/board';
import { nameOf } from '../support/organisation';

test('a task gets a parent, a blocker and a checklist, and others’ boards say so until they are gone or done', {
  tag: '@whole',
}, async ({ org }) => {
  const leader = await org.program('leader');
  const project = await leader.newProject('Subtasks', [nameOf('user')]);
  const parent = await leader.newTask(project._id, 'Print the posters');
  const task = await leader.newTask(project._id, 'Choose the paper');
  const blocker = await leader.newTask(project._id, 'Ask the printer');
  const board = await org.as('user');
  await board.goto(boardUrl(org.key, project.key));
  await boardIsReady(board);
  const above = card(board, parent.key).filter({ hasNotText: 'Part of' });
  const own = card(board, task.key).filter({ has: board.getByRole('link', { name: 'Choose the paper' }) });

  const page = await org.as('leader');
  await page.goto(org.url(`taskpage?task=${task.key}`));
  const choose = async (field: RegExp, title: string) => {
    await page.getByRole('button', { name: field }).press('Enter');
    await page.getByRole('combobox', { name: 'Find a task' }).fill(title);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('combobox', { name: 'Find a task' })).toBeHidden();
  };
  await page.getByRole('button', { name: /^Show .* empty fields$/ }).click();
  await choose(/^Parent/, 'Print the posters');
  await expect(above).toContainText('0/1');
  await choose(/^Blocked by/, 'Ask the printer');
  await expect(own).toContainText('Blocked');
  await page.getByRole('button', { name: 'Add line' }).click();
  await page.getByRole('textbox', { name: 'New checklist line' }).fill('Thick');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.getByRole('checkbox', { name: 'Thick' }).check();
  await expect(own).toContainText('1/1');

  // Circles are refused.
  const { version } = (await leader.ask('GET', `task/${parent._id}`)).data;
  const answers = [
    await leader.call('PATCH', `task/${parent._id}`, { version, parent_id: task._id }),
    await leader.call('POST', 'dependency', { task_id: task.key, blocks_id: blocker.key }),
  ];
  expect(answers.map(({ code }) => code)).toEqual(['conflict', 'conflict']);

  await leader.ask('POST', 'changeTaskStatus', { task_id: blocker._id, status: 4 });
  await expect(own).not.toContainText('Blocked');
  await leader.ask('POST', 'changeTaskStatus', { task_id: task._id, status: 4 });
  await expect(above).toContainText('1/1');
  await page.getByRole('main').focus();
  for (const gone of ['1/1', '0/1']) {
    await page.keyboard.press('Control+z');
    await expect(own).not.toContainText(gone);
  }
  await page.keyboard.press('Control+z');
  await expect(page.getByRole('list', { name: 'Blocked by' })).toHaveCount(0);
  expect((await leader.ask('GET', `task/${task._id}`)).data).toMatchObject({ dependencies: [], checklist_items: [] });
});
