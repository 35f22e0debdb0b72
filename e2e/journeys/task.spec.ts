import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { boardIsReady, boardUrl, card } from '../support/board';
import { nameOf } from '../support/organisation';

test('a task is made, edited, assigned, talked about and completed; its history tells it all, and Ctrl+Z takes the last change back', async ({
  org,
}) => {
  const leader = await org.program('leader');
  const project = await leader.newProject('Whole life', [nameOf('user')]);
  const key = `${project.key}-1`;
  const stored = async () => (await leader.ask('GET', `task/${key}`)).data;
  const page = await org.as('leader');
  await page.goto(boardUrl(org.key, project.key));
  await boardIsReady(page);
  await page.getByRole('button', { name: 'New task', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'New task' });
  await dialog.getByLabel('Title').fill('Print the opening posters');
  await dialog.getByRole('button', { name: 'Priority' }).click();
  await page.getByRole('menuitemradio', { name: 'High' }).click();
  await dialog.getByRole('button', { name: 'Create task' }).click();
  await expect(card(page, key, 'Pending')).toBeVisible();

  // A press shows it over the board; its page is one press further.
  await card(page, key).getByRole('link').click();
  await page
    .getByRole('region', { name: `Task ${key}` })
    .getByRole('link', { name: 'Open', exact: true })
    .click();
  await expect(page).toHaveURL(org.url(`taskpage?task=${key}`));
  const title = page.getByRole('textbox', { name: 'Title' });
  await title.fill('Print the opening posters in A2');
  await expect(page).toHaveTitle(`${key} Print the opening posters in A2 · ${org.name}`);
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Assignees/ }).click();
  await page.getByRole('checkbox', { name: nameOf('user') }).check();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Edit description' }).click();
  await page.getByRole('button', { name: 'Write in Markdown' }).click();
  await page.getByRole('textbox', { name: 'Description' }).fill('- [ ] On thick paper');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('checkbox', { name: 'On thick paper' }).click();
  await expect.poll(async () => (await stored()).description).toBe('- [x] On thick paper');
  await page.getByRole('textbox', { name: /comment/i }).fill('The printer needs **three days**.');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('main').locator('strong', { hasText: 'three days' })).toBeVisible();
  await page.getByRole('button', { name: /^Status/ }).click();
  await page.getByRole('menuitemradio', { name: 'Completed' }).click();

  const talk = page.getByRole('region', { name: 'Comments and activity' });
  await talk.getByRole('tab', { name: 'History' }).click();
  for (const words of [
    'created this task',
    'changed the title from “Print the opening posters” to “Print the opening posters in A2”',
    'assigned Daniel Osei',
    'moved this task from Pending to Completed',
    /comment/,
  ])
    await expect(talk).toContainText(words);
  expect(await stored()).toMatchObject({ title: 'Print the opening posters in A2', status: 4, priority: 'high' });

  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await stored()).status).toBe(1);
});
