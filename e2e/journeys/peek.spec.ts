import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { boardIsReady, boardUrl, card } from '../support/board';

test('a task is looked at beside the list: by key, by mouse, on and on, and left where one was', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('Look beside');
  const make = (title: string) => leader.newTask(project._id, title);
  const [one, two] = [await make('First thing'), await make('Second thing')];
  const page = await as('leader');
  const peek = (key: string) => page.getByRole('region', { name: `Task ${key}` });
  const title = (key: string) => page.locator(`[data-row="${key}"] [data-title]`);
  await page.goto(`/acme/task?project=${project.key}`);
  await page.waitForLoadState('networkidle');
  const keys = await page.locator('[data-row]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row')));
  const [above, below] = keys as [string, string];
  expect([above, below].sort()).toEqual([one.key, two.key].sort());

  await page.keyboard.press('j');
  await expect(title(above)).toBeFocused();
  await page.keyboard.press('Space');
  await expect(peek(above).getByRole('textbox', { name: 'Title' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`[?&]task=${above}$`));
  await page.keyboard.press('j');
  await expect(peek(below).getByRole('textbox', { name: 'Title' })).toHaveValue(/thing/);
  await expect(title(below)).toBeFocused();
  await page.keyboard.press('k');
  await expect(peek(above)).toBeVisible();

  // What is changed beside the list is changed in it.
  const field = peek(above).getByRole('textbox', { name: 'Title' });
  await field.fill('Renamed beside');
  await expect(title(above)).toHaveText('Renamed beside');
  await expect.poll(async () => (await leader.ask('GET', `task/${above}`)).data.title).toBe('Renamed beside');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(peek(above)).toBeHidden();
  await expect(title(above)).toBeFocused();
  await expect(page).not.toHaveURL(/[?&]task=/);

  // By mouse, and by its address.
  await page.locator(`[data-row="${below}"] td.key`).click();
  await expect(peek(below)).toBeVisible();
  await page.reload();
  await expect(peek(below).getByRole('textbox', { name: 'Title' })).toBeVisible();
  await peek(below).getByRole('button', { name: 'Close', exact: true }).click();
  await expect(peek(below)).toBeHidden();
});

test('on the board the menu of a card shows it beside, and J walks on', async ({ as, program }) => {
  const leader = await program('leader');
  const project = await leader.newProject('Look beside the board');
  const one = await leader.newTask(project._id, 'One');
  const two = await leader.newTask(project._id, 'Two');
  const page = await as('leader');
  await page.goto(boardUrl('acme', project.key));
  await boardIsReady(page);
  await card(page, one.key).hover();
  await card(page, one.key)
    .getByRole('button', { name: `Actions for ${one.key}` })
    .click();
  await page.getByRole('menuitem', { name: 'Peek' }).click();
  await expect(
    page.getByRole('region', { name: `Task ${one.key}` }).getByRole('textbox', { name: 'Title' }),
  ).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.getByRole('region', { name: `Task ${two.key}` })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: `Task ${two.key}` })).toBeHidden();
  await expect(card(page, two.key).getByRole('link')).toBeFocused();
});
