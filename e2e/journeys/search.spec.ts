import { randomInt } from 'node:crypto';
import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { NAMES } from '../support/accounts';

/** Search in the palette, and the keys of a task on its page. */

const randomLetters = () => Array.from({ length: 8 }, () => String.fromCharCode(97 + randomInt(26))).join('');

test('what was written is found at once, with its hit, by keyboard, and not by whom it is hidden from', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('Finding', [], [NAMES.client]);
  // Words that nobody else writes.
  const [wombat, quokka] = [`wombat${randomLetters()}`, `quokka${randomLetters()}`];
  const task = await leader.newTask(project._id, `Paint the ${quokka}`, { status: 1, audience: 'client' });
  await leader.ask('POST', 'addTaskComment', {
    task_id: task._id,
    body: `The **${wombat}** is <b>secret</b>.`,
    internal: true,
  });
  const look = async (role: 'leader' | 'client', words: string) => {
    const page = await as(role);
    await page.goto('/acme/dashboard');
    await page.waitForLoadState('networkidle');
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeFocused();
    await page.keyboard.type(words);
    return page;
  };

  const page = await look('leader', wombat.slice(0, -2));
  const option = page.getByRole('group', { name: 'Comments' }).getByRole('option');
  await expect(option).toContainText(`The ${wombat} is <b>secret</b>.`);
  await expect(option.locator('mark')).toHaveText(wombat);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/acme/taskpage\\?task=${task.key}`));

  const client = await look('client', wombat);
  await expect(client.getByText(`Nothing matches “${wombat}”.`)).toBeVisible();
  await client.getByRole('combobox').fill(quokka.replace('kk', 'k'));
  await expect(client.getByRole('group', { name: 'Tasks' }).getByRole('option')).toContainText(`Paint the ${quokka}`);
});

test('letters open the fields of a task’s page, and the sheet names them', async ({ as, program }) => {
  const leader = await program('leader');
  const project = await leader.newProject('Letters on a page', [NAMES.user]);
  const task = await leader.newTask(project._id, 'Change me here', { status: 1 });
  const page = await as('leader');
  await page.goto(`/acme/taskpage?task=${task.key}`);
  await page.waitForLoadState('networkidle');
  for (const [letter, name, choice] of [
    ['p', 'Priority', 'High'],
    ['p', 'Priority', 'Urgent'],
    ['s', 'Status', 'Testing'],
  ] as const) {
    await page.keyboard.press(letter);
    await page.getByRole('menuitemradio', { name: choice }).press('Enter');
    await expect(page.getByRole('menu')).toHaveCount(0);
    // The focus comes back a moment after the menu has gone: what opened meanwhile would lose it.
    await expect(page.getByRole('button', { name: new RegExp(`^${name}`) })).toBeFocused();
  }
  await expect
    .poll(async () => (await leader.ask('GET', `task/${task.key}`)).data)
    .toMatchObject({ priority: 'urgent', status: 3 });
  await page.keyboard.press('e');
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused();
  await page.getByRole('button', { name: /^Status/ }).focus();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toContainText('Edit the title');
});

test('a letter pressed in the moment in which a menu goes opens the next one, which stays', async ({ as, program }) => {
  const leader = await program('leader');
  const project = await leader.newProject('Fast fingers');
  const task = await leader.newTask(project._id, 'Change me fast', { status: 1 });
  const page = await as('leader');
  await page.goto(`/acme/taskpage?task=${task.key}`);
  await page.keyboard.press('p');
  const high = page.getByRole('menuitemradio', { name: 'High' });
  await expect(high).toBeVisible();
  await page.evaluate(() => {
    const gone = new MutationObserver(() => {
      if (document.querySelector('[role=menu]')) return;
      gone.disconnect();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 's', bubbles: true, cancelable: true }));
    });
    gone.observe(document.body, { childList: true, subtree: true });
  });
  await high.press('Enter');
  await page.getByRole('menuitemradio', { name: 'Testing' }).press('Enter');
  await expect
    .poll(async () => (await leader.ask('GET', `task/${task.key}`)).data)
    .toMatchObject({ priority: 'high', status: 3 });
});
