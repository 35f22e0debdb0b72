import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { PASSWORD } from '../support/accounts';
import { column } from '../support/board';

/** What each key does: the parts of components/keys and of the views. */
test('from the login form to a moved task by keyboard, in less than 25 presses besides the text', async ({ org }) => {
  const leader = await org.program('leader');
  const project = await leader.newProject('By keys');
  const task = await leader.newTask(project._id, 'Move me');
  const page = await org.open(undefined);
  let presses = 0;
  const press = async (key: string) => {
    presses += 1;
    await page.keyboard.press(key);
  };
  const email = page.getByLabel('Email');
  await page.goto(org.url('login'));
  while (!(await email.evaluate((field) => field === document.activeElement)) && presses < 25) await press('Tab');
  await page.keyboard.type(org.emailOf('leader'));
  await press('Tab');
  await page.keyboard.type(PASSWORD);
  await press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await press('v');
  await press('b');
  // What drags listens to keys too, and is fetched when the board is drawn.
  await expect(page.locator('[draggable=true]').first()).toBeVisible();
  await press('j');
  await expect(page.getByRole('link', { name: 'Move me', exact: true })).toBeFocused();
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/api/changeTaskStatus'));
  await press('Space');
  await press('ArrowRight');
  await press('Space');
  expect((await saved).status()).toBe(200);
  await expect(column(page, 'In Process').getByRole('link', { name: 'Move me', exact: true })).toBeFocused();
  expect(presses).toBeLessThan(25);
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await leader.ask('GET', `task/${task._id}`)).data.status).toBe(1);
});
