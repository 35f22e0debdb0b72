import { expect } from '@playwright/test';
import { test } from '../fixtures';
import { NAMES } from '../support/accounts';
import { boardIsReady, boardUrl, card, column } from '../support/board';

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

test('a card in two columns is passed twice, and J goes on to the end; what left the list gives its place', async ({
  as,
  program,
}) => {
  const leader = await program('leader');
  const project = await leader.newProject('Look at everybody', [NAMES.user]);
  const [me, user] = [await leader.memberId(NAMES.leader), await leader.memberId(NAMES.user)];
  const both = await leader.newTask(project._id, 'Two work on it', { assignee_ids: [me, user] });
  const other = await leader.newTask(project._id, 'One works on it', { assignee_ids: [me] });
  const last = await leader.newTask(project._id, 'Nobody yet');
  const page = await as('leader');
  await page.goto(`${boardUrl('acme', project.key)}&group=assignee&task=${both.key}`);
  await expect(column(page, 'Nobody')).toBeVisible();
  await page.waitForLoadState('networkidle');
  const peek = (key: string) => page.getByRole('region', { name: `Task ${key}` });
  await expect(peek(both.key).getByRole('textbox', { name: 'Title' })).toBeVisible();
  const columns = await page
    .locator('main section[aria-labelledby]')
    .evaluateAll((all) =>
      all.flatMap((one) => [...one.querySelectorAll('[data-row]')].map((row) => row.getAttribute('data-row') ?? '')),
    );
  expect(columns.filter((key) => key === both.key)).toHaveLength(2);
  const first = columns.indexOf(both.key);
  for (const key of columns.slice(first + 1)) {
    await page.keyboard.press('j');
    await expect(peek(key)).toBeVisible();
  }
  expect(columns.at(-1)).toBe(last.key);
  await expect(card(page, last.key, 'Nobody').getByRole('link')).toBeFocused();

  // In a list of what is open: the completed one goes, and J comes to the one that is there now.
  await page.goto(`/acme/task?project=${project.key}&filter=status:1,2`);
  await page.waitForLoadState('networkidle');
  const keys = await page
    .locator('[data-row]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row') ?? ''));
  const [, second = '', third = ''] = keys;
  expect(keys.toSorted()).toEqual([both.key, other.key, last.key].toSorted());
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('o');
  await expect(peek(second).getByRole('textbox', { name: 'Title' })).toBeVisible();
  expect((await leader.ask('POST', 'changeTaskStatus', { task_id: second, status: 4 })).status).toBe(200);
  await expect(page.locator(`[data-row="${second}"]`)).toHaveCount(0);
  await page.keyboard.press('j');
  await expect(peek(third)).toBeVisible();
});
