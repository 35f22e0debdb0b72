import { expect } from '@playwright/test';
import { test } from '../fixtures';

test('a task that repeats is made again when it is completed, with its lines not ticked, and leads to the next', {
  tag: '@whole',
}, async ({ org }) => {
  const leader = await org.program('leader');
  const project = await leader.newProject('Every week');
  const task = await leader.newTask(project._id, 'Water the plants', { due_date: '2099-11-24' });
  await leader.ask('POST', 'checklistItem', { task_id: task._id, title: 'Kitchen', done: true });
  const page = await org.as('leader');
  await page.goto(org.url(`taskpage?task=${task.key}`));
  const field = page.getByRole('button', { name: /^Repeats/ });
  const panel = page.getByRole('dialog', { name: 'Repeats' });
  await page.getByRole('button', { name: /^Show .* empty fields$/ }).click();
  await field.press('Enter');
  await panel.getByLabel('Every').fill('2');
  await page.keyboard.press('Enter');
  await expect(field).toHaveText('Repeats: Every second Tuesday');
  await field.press('Enter');
  await panel.getByRole('button', { name: 'Skip it' }).press('Enter');
  await expect(panel.getByText('Next: 22 Dec 2099')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Status/ }).click();
  await page.getByRole('menuitemradio', { name: 'Completed' }).click();

  const next = page.getByRole('link', { name: `${project.key}-2 Water the plants`, exact: true });
  await next.click();
  await expect(page).toHaveURL(new RegExp(`task=${project.key}-2$`));
  await expect(page.getByRole('checkbox', { name: 'Kitchen' })).not.toBeChecked();
  await expect(field).toHaveText('Repeats: Every second Tuesday');
  const { due_date, status } = (await leader.ask('GET', `task/${project.key}-2`)).data;
  expect([due_date, status]).toEqual(['2099-12-22', 1]);
});
